"""SVG to PNG and PDF, through Typst, which comes with the extra `pdf`."""

from __future__ import annotations

from typing import Literal

from spielbaum.errors import BadInput

#: Typst measures in points; a CSS pixel is three quarters of one.
_PAGE = b"""\
#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg")
"""


def convert(svg: str, format: Literal["png", "pdf"], *, scale: float = 2.0) -> bytes:  # noqa: A002
    """The picture as a PNG of `scale` times its size in pixels, or as a PDF of one page.

    The SVG must be written `plain`: Typst reads no custom properties.
    """
    try:
        import typst
    except ModuleNotFoundError as error:
        raise BadInput("error.draw.no_typst", format=format) from error
    if format == "pdf":
        return bytes(typst.compile(_PAGE, format="pdf", sys_inputs={"svg": svg}))
    return bytes(typst.compile(_PAGE, format="png", ppi=96 * scale, sys_inputs={"svg": svg}))
