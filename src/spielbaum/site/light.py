"""A page with one game and without Python: some hundred kilobytes, there at once.

The page is *Play*, with all its scripts. What it asks is answered by the WebAssembly module of the game and
by the functions of Python that say what people see, translated into JavaScript (`javascript.py`). Before such
a page is written, random games are played and shown in both languages: what differs is refused.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from spielbaum.atomic import write_file
from spielbaum.board import board_text
from spielbaum.engine.layout import layout_of
from spielbaum.engine.wasm_module import packer_of
from spielbaum.engine.wasm_package import driver
from spielbaum.errors import BadInput
from spielbaum.game import Game, Position, joined
from spielbaum.language import LANGUAGES, catalogue
from spielbaum.play.describe import outcome_words
from spielbaum.play.levels import LEVELS, glance, wins_in_one
from spielbaum.play.outcome import Outcome
from spielbaum.play.rounds import rounds
from spielbaum.site.build import (
    SERVER_ONLY,
    STATIC,
    Plan,
    as_json,
    default_game,
    pages,
    question,
    static_files,
    with_docs,
    written_answers,
)
from spielbaum.site.javascript import translated
from spielbaum.site.programs import runner, said
from spielbaum.web.game_views import about_page, show_game
from spielbaum.web.messages import GameRequest, Games, PositionRequest
from spielbaum.web.play.positions import show_position
from spielbaum.web.play.steps import made, mark_step
from spielbaum.web.play.views import mark_last, position_view

#: Results of a game, each of which is a sentence in every language.
MOST_RESULTS = 1000
#: Random games that are shown in both languages.
GAMES = 8
#: Who plays here.
PLAYERS = ("human", "engine", "random", "first")
LEFT_OUT = (
    "solution",
    *(name for name in SERVER_ONLY if name != "light"),
    "tree_lab",
    "figure",
    "jobs.js",
    "python.js",
    "python_worker.js",
)
ANSWERS = '// The rules inside the page answer.\n\nexport * from "./light/answers.js";\n'
#: What the page says, of all that Spielbaum says.
WORDS = ("web.", "play.")
VALUES = "light/python_values.js"
CHECK = Path(__file__).parent / "light_check.mjs"

Tell = Callable[[str, str], None]


def check_light(game: Game[Any, Any]) -> None:
    """Say so where a game cannot be played without Python."""
    if not game.two_player_zero_sum or game.has_chance:
        raise BadInput("site.light.fit", game=game.name)
    if game.facts.repeats:
        raise BadInput("site.light.repeats", game=game.name)
    if game.presentation.ending is not None:
        raise BadInput("site.light.endings", game=game.name)
    if game.presentation.picture is None:
        raise BadInput("site.light.picture", game=game.name)
    if not layout_of(game.start).parts:
        raise BadInput("site.light.array", game=game.name)
    least, greatest = game.facts.values
    if greatest - least >= MOST_RESULTS:
        raise BadInput("site.light.results", game=game.name, most=MOST_RESULTS, count=greatest - least + 1)


def light_files(plan: Plan, tell: Tell = lambda _key, _file: None) -> dict[str, bytes]:
    """The files of a page with the one game of the plan; `tell` hears what could not be done."""
    name = default_game(plan)
    game = plan.catalog.game(name)
    check_light(game)
    seen = functions_seen(game)
    compare(game, seen, tell)
    known, answers = written_answers(_known(plan, name))
    files = dict(static_files(LEFT_OUT, ANSWERS)) | answers | dict(pages(plan, ("play",), ("light",)))
    files |= {
        "game/rules.wasm.bin": gzip.compress(plan.modules[name], mtime=0),
        "game/seen.js": seen.encode(),
        **{f"game/{file}": content for file, content in driver().items() if file.endswith(".js")},
        "light.json": as_json({"known": known, **_facts(game, plan, name)}),
    }
    return with_docs(files, plan)


def functions_seen(game: Game[Any, Any]) -> str:
    """Everything that people see of a game, and what levels do besides searching, as JavaScript."""
    shown = game.presentation
    _, unpack, _ = layout_of(game.start).functions()
    functions: dict[str, Callable[..., Any]] = {
        "unpack": unpack,
        "picture": shown.picture,  # type: ignore[dict-item] # there is one: `check_light`
        "moveText": shown.move_text or _plain_text,
        "boardText": board_text,
        "made": made,
        "markLast": mark_last,
        "markStep": mark_step,
        "rounds": rounds,
        "winsInOne": wins_in_one,
        "glance": glance,
    }
    optional = {"notation": shown.notation, "tally": shown.tally}
    functions |= {name: function for name, function in optional.items() if function is not None}
    missing = (f"export const {name} = null;\n" for name in optional if name not in functions)
    return translated(functions, f"../static/js/{VALUES}") + "".join(missing)


def _plain_text(_state: Any, move: Any) -> str:
    return joined(move)


def _facts(game: Game[Any, Any], plan: Plan, name: str) -> dict[str, Any]:
    view = show_game(GameRequest(game=name), plan.catalog, "en")
    return {
        "specs": [name, view.spec],
        "moveWidth": game.presentation.move_width,
        "levels": [[level.nodes, level.slips_in(game)] for level in LEVELS],
        "preferEarly": game.facts.prefer_early,
        "endings": {language: dict(_endings(game, language)) for language in LANGUAGES},
    }


def _endings(game: Game[Any, Any], language: str) -> Iterator[tuple[str, dict[str, Any]]]:
    least, greatest = game.facts.values
    for value in range(int(least), int(greatest) + 1):
        winners = (0, 1) if value == 0 else (0,) if value > 0 else (1,)
        outcome = Outcome(winners, 2, payoffs=(value, -value))
        text = outcome_words(game, outcome, language)
        yield str(value), {"winners": list(winners), "draw": outcome.draw, "text": text}


def _known(plan: Plan, name: str) -> Iterator[tuple[str, str, str, Any]]:
    """What is asked first, as in `build.py`; of the game only what a page without Python can do."""
    games = plan.catalog
    about = about_page(games.limits, ["play"]).model_copy(
        update={"default_game": name, "docs": dict(plan.docs)}
    )
    yield "/api/about", "answers/about.json", "", about
    for language in LANGUAGES:
        said = (*WORDS, f"game.{plan.catalog.game(name).name}.")
        words = {key: text for key, text in catalogue(language).items() if key.startswith(said)}
        yield f"/api/catalogue/{language}", f"answers/{language}/words.json", "", words
        told = show_game(GameRequest(game=name), games, language).model_copy(
            update={"players": list(PLAYERS), "parameters": [], "record_formats": []}
        )
        folder = "answers/LANGUAGE"
        yield "/api/games", f"{folder}/games.json", language, Games(games=[told])
        yield f"/api/games/{name}", f"{folder}/game.json", language, told
        start: dict[str, Any] = {"game": name, "start": "", "moves": []}
        view = show_position(PositionRequest(**start), games, language)
        yield question("/api/position", start), f"{folder}/start.json", language, view


# --- both languages ----------------------------------------------------------------------------------------


def compare(game: Game[Any, Any], seen: str, tell: Tell, games: int = GAMES) -> None:
    """Show the positions of random games in both languages; `BadInput` where they differ."""
    command = runner()
    if command is None:
        tell("site.light.unchecked", game.name)
        return
    cases = list(_cases(game, games))
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "game").mkdir()
        (folder / "static" / "js" / "light").mkdir(parents=True)
        write_file(folder / "game" / "seen.js", seen)
        write_file(folder / "game" / "package.json", '{"type": "module"}')
        write_file(folder / "static" / "package.json", '{"type": "module"}')
        write_file(folder / "static" / "js" / VALUES, (STATIC / "js" / VALUES).read_bytes())
        write_file(folder / "cases.json", json.dumps([case for case, _ in cases]))
        words = [*command, str(CHECK), str(folder / "game" / "seen.js"), str(folder / "cases.json")]
        shown = json.loads(said("site.not_compiled", game.name, words, folder))
    for (case, expected), found in zip(cases, shown, strict=True):
        for what, value in expected.items():
            if found.get(what) != value:
                why = f"{what}: {found.get('error') or found.get(what)} – {value}"
                raise BadInput("site.light.differs", game=game.name, moves=case["moves"], why=why[:300])


def _cases(game: Game[Any, Any], games: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Positions as words, and how Python shows them."""
    random = Random(1)
    layout = layout_of(game.start)
    pack = packer_of(layout)

    def words(state: Any) -> list[str]:
        row = [0] * layout.words
        pack(state, row)
        return [str(int(word)) for word in row]

    for _ in range(games):
        position = Position(game, game.start)
        while True:
            view = position_view(position, game.name, "en", Plan(()).catalog.limits)
            board = None if view.board is None else view.board.model_dump(mode="json")
            tally = game.presentation.tally
            tallies = () if tally is None else tally(position.root, position.state)
            yield (
                {
                    "moves": " ".join(position.history_texts),
                    "start": words(position.root),
                    "states": [words(state) for state in position.states[-2:]],
                    "legal": [_flat(move) for move in position.legal_moves],
                    "last": position.history_texts[-1] if position.plies else None,
                },
                {
                    "board": board,
                    "text": board_text(game.presentation.picture(position.state)),  # type: ignore[misc]
                    "legal": position.legal_texts,
                    "notation": view.notation,
                    "tallies": [[one.key, one.count, one.pieces, one.lead] for one in tallies],
                },
            )
            if position.over:
                break
            position = position.after(random.choice(position.legal_moves))


def _flat(move: Any) -> Any:
    return [str(int(part)) for part in move] if isinstance(move, tuple) else str(int(move))
