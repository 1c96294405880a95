"""Names of files and folders on the command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from spielbaum.errors import BadInput


class _Named(click.Path):
    """A name that is not empty: `Path("")` would mean this folder, which nobody asked for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if os.fspath(value) == "":
            name = "" if param is None else max([*param.opts, *param.secondary_opts], key=len)
            raise BadInput("usage.path.empty", name=name)
        return super().convert(value, param, ctx)


#: A file or a folder, there or not.
PATH = _Named(path_type=Path)
#: Not a folder.
FILE = _Named(path_type=Path, dir_okay=False)
#: Not a file.
FOLDER = _Named(path_type=Path, file_okay=False)
