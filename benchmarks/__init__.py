"""How fast is it, side by side with its peers? One module a question; `python -m benchmarks` runs them.

The peers are installed by `make bench`; a peer that is missing is said to be missing, never guessed.
"""
