"""Names of files and folders on the command line, and `-o` for everything that a command writes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from spielbaum.atomic import write_file
from spielbaum.errors import BadInput


class Named(click.Path):
    """A name that is not empty: `Path("")` would mean this folder, which nobody asked for."""

    def __init__(self, *, stdout: bool = True, **kind: Any) -> None:
        super().__init__(path_type=Path, **kind)
        self.stdout = stdout

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        given = os.fspath(value)
        if given == "" or (given == STDOUT and not self.stdout):
            name = "" if param is None else max([*param.opts, *param.secondary_opts], key=len)
            raise BadInput("usage.path.stdout" if given else "usage.path.empty", name=name)
        return super().convert(value, param, ctx)


#: As the name of a file that is written: standard output.
STDOUT = "-"
#: A file or a folder, there or not.
PATH = Named()
#: Not a folder.
FILE = Named(dir_okay=False)
#: Not a file.
FOLDER = Named(file_okay=False)
#: Something that cannot go to standard output: several files, or one that is read again.
ON_DISK = Named(stdout=False)


def out_option(help: str, kind: click.Path = PATH, metavar: str = "FILE", **more: Any) -> Callable[..., Any]:  # noqa: A002
    """`-o`, `--out`: where a command writes; `write_out` knows what - means."""
    return click.option("-o", "--out", type=kind, metavar=metavar, help=help, **more)


def write_out(path: Path, data: str | bytes) -> bool:
    """Write the file, or to standard output where its name is `-`; says whether there is a new file."""
    if str(path) != STDOUT:
        return write_file(path, data)
    sys.stdout.flush()
    click.echo(data, nl=False)
    return False
