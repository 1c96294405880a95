"""Playing in a terminal: lines of text for scripts and screen readers, or the full screen (Textual)."""

from spielbaum.terminal.plain import PlainGame

__all__ = ["PlainGame"]
