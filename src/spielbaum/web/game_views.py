"""What stays the same in every position of a game, as pages show it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from spielbaum import __version__
from spielbaum.board import PieceSet, piece_letters
from spielbaum.draw.pieces import SETS
from spielbaum.game import Game
from spielbaum.games import DEFAULT_GAME
from spielbaum.language import LANGUAGES, in_language, say
from spielbaum.play.describe import game_title, player_name
from spielbaum.play.files import record_formats
from spielbaum.play.levels import LEVELS, level_hint
from spielbaum.play.record import game_spec
from spielbaum.play.shipped import is_shipped
from spielbaum.web.game_catalog import GameCatalog, parameters_of
from spielbaum.web.messages import (
    About,
    CompilationView,
    FigureView,
    GameRequest,
    Games,
    GameView,
    ParameterView,
)
from spielbaum.web.server_limits import ServerLimits

#: Kinds of players that need two players and zero sum, the same with chance, and kinds for all other games.
FOR_TWO = ("perfect", "alphabeta", "minimax")
WITH_CHANCE = ("expectiminimax", "star1", "star2")
FOR_MORE = ("maxn", "paranoid", "alliance")
NAMED_COLOURS = {"yellow", "red", "black", "white", "blue", "orange", "green", "purple"}
OTHER_COLOURS = ("blue", "orange", "green", "purple")
FOR_ALL = ("mcts", "random", "first")


def about_page(
    limits: ServerLimits,
    pages: list[str],
    running: int = 0,
    waiting: int = 0,
    compiling: Iterable[CompilationView] = (),
) -> About:
    """What is at the other end of a page, what it allows, how busy it is."""
    return About(
        name="spielbaum",
        version=__version__,
        languages=list(LANGUAGES),
        pages=pages,
        default_game=DEFAULT_GAME,
        docs={},
        limits={
            "seconds": limits.seconds,
            "depth": limits.depth,
            "wait": limits.wait,
            "moves": limits.moves,
            "workers": limits.workers,
        },
        running=running,
        waiting=waiting,
        compiling=list(compiling),
    )


def games_view(games: GameCatalog, language: str) -> Games:
    """The games that can be asked for."""
    return Games(games=[show_game(GameRequest(game=name), games, language) for name in games.names()])


def show_game(request: GameRequest, games: GameCatalog, language: str) -> GameView:
    """The game that somebody asks for; a process answers it, see `AppState.answer`."""
    game, name = games.game(request.game), request.game.partition(":")[0]
    return game_view(game, name, language, games.missing_players(request.game))


def game_view(game: Game[Any, Any], name: str, language: str, missing: Container[str] = ()) -> GameView:
    """A game as pages show it; `name` is the one it is asked for under, `missing` who cannot play it here."""
    titles = {switch: in_language(words, language) for switch, words in game.presentation.switches.items()}
    two = game.two_player_zero_sum
    return GameView(
        name=name,
        spec=game_spec(name, game.presentation.parameters),
        title=game_title(game, language),
        rules=in_language(game.presentation.rules, language),
        player_names=[player_name(game, player, language) for player in range(game.facts.players)],
        colours=colours(game),
        figures=figures(game, language),
        emblem=emblem(game),
        two_player_zero_sum=two,
        chance=game.has_chance,
        repeats=game.facts.repeats,
        move_width=game.presentation.move_width,
        parameters=[
            ParameterView(
                name=one.name,
                kind=one.kind,
                value=one.value,
                title=titles.get(one.name) or one.name,
                choices=list(one.choices),
            )
            for one in parameters_of(game, name)
        ],
        move_names={
            move: in_language(words, language) for move, words in game.presentation.move_names.items()
        },
        letters=letters(game, language),
        measure=in_language(game.presentation.measure_name, language),
        notation_name=game.presentation.notation_name,
        record_formats=list(record_formats(game.name)),
        players=[kind for kind in ("human", "engine", *programs(game), *FOR_ALL) if kind not in missing],
        learned="learned" not in missing and is_shipped(game),
        levels=[level_hint(level.number, language, game) for level in LEVELS],
    )


def letters(game: Game[Any, Any], language: str) -> list[str]:
    """The letters of pieces in the text of moves, and in the language; none where those are the same."""
    known = game.presentation.letters
    return [known["en"], known[language]] if language != "en" and language in known else []


def programs(game: Game[Any, Any]) -> tuple[str, ...]:
    """The kinds of programs that can play it, besides the engine and those for all games."""
    if not game.has_chance:
        return FOR_TWO if game.two_player_zero_sum else FOR_MORE
    if not game.fits_engine:
        return ("maxn",)
    return ("perfect", "expectimax") if game.facts.players == 1 else ("perfect", *WITH_CHANCE)


def colours(game: Game[Any, Any]) -> list[str]:
    """Yellow plays yellow stones; players whose names are no colours get some that are easy to tell apart."""
    names = [in_language(name, "en").lower() for name in game.presentation.player_names]
    if len(names) == game.facts.players and set(names) <= NAMED_COLOURS:
        return names
    return [OTHER_COLOURS[player % len(OTHER_COLOURS)] for player in range(game.facts.players)]


def figures(game: Game[Any, Any], language: str) -> dict[str, FigureView]:
    """The outlines and names of figures, where the game is played with them."""
    if game.presentation.picture is None or not figures_at_start(game):
        return {}
    pieces = game.presentation.picture(game.start).pieces
    return {
        letter: FigureView(
            outline=shape.outline,
            inner=shape.inner,
            turns=shape.turns,
            name=figure_name(letter, pieces, language),
        )
        for letter, shape in SETS[pieces].items()
    }


def emblem(game: Game[Any, Any]) -> str | None:
    """The first figure of the set that the game begins with: a king in chess."""
    return next(iter(figures_at_start(game)), None)


def figures_at_start(game: Game[Any, Any]) -> list[str]:
    """The letters of the figures that the game begins with, the one that stands for a player first."""
    return [] if game.presentation.picture is None else piece_letters(game.presentation.picture(game.start))


def figure_name(letter: str, pieces: PieceSet, language: str) -> str:
    return say(f"figure.{pieces}.{letter}", language) if letter in SETS[pieces] else letter
