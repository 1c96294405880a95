"""Spielbaum as a folder of files: pages that answer themselves, with Python inside them.

`build.py` writes the folder, `runtime.py` finds the Python for browsers that goes into it, and `answering.py`
is what runs there. The pages and the functions that answer them are those of `spielbaum.web`.
"""
