"""The classes that states and moves are made of: their fields, methods and mirrors.

A frozen dataclass is a NamedTuple in compiled code, with the same fields in the same order: its *mirror*.
"""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

_OF_TUPLES = {"_make", "_replace", "_asdict", "_fields", "_field_defaults"}


def is_named_tuple(cls: object) -> bool:
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def is_record(cls: object) -> bool:
    """Whether the class is a NamedTuple or a dataclass."""
    return is_named_tuple(cls) or (isinstance(cls, type) and dataclasses.is_dataclass(cls))


def fields_of(cls: Any) -> tuple[str, ...]:
    if is_named_tuple(cls):
        return tuple(cls._fields)
    return tuple(f.name for f in dataclasses.fields(cls))


def is_record_value(value: object) -> bool:
    return is_record(type(value))


def parts_of(value: Any) -> tuple[Any, ...]:
    """The fields of a record in their order, or the items of a tuple."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return tuple(getattr(value, name) for name in fields_of(type(value)))
    return tuple(value)


def flat_parts(value: Any) -> Iterator[Any]:
    """The numbers and arrays in a state, one after the other."""
    if isinstance(value, tuple) or is_record_value(value):
        for part in parts_of(value):
            yield from flat_parts(part)
    else:
        yield value


@dataclass
class Classes:
    """The records that the rules of a game know."""

    #: Each class with a sample of it, where there is one, and what stands for it in compiled code.
    samples: dict[type, Any] = field(default_factory=dict)
    mirrors: dict[type, type] = field(default_factory=dict)

    def add_sample(self, value: Any) -> None:
        """The record and those in it."""
        if is_record_value(value):
            self.add(type(value))
            self.samples.setdefault(type(value), value)
        if isinstance(value, tuple) or is_record_value(value):
            for part in parts_of(value):
                self.add_sample(part)

    def add(self, cls: type) -> None:
        if cls not in self.mirrors:
            self.mirrors[cls] = cls if is_named_tuple(cls) else _mirror(cls)

    def with_fields(self, names: set[str]) -> list[type]:
        return [cls for cls in self.mirrors if names <= set(fields_of(cls))]

    def members(self, name: str) -> list[tuple[type, Any]]:
        """The classes that define this name beside their fields, with what they define."""
        found = ((cls, member(cls, name)) for cls in self.mirrors)
        return [(cls, what) for cls, what in found if what is not None]

    @property
    def member_names(self) -> set[str]:
        return {
            name
            for cls in self.mirrors
            for base in cls.__mro__
            if base.__module__ not in ("builtins", "typing", "abc")
            for name in vars(base)
            if member(cls, name) is not None
        }


def member(cls: Any, name: str) -> Any:
    """What the author of the class defined under that name: a method, a property, a constant; or None."""
    if name.startswith("__") or name in _OF_TUPLES or name in fields_of(cls):
        return None
    for base in cls.__mro__:
        if name in vars(base) and base.__module__ not in ("builtins", "typing", "abc"):
            return vars(base)[name]
    return None


def refused_feature(cls: Any) -> str | None:
    """Why a dataclass cannot be a state: the key of a sentence."""
    if is_named_tuple(cls):
        return None
    if not cls.__dataclass_params__.frozen:
        return "dataclass_open"
    if hasattr(cls, "__post_init__") or any(
        not f.init or f.default_factory is not dataclasses.MISSING for f in dataclasses.fields(cls)
    ):
        return "dataclass_init"
    made = vars(cls).get("__init__")
    if isinstance(made, FunctionType) and not made.__code__.co_filename.startswith("<"):
        return "dataclass_init"
    return None


def _mirror(cls: Any) -> type:
    """A NamedTuple with the fields and defaults of the dataclass."""
    found = dataclasses.fields(cls)
    defaults = [f.default for f in found if f.default is not dataclasses.MISSING]
    # Fields without a default may follow others where they are given by name only; they get none here.
    trailing = [f.default for f in found[len(found) - len(defaults) :]]
    usable = defaults if dataclasses.MISSING not in trailing else []
    make: Any = namedtuple
    made: type = make(cls.__name__, [f.name for f in found], defaults=usable)
    made.__module__ = cls.__module__
    return made
