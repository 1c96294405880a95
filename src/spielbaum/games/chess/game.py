"""Chess as a game for every searcher, and how its board looks."""

from __future__ import annotations

from dataclasses import replace

from spielbaum.board import Board, Cell, Step
from spielbaum.errors import BadInput
from spielbaum.game import Game
from spielbaum.game_fields import Facts, Hints, Presentation
from spielbaum.games.chess import endings, exchange, legal, rules
from spielbaum.games.chess.board import BLACK, WHITE, State, king_square, move_number, side_to_move
from spielbaum.games.chess.evaluation import WIN, evaluation, features, terms
from spielbaum.games.chess.fen import LETTERS, START, piece_letter, read_fen, write_fen
from spielbaum.games.chess.moves_text import san_text
from spielbaum.games.chess.openings import openings
from spielbaum.games.chess.sets import SETS, feature_sets
from spielbaum.games.chess.tally import tally
from spielbaum.games.chess.typed import read_move
from spielbaum.games.chess.weights import MOST_WEIGHT, NAMES, WEIGHTS
from spielbaum.games.localized import localized, names, switches

#: Evaluations count hundredths of a pawn.
PAWN_UNITS = 100
#: No position that can be reached has more legal moves (R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 has 218).
MOST_MOVES = 218


def picture(s: State) -> Board:
    checked = king_square(s, side_to_move(s)) if legal.in_check(s) else None

    def cell(square: int) -> Cell:
        letter = piece_letter(s, square)
        if letter is None:
            return Cell()
        return Cell(
            WHITE if letter.isupper() else BLACK,
            piece=letter.upper(),
            mark="check" if square == checked else None,
        )

    def place(square: int) -> tuple[int, int]:
        return 7 - square // 8, square % 8

    playable = [] if rules.over(s) else list(legal.moves(s))
    steps = tuple(
        Step(
            san_text(s, move),
            place(legal.origin_of(move)),
            place(legal.target_of(move)),
            LETTERS[legal.becomes(move)] if legal.becomes(move) else None,
        )
        for move in playable
    )
    rows = tuple(tuple(cell(8 * rank + file) for file in range(8)) for rank in range(7, -1, -1))
    return Board("grid", rows, tuple("abcdefgh"), tuple("87654321"), steps)


def chess(men: str = "") -> Game[State, int]:
    """Chess by the rules of FIDE; draws by repetition and by fifty moves need not be claimed.

    With `men`, such as KRK, an ending: all positions of these men, without those two draws (`endings.py`).
    """
    game = replace(weighed_chess().with_presentation(switches=switches("chess", "men")), name="chess")
    if not men:
        return game
    white, black = endings.read_men(men)
    starts = endings.starts_of(white, black)
    game = replace(game, start=endings.first_start(starts), play=endings.play)
    game = game.with_facts(repetition=0, ending_of="chess")
    game = game.with_hints(
        skip=endings.skip,
        moment=None,
        clock_left=None,
        solution_key=endings.solution_key,
        starts=starts,
        start_of=endings.start_of,
    )
    return game.with_presentation(
        parse=endings.read,
        title=localized("chess.ending.title", men=white + black),
        rules=localized("chess.ending.rules", white=white, black=black),
        openings=(),
    )


def weighed_chess(weights: tuple[int, ...] = WEIGHTS) -> Game[State, int]:
    """Chess with other numbers in its evaluation: all those of the opening, then all those of the ending.

    Beside `chess`, since the numbers change no rule: `spielbaum tune spielbaum.games.chess:weighed_chess`.
    """
    if len(weights) != len(WEIGHTS) or any(abs(weight) > MOST_WEIGHT for weight in weights):
        expected = f"{len(WEIGHTS)} x -{MOST_WEIGHT}..{MOST_WEIGHT}"
        given = f"{len(weights)} x {min(weights, default=0)}..{max(weights, default=0)}"
        raise BadInput("error.game.parameter", name="weights", expected=expected, given=given)
    start = read_fen(START)
    assert start is not None
    return Game(
        "weighed_chess",
        start=start,
        moves=legal.moves,
        play=rules.play,
        utility=rules.utility,
        player=side_to_move,
        over=rules.over,
        evaluate=evaluation(weights),
        facts=Facts(
            values=(-1, 1),
            unit=WIN,
            most_moves=MOST_MOVES,
            repeats=True,
            repetition=3,
        ),
        hints=Hints(
            features=lambda s: features(s, weights),
            feature_sets=feature_sets,
            feature_count=64 * SETS,
            terms=NAMES,
            order=exchange.order,
            dynamic=exchange.dynamic,
            noisy=exchange.noisy,
            key=rules.key,
            skip=rules.skip,
            urgent=legal.in_check,
            moment=rules.moment,
            clock_left=rules.clock_left,
            men=endings.men,
            reducible=True,
            swing=100,
        ),
        presentation=Presentation(
            parts=lambda s: [(f"chess.term.{name}", value) for name, value in terms(s, weights)],
            order_reason=exchange.order_reason,
            move_text=san_text,
            parse_move=read_move,
            notation=write_fen,
            parse=read_fen,
            round=move_number,
            picture=picture,
            tally=tally,
            openings=openings(),
            ending=rules.ending,
            plays_on=rules.plays_on,
            measure=PAWN_UNITS,
            measure_name=localized("chess.pawns"),
            letters={"en": "KQRBN", "de": "KDTLS"},
            move_names={"O-O": localized("chess.castles"), "O-O-O": localized("chess.castles_long")},
            notation_name="FEN",
            title=localized("chess.title"),
            rules=localized("chess.rules"),
            player_names=names("white", "black"),
            switches=switches("chess", "weights"),
        ),
    )
