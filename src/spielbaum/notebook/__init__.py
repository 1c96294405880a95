"""The pages in notebooks, with the kernel in the place of a server; needs the extra `notebook`.

from spielbaum.notebook import Widget

board = Widget("connect4")       # a game, a position, a tree, a recorded search or its result
board                            # play, step, analyse
board.position                   # what is on the board now
"""

from spielbaum.notebook.widget import Widget

__all__ = ["Widget"]
