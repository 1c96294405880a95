"""The command line: one module a command, each only parses and prints.

Data goes to stdout, everything else to stderr. Exit codes: 0 done, 1 failed, 2 wrong use, 3 done but
the check says no, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import Any

import click

from spielbaum import __version__
from spielbaum.cli.help import LANGUAGE, HelpContext, language_of
from spielbaum.cli.usage import in_our_words
from spielbaum.errors import BadInput, SpielbaumError, UnknownName
from spielbaum.language import LANGUAGES, catalogue, say, system_language
from spielbaum.run_kinds import added_kinds, kind_names

#: Commands in the order of the help page. Each is `command` in the module of its name, which is
#: imported when it is used; the line of help comes from the catalogue, so `--help` imports none.
#: `RUNS` stands for the kinds of runs, which have one command each (`run.py`).
RUNS = "…"
COMMANDS = (
    "games",
    "play",
    "analyse",
    "solve",
    "table",
    "tree",
    "exercise",
    "talk",
    "check",
    "serve",
    RUNS,
    "runs",
    "bot",
    "uci",
    "perft",
    "book",
    "bench",
    "warmup",
    "wasm",
    "site",
    "doctor",
)


def commands() -> list[str]:
    """The names of all commands."""
    return [name for each in COMMANDS for name in (kind_names() if each == RUNS else (each,))]


def _run_command(name: str) -> click.Command | None:
    if name not in kind_names():
        return None
    from spielbaum.cli.run import command_of

    return command_of(name)


def language_option(command: Any, *, expose_value: bool = True) -> Any:
    """`--lang`, for every command that prints sentences; what stands before the command holds for it too."""

    def chosen(context: click.Context, _parameter: click.Parameter, value: str | None) -> str:
        language = value or language_of(context)
        context.meta[LANGUAGE] = language
        return language

    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=chosen,
        is_eager=True,
        expose_value=expose_value,
        help="language of the output; by default the system's",
    )(command)


class Group(click.Group):
    """A group of commands: alone it shows its help, and the help ends with something to try first.

    `tries` are command lines, each with the key of the words that say what it does. The help pages of the
    group and of its commands are in the reader's language.
    """

    context_class = HelpContext

    def __init__(self, *args: Any, tries: Sequence[tuple[str, str]] = (), **extra: Any) -> None:
        super().__init__(*args, **(extra | {"invoke_without_command": True, "no_args_is_help": False}))
        self.tries = tries

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        cmd.context_class = HelpContext
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, _first_paragraph(one)) for name, one in sorted(self.commands.items())])

    def invoke(self, ctx: click.Context) -> Any:
        answer = super().invoke(ctx)
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return answer

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            path = [] if ctx.parent is None else [str(self.name)]
            raise UnknownName(
                "command", " ".join([*path, args[0]]), [" ".join([*path, name]) for name in known]
            )
        return super().resolve_command(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        language = language_of(ctx)
        with formatter.section(say("cli.try", language)):
            # Lines that can be copied: they are never broken, so the words stand below.
            for line, key in self.tries:
                formatter.write(f"{'':{formatter.current_indent}}{line}\n")
                formatter.indent()
                formatter.write_text(say(key, language))
                formatter.dedent()


class Commands(Group):
    """The group of all commands; imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return commands()

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return _run_command(name)
        command: click.Command = import_module(f"spielbaum.cli.{name}").command
        command.context_class = HelpContext
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[LANGUAGE] = _language(args)  # before the first option is read: --help may be that one
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if added_kinds():  # they bring their own words
            from spielbaum.experiments.registry import kinds

            kinds()
        words = catalogue(language_of(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, words[f"cli.{name}.help"]) for name in commands()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and turn every error into one sentence and an exit code."""
        code: object = 0
        language = _language(sys.argv[1:] if args is None else args)
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            if not standalone_mode:
                return code
        except SpielbaumError as error:
            click.echo(say("cli.error", language, sentence=error.sentence(language)), err=True)
            code = 2 if isinstance(error, BadInput) else 1
        except click.ClickException as error:
            sentence = in_our_words(error).sentence(language)
            click.echo(say("cli.error", language, sentence=sentence), err=True)
            code = error.exit_code
        except (KeyboardInterrupt, click.Abort):
            click.echo(say("cli.interrupted", language), err=True)
            code = 130
        except BrokenPipeError:  # the reader of our output went away, as in `spielbaum games | head`
            sys.stderr.close()
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


def _first_paragraph(command: click.Command) -> str:
    return " ".join((command.help or "").partition("\n\n")[0].split())


def _language(arguments: Sequence[str]) -> str:
    """The language to print an error in: the last `--lang` of the arguments, else the system's."""
    given = ""
    for here, following in pairwise([*arguments, ""]):
        name, _, value = here.partition("=")
        value = following if here == "--lang" else value
        if name == "--lang" and value in LANGUAGES:
            given = value
    return given or system_language()


#: A tree of two plies, in which alpha-beta has something to cut.
TREE = '"A(B(3 12 8) C(2 4 6) D(14 5 2))"'
TRIES = (
    ("spielbaum serve --open", "cli.try.serve"),
    ("spielbaum play connect4", "cli.try.play"),
    (f"spielbaum tree trace {TREE}", "cli.try.trace"),
)


@click.group(
    cls=Commands,
    tries=TRIES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="spielbaum")
@partial(language_option, expose_value=False)
def main() -> None:
    """Play, solve, explain and measure games by searching their game tree."""
