"""JSON that comes from files: parsed and checked against a schema before anything else sees it.

A schema is a dataclass whose annotations say what is allowed; `msgspec` holds a document against it, strictly
(no text for a number, no truth value for a whole number, no NaN). What a file holds beyond its schema is
dropped. Whatever is wrong with a document, whoever reads it gets one `BadInput`: nesting without end, numbers
of thousands of digits, bytes that are no UTF-8, a missing or wrong part, which is named by its place.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, TypeVar

import msgspec

from spielbaum.errors import BadInput

T = TypeVar("T")

#: What fits into the words of a machine, and so into a NumPy array or a float.
WORD = 2**63 - 1
Whole = Annotated[int, msgspec.Meta(ge=-WORD, le=WORD)]
Natural = Annotated[int, msgspec.Meta(ge=0, le=WORD)]
#: A number of games, positions, plies: what a list may be made of.
Count = Annotated[int, msgspec.Meta(ge=0, le=10**7)]
#: One of the players, moves or steps of something.
Index = Annotated[int, msgspec.Meta(ge=0, le=10**7)]
#: One of two.
Side = Annotated[int, msgspec.Meta(ge=0, le=1)]
#: A measured time, a pay-off, a feature: far from where squares and powers of it overflow.
Real = Annotated[float, msgspec.Meta(ge=-1e15, le=1e15)]
Duration = Annotated[float, msgspec.Meta(ge=0, le=1e15)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]

#: Kinds of JSON that a sentence has words for.
_KINDS = {"bool", "int", "float", "str", "array", "object", "null"}


def parse_json(data: bytes | str) -> Any:
    """The document in a text; `error.document.json` or `error.document.excess` where there is none."""
    try:
        return msgspec.json.decode(data)
    except RecursionError as error:
        raise BadInput("error.document.excess") from error
    except msgspec.ValidationError as error:  # a number that is none for a computer
        raise BadInput("error.document.excess") from error
    except ValueError as error:  # bad JSON, bad UTF-8
        raise BadInput("error.document.json") from error


def checked(document: Any, schema: type[T]) -> T:
    """The parsed document as what the schema says, or the place where it is something else."""
    try:
        return msgspec.convert(document, schema)
    except RecursionError as error:
        raise BadInput("error.document.excess") from error
    except msgspec.ValidationError as error:
        raise _refusal(str(error)) from error


def read_document(data: bytes | str, schema: type[T]) -> T:
    """Both in one."""
    return checked(parse_json(data), schema)


def read_head(
    line: bytes,
    schema: type[T],
    *,
    mark: str,
    version: int,
    refusal: str,
    path: object,
) -> T:
    """The first line of a file of ours: JSON with the format's `mark`, a version, and what the schema says.

    Other files are refused by name: `REFUSAL.foreign`, `REFUSAL.version`, `REFUSAL.damaged`.
    """
    try:
        document = parse_json(line)
    except BadInput as error:
        raise BadInput(f"{refusal}.foreign", path=path) from error
    if not isinstance(document, dict) or document.get("format") != mark:
        raise BadInput(f"{refusal}.foreign", path=path)
    given = document.get("version")
    if given != version:
        raise BadInput(f"{refusal}.version", path=path, given=str(given)[:20], expected=version)
    try:
        return checked(document, schema)
    except BadInput as error:
        raise BadInput(f"{refusal}.damaged", path=path) from error


def _refusal(message: str) -> BadInput:
    """What `msgspec` says, as a key with fields."""
    message, _, place = message.partition(" - at `")
    where = place.removesuffix("`").removeprefix("$").removeprefix(".")
    if missing := re.fullmatch(r"Object missing required field `(.*)`", message):
        return BadInput("error.document.missing", where=f"{where}.{missing[1]}".removeprefix("."))
    expected = re.match(r"Expected `([a-z |]+)`", message)
    kinds = expected[1].split(" | ") if expected else []
    where = where or "$"
    if len(kinds) == 1 and kinds[0] in _KINDS and ", got `" in message:
        return BadInput(f"error.document.{kinds[0]}", where=where)
    return BadInput("error.document.wrong", where=where)
