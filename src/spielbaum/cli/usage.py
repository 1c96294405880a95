"""Wrong use of the command line, as one sentence in the reader's language.

Click finds the mistakes and words them in English, with the value that was given only inside its message.
The value is cut out of there; where a message is not as expected, it is passed on as it is.
"""

from __future__ import annotations

from difflib import get_close_matches

import click

from spielbaum.errors import BadInput, UnknownName


def in_our_words(error: click.ClickException) -> BadInput:
    """The same mistake as an error that can say itself in every language."""
    return _explained(error) or BadInput("error.plain", text=" ".join(error.format_message().split()))


def _explained(error: click.ClickException) -> BadInput | None:
    match error:
        case click.NoSuchOption(ctx=click.Context() as context):
            known = [name for option in context.command.get_params(context) for name in _names(option)]
            if context.parent is None and not get_close_matches(error.option_name, known, cutoff=0.75):
                return BadInput("usage.before_command", name=error.option_name)
            return UnknownName("cli_option", error.option_name, known)
        case click.MissingParameter(param=click.Parameter() as param):
            kind = "option" if isinstance(param, click.Option) else "argument"
            return BadInput(f"usage.missing.{kind}", name=_name(param), help=_help(error))
        case click.BadParameter(param=click.Parameter() as param):
            return _bad_file(error) or _bad_value(error.message, param)
        case click.BadOptionUsage():
            flag = error.message.endswith("does not take a value.")
            return BadInput("usage.no_value" if flag else "usage.needs_value", name=error.option_name)
        case click.UsageError():
            extra = _between(error.message.replace("arguments", "argument", 1), _EXTRA, ")")
            return BadInput("usage.extra", extra=extra, help=_help(error)) if extra else None
    return None


_EXTRA = "Got unexpected extra argument ("


def _bad_file(error: click.BadParameter) -> BadInput | None:
    cause = error.__context__
    if not isinstance(cause, OSError):
        return None
    if isinstance(cause, FileNotFoundError):
        return BadInput("error.game.no_file", path=cause.filename)
    return BadInput("usage.file", path=cause.filename, error=cause.strerror)


def _bad_value(message: str, param: click.Parameter) -> BadInput | None:
    name, kind = _name(param), param.type
    if isinstance(kind, click.Path):
        for end, key in _PATHS.items():
            if path := _between(message, f"{kind.name.title()} '", f"' {end}"):
                return BadInput(key, name=name, path=path)
        return None
    given, found, _ = message.partition(" is not ")
    if not found:
        return None
    if isinstance(kind, click.Choice):
        return BadInput("usage.choice", name=name, choices=", ".join(map(str, kind.choices)), given=given)
    if message.endswith(f" is not a valid {kind.name}."):
        number = kind.name.removesuffix(" range")
        return BadInput(f"usage.{number}", name=name, given=given) if number in ("integer", "float") else None
    if isinstance(kind, click.IntRange | click.FloatRange) and not (kind.min_open or kind.max_open):
        bounds = {"least": kind.min, "most": kind.max}
        sides = ".".join(side for side, bound in bounds.items() if bound is not None)
        return BadInput(f"usage.range.{sides}", name=name, given=given, **bounds)
    return None


_PATHS = {
    "is a directory.": "usage.path.directory",
    "is a file.": "usage.path.file",
    "is not readable.": "usage.path.unreadable",
    "is not writable.": "usage.path.unwritable",
}


def _between(text: str, before: str, after: str) -> str:
    """What stands between the two ends of a text; nothing where it does not have those ends."""
    if text.startswith(before) and text.endswith(after):
        return text[len(before) : -len(after)]
    return ""


def _names(param: click.Parameter) -> list[str]:
    return [*param.opts, *param.secondary_opts] if isinstance(param, click.Option) else []


def _name(param: click.Parameter) -> str:
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name


def _help(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{context.command_path if context else 'spielbaum'} --help"
