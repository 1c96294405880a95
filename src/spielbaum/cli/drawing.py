"""The part of the tree commands that makes figures: their options, and one function that writes them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from spielbaum.cli.paths import STDOUT, out_option, write_out
from spielbaum.draw.figure_options import Direction, Options, ThemeName
from spielbaum.errors import BadInput, UnknownName
from spielbaum.language import say

if TYPE_CHECKING:
    from spielbaum.draw import Scene
    from spielbaum.game import Game
    from spielbaum.result import Result
    from spielbaum.search.maxn import Ties
    from spielbaum.trace import Trace
    from spielbaum.tree import Tree

#: The figures among the formats of the tree commands, and what `spielbaum.draw` calls them.
FIGURES = {
    "figure": "text",
    "ascii": "ascii",
    "svg": "svg",
    "tikz": "tikz",
    "mermaid": "mermaid",
    "png": "png",
    "pdf": "pdf",
    "scene": "scene",
}
_HIDDEN = ("names", "values", "windows", "cuts", "chosen", "edges", "players")


@dataclass(frozen=True)
class Drawing:
    """What was asked for with the options below."""

    step: int | None
    frames: bool
    out: Path | None
    options: dict[str, Any]


def drawing_options(steps: bool) -> Callable[[Any], Any]:
    """The options of figures, handed to the command as one `drawing`; some only where it has `steps`."""
    names = ("step", "frames", "out", "theme", "direction", "title", "boards", "nodes", "numbers", "hide")

    def decorated(run: Any) -> Any:
        @wraps(run)  # with the options that were already declared
        def command(**given: Any) -> Any:
            chosen = {name: given.pop(name, None) for name in names}
            return run(drawing=_drawing(chosen), **given)

        return _options(command, steps)

    return decorated


def _options(command: Any, steps: bool) -> Any:
    options = [
        out_option("write it to this file"),
        click.option("--theme", type=click.Choice(get_args(ThemeName)), help="colours of the figure (auto)"),
        click.option(
            "--direction",
            type=click.Choice(get_args(Direction)),
            help="direction in which the tree grows (down)",
        ),
        click.option("--title", help="a line above the figure"),
        click.option(
            "--boards", type=click.IntRange(0, 50), help="draw the positions as boards in this many levels"
        ),
        click.option(
            "--nodes", type=click.IntRange(1, 5000), help="collapse subtrees beyond this many nodes (200)"
        ),
        click.option("--hide", help=f"leave out, joined by commas: {' '.join(_HIDDEN)}"),
    ]
    if steps:
        options[:0] = [
            click.option("--step", type=click.IntRange(0), help="draw this step; 0 is before the search"),
            click.option(
                "--frames", is_flag=True, help="draw every step, each into a file of the new folder -o"
            ),
            click.option(
                "--numbers", is_flag=True, default=None, help="number the nodes in the order of the visits"
            ),
        ]
    for option in reversed(options):
        command = option(command)
    return command


def _drawing(given: dict[str, Any]) -> Drawing:
    step, frames, out = given.pop("step"), bool(given.pop("frames")), given.pop("out")
    if frames and (step is not None or out is None or str(out) == STDOUT):
        raise BadInput("error.draw.frames_alone")
    hidden, nodes = given.pop("hide"), given.pop("nodes")
    options = {name: value for name, value in given.items() if value is not None}
    for name in filter(None, (part.strip() for part in (hidden or "").split(","))):
        if name not in _HIDDEN:
            raise UnknownName("draw.hide", name, _HIDDEN)
        options[name] = False
    if nodes is not None:
        options["limit"] = nodes
    return Drawing(step, frames, out, options)


def write_drawing(
    source: Tree | Trace,
    form: str,
    drawing: Drawing,
    lang: str,
    game: Game[Any, Any] | None = None,
    *,
    values: bool = False,
) -> None:
    """Print the figure, or write its file or the folder of its frames; of a tree also with all `values`."""
    from spielbaum.atomic import write_folder
    from spielbaum.draw import draw_scene, scene_of

    scene = scene_of(source, Options(language=lang, **drawing.options), game=game, solved=values)
    if drawing.frames:
        assert drawing.out is not None
        count = write_folder(drawing.out, _frames(scene, form))
        click.echo(say("draw.frames", lang, count=count, path=drawing.out), err=True)
        return
    drawn = draw_scene(scene, FIGURES[form], step=drawing.step)
    if drawing.out is not None:
        write_out(drawing.out, drawn)
    elif isinstance(drawn, str):
        click.echo(drawn, nl=not drawn.endswith("\n"))
    elif sys.stdout.isatty():
        raise BadInput("error.draw.binary", format=form)
    else:
        click.echo(drawn, nl=False)


def write_stepper(
    trace: Trace, result: Result[Any] | None, drawing: Drawing, lang: str, ties: Ties = "first"
) -> None:
    """A page that steps through the search, in a file of its own."""
    from spielbaum.web.tree_lab.stand_alone import stand_alone
    from spielbaum.web.tree_lab.stepper_document import stepper_document

    if drawing.frames:
        raise BadInput("error.draw.html_frames")
    step = drawing.step or 0
    if step > len(trace):
        raise BadInput("error.draw.step", step=step, last=len(trace))
    document = stepper_document(trace, result, Options(language=lang, **drawing.options), ties=ties)
    page = stand_alone([document], drawing.options.get("title", ""), step)
    write_out(drawing.out or Path(STDOUT), page)


def _frames(scene: Scene, form: str) -> Iterator[tuple[str, str | bytes]]:
    from spielbaum.draw import SUFFIXES, draw_scene

    if form == "scene":
        raise BadInput("error.draw.scene_frames")
    kind = FIGURES[form]
    width = len(str(scene.steps))
    for step in range(scene.steps + 1):
        yield f"step-{step:0{width}}.{SUFFIXES.get(kind, kind)}", draw_scene(scene, kind, step=step)


def write_text(text: str, form: str, drawing: Drawing) -> None:
    """The same for the formats that are no figures: they have no steps, but may go to a file."""
    if drawing.step is not None or drawing.frames or drawing.options:
        raise BadInput("error.draw.no_figure", format=form, figures=", ".join(FIGURES))
    write_out(drawing.out or Path(STDOUT), text if text.endswith("\n") else text + "\n")
