"""PNG and PDF, where the extra `pdf` is installed."""

from __future__ import annotations

import struct
import sys

import pytest

from spielbaum.draw import Options, draw, scene_of
from spielbaum.draw.figure import figure_of
from spielbaum.errors import BadInput
from tests.draw.samples import hand_trace, nasty_trace


def test_png_has_twice_the_size_of_the_figure() -> None:
    pytest.importorskip("typst")
    drawn = draw(hand_trace(), "png")
    assert isinstance(drawn, bytes)
    assert drawn.startswith(b"\x89PNG")
    scene = scene_of(hand_trace())
    figure = figure_of(scene, scene.faces())
    width, height = struct.unpack(">II", drawn[16:24])
    assert width == pytest.approx(2 * figure.width, abs=2)
    assert height == pytest.approx(2 * figure.height, abs=2)


@pytest.mark.parametrize("theme", ["auto", "dark", "print"])
def test_pdf(theme: str) -> None:
    pytest.importorskip("typst")
    drawn = draw(nasty_trace(), "pdf", Options(theme=theme))  # type: ignore[arg-type]
    assert isinstance(drawn, bytes)
    assert drawn.startswith(b"%PDF")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(BadInput, match=r"png needs the extra pdf: pip install 'spielbaum\[pdf\]'"):
        draw(hand_trace(), "png")
