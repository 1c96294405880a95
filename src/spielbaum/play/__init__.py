"""Players, clocks, matches, records, and sessions in which people play.

player = make_player("engine:seconds=0.5")              # or any object with choose(position, turn)
record = play_match(game, ["engine:level=3", "random:seed=1"], time=TimeControl.parse("60+0.5"), seed=7)
record.outcome.winners, record.outcome.reason, record.moves
save_record(record, path); load_record(path).replay()   # checked against the rules
session = Session(game, ["human", "engine:seconds=2"])  # a state machine for user interfaces
"""

from spielbaum.play.clock import TimeControl
from spielbaum.play.describe import (
    game_title,
    number,
    outcome_words,
    player_name,
    record_text,
    spec_words,
    value_badge,
    value_words,
)
from spielbaum.play.engine_store import EngineStore
from spielbaum.play.files import load_record, record_json, record_of, save_record
from spielbaum.play.insight import Insight
from spielbaum.play.levels import LEVELS, Level, level_words
from spielbaum.play.match import Listener, play_match
from spielbaum.play.outcome import Outcome, Reason, final_outcome
from spielbaum.play.player import RESIGN, Choice, Player, Turn, as_choice, as_player
from spielbaum.play.players import KINDS
from spielbaum.play.record import Ply, Record, game_spec, new_record
from spielbaum.play.rounds import line_words, move_rows, rounds
from spielbaum.play.session import ClockFace, Session, Task
from spielbaum.play.specs import Kind, Option, Spec, make_player, parse_player, split_players

__all__ = [
    "KINDS",
    "LEVELS",
    "RESIGN",
    "Choice",
    "ClockFace",
    "EngineStore",
    "Insight",
    "Kind",
    "Level",
    "Listener",
    "Option",
    "Outcome",
    "Player",
    "Ply",
    "Reason",
    "Record",
    "Session",
    "Spec",
    "Task",
    "TimeControl",
    "Turn",
    "as_choice",
    "as_player",
    "final_outcome",
    "game_spec",
    "game_title",
    "level_words",
    "line_words",
    "load_record",
    "make_player",
    "move_rows",
    "new_record",
    "number",
    "outcome_words",
    "parse_player",
    "play_match",
    "player_name",
    "record_json",
    "record_of",
    "record_text",
    "rounds",
    "save_record",
    "spec_words",
    "split_players",
    "value_badge",
    "value_words",
]
