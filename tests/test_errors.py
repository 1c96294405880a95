"""Errors in words."""

from __future__ import annotations

import pytest

from spielbaum.errors import BadInput, one_line


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (KeyError("x"), "KeyError: 'x'"),
        (AssertionError(), "AssertionError"),
        (ValueError("one\n  two:"), "ValueError: one two"),
        (BadInput("error.session.over"), "The game is over."),
    ],
)
def test_in_one_line(error: Exception, line: str) -> None:
    assert one_line(error) == line
