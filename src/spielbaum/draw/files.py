"""Files and folders that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from spielbaum.errors import BadInput


def write_file(path: Path, content: str | bytes) -> None:
    """Write the file under another name beside it, then give it its own."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            # mkstemp lets only the owner read; a figure gets the rights of any new file.
            Path(name).chmod(0o666 & ~_mask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadInput("error.draw.write", path=path, reason=error.strerror or error) from error


def write_folder(folder: Path, files: Iterable[tuple[str, str | bytes]]) -> int:
    """Write the files into a new or empty folder and say how many; a folder that is in use is left alone."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput("error.draw.folder", path=folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        building = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
        try:
            count = 0
            for name, content in files:
                data = content.encode("utf-8") if isinstance(content, str) else content
                (building / name).write_bytes(data)
                count += 1
            building.chmod(0o777 & ~_mask())
            if folder.exists():
                folder.rmdir()
            building.replace(folder)
        except BaseException:
            shutil.rmtree(building, ignore_errors=True)
            raise
    except OSError as error:
        raise BadInput("error.draw.write", path=folder, reason=error.strerror or error) from error
    return count


def make_folder(folder: Path) -> None:
    """The folder and those above it, where they are missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput("error.draw.write", path=folder, reason=error.strerror or error) from error


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
