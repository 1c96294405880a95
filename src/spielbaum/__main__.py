"""`python -m spielbaum` is the command `spielbaum`."""

from spielbaum.cli import main

main(prog_name="spielbaum")
