"""The kinds of runs by name; `run_kinds.py` lists them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from spielbaum.errors import UnknownName
from spielbaum.experiments.kind import Kind
from spielbaum.language import extend_catalogue
from spielbaum.run_kinds import BUILT_IN, added_kinds, kind_names


def kinds() -> list[Kind]:
    return [kind_named(name) for name in kind_names()]


def kind_named(name: str) -> Kind:
    """The kind of that name, or that is stored under it."""
    if name in kind_names():
        return _load(name)
    for kind in kinds():
        if name in kind.stored_as:
            return kind
    raise UnknownName("kind", name[:64], kind_names())


def kind_of(settings: object) -> Kind:
    return kind_named(str(getattr(settings, "kind", "")))


@cache
def _load(name: str) -> Kind:
    if name in BUILT_IN:
        built_in: Kind = import_module(f"spielbaum.experiments.{name}").KIND
        return built_in
    kind: Kind = added_kinds()[name].load()
    extend_catalogue(kind.messages)
    return kind
