"""Positions, trees and traces as pictures: one layout, many painters.

    draw(tree)                                   SVG of a tree
    draw(trace, "tikz", step=12)                 any step of a search, for LaTeX
    draw(tree, "png", Options(theme="print"))    bytes, where the extra `pdf` is installed
    board_svg(position_board(position))          a board

A scene (`scene_of`) is a figure at all its steps; painters take a scene and a step.
"""

from spielbaum.draw.boards import board_svg
from spielbaum.draw.figure_options import Options
from spielbaum.draw.notebook import position_board, shown_html, shown_svg
from spielbaum.draw.painters import FORMATS, SUFFIXES, draw, draw_scene
from spielbaum.draw.scene import Face, Node, Scene, scene_of
from spielbaum.draw.stepping import scene_json

__all__ = [
    "FORMATS",
    "SUFFIXES",
    "Face",
    "Node",
    "Options",
    "Scene",
    "board_svg",
    "draw",
    "draw_scene",
    "position_board",
    "scene_json",
    "scene_of",
    "shown_html",
    "shown_svg",
]
