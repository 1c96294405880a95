"""What a package offers is exactly what its `__all__` says."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import spielbaum

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
FILES = [path for path in sorted((SOURCE / "spielbaum").rglob("*.py")) if path.name != "__main__.py"]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


PACKAGES = [module_name(path) for path in FILES if path.name == "__init__.py"]
MODULES = [module_name(path) for path in FILES]


# Their doors are commands and pages, not names.
DOORS = {"spielbaum.cli"}


def offered(body: list[ast.stmt], used: set[str]) -> Iterator[str]:
    """The names that the top level of a package defines or passes on from the project's own modules.

    Read from the source, so that names which are only imported when asked for, and are therefore named under
    `if TYPE_CHECKING:`, count as well. An imported name that the package itself uses is a tool, not an offer.
    """
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.ImportFrom(module=module, level=level, names=names):
                if level or (module or "").partition(".")[0] == "spielbaum":
                    yield from {alias.asname or alias.name for alias in names} - used
            case ast.If(body=then, orelse=otherwise):
                yield from offered(then, used)
                yield from offered(otherwise, used)
            case _:
                pass


@pytest.mark.parametrize("name", PACKAGES)
def test_all_is_complete(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__file__ is not None
    source = ast.parse(Path(package.__file__).read_text(encoding="utf-8"))
    used = {node.id for node in ast.walk(source) if isinstance(node, ast.Name)}
    public = {found for found in offered(source.body, used) if not found.startswith("_")}
    names = getattr(package, "__all__", None)
    if names is None:
        assert name in DOORS or not public, f"{name} offers {sorted(public)} and has no __all__"
    else:
        missing = public - set(names)
        assert not missing, f"missing in {name}.__all__: {sorted(missing)}"


@pytest.mark.parametrize("name", MODULES)
def test_all_resolves(name: str) -> None:
    module = importlib.import_module(name)
    names = getattr(module, "__all__", ())
    assert len(set(names)) == len(names), "a name stands twice in __all__"
    for public in names:
        assert getattr(module, public, None) is not None, f"{name}.{public} is promised and missing"


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert spielbaum.__version__ == project["version"] == importlib.metadata.version("spielbaum")
