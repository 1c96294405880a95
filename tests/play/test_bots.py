"""Programs as players: every way in which they can fail, and that nothing is left of them."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from spielbaum.cli import main
from spielbaum.errors import BadInput
from spielbaum.game import Game, Position
from spielbaum.game_fields import Presentation
from spielbaum.games import load_game
from spielbaum.play import (
    Listener,
    Outcome,
    Reason,
    Session,
    TimeControl,
    Turn,
    make_player,
    outcome_words,
    parse_player,
    play_match,
    save_record,
    spec_words,
    split_players,
)
from spielbaum.play.bot import BotPlayer
from spielbaum.play.bot_server import BotServer
from spielbaum.play.outcome import Fault
from spielbaum.play.programs import Program
from spielbaum.play.protocol_lines import (
    game_line,
    game_text,
    move_word,
    position_lines,
    read_position,
    word_of,
)
from spielbaum.play.specs import Spec
from spielbaum.result import Result
from tests.play.support import RACE
from tests.support.patience import PATIENCE

TAKE = load_game("takeaway")
ODD = Path(__file__).parent / "odd_bot.py"
#: Seconds in which a program has begun to write: the first suffice unless the machine is busy.
LONGER = (0.3, 3, 30, PATIENCE)
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that do not want to end keep the tests waiting."""
    monkeypatch.setattr("spielbaum.play.programs.FAREWELL", 0.3)
    monkeypatch.setattr("spielbaum.play.program_player.AT_ONCE", 0.3)


def spec(wrong: str, **options: object) -> str:
    more = "".join(f",{name}={value}" for name, value in options.items())
    return f"bot:{shlex.join([sys.executable, str(ODD), wrong])}{more}"


def example() -> str:
    return f"bot:{shlex.join([sys.executable, str(EXAMPLE)])}"


def outcome_of(wrong: str, clock: str = "", **options: object) -> Outcome:
    record = play_match(TAKE, [spec(wrong, **options), "first"], time=TimeControl.parse(clock))
    assert record.outcome is not None
    assert record.replay(TAKE)  # whatever happened, the record is sound
    return record.outcome


def alive(pid: int) -> bool:
    """Whether that process runs; one that has ended and waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pid: int) -> bool:
    """Whether that process is gone, soon: a signal takes its time."""
    until = time.monotonic() + PATIENCE
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not alive(pid)


def pid_of(player: BotPlayer) -> int:
    assert player._program is not None
    return player._program._process.pid


def prepared(wrong: str, **options: object) -> BotPlayer:
    player = make_player(spec(wrong, **options))
    assert isinstance(player, BotPlayer)
    player.prepare(TAKE)
    return player


# ------------------------------------------------------------------------------------------ playing


def test_the_example_plays_every_game_the_same_way_again() -> None:
    for name in ("connect4", "kalah", "nim", "tictactoe"):
        game = load_game(name)
        one, two = (play_match(game, [example(), "random:seed=1"], seed=5) for _ in range(2))
        assert one.outcome is not None
        assert one.outcome.reason is Reason.NORMAL
        assert one.moves == two.moves


def test_three_bots() -> None:
    record = play_match(load_game("trio"), [example()] * 3, seed=2)
    assert record.outcome is not None
    assert record.outcome.reason is Reason.NORMAL


def test_a_bot_says_what_it_thinks() -> None:
    heard: list[Result[Any]] = []
    listener = Listener(thinks=lambda player, result: heard.append(result) if player == 0 else None)
    record = play_match(TAKE, [spec("thinks"), "first"], listener=listener)
    thought = record.plies[0].thought
    assert thought is not None
    assert (thought.value, thought.depth, thought.nodes, thought.moves) == (0.5, 2, 17, ("1",))
    assert [result.algorithm for result in heard[:1]] == ["Odd one"]


def test_moves_with_blanks_are_one_word() -> None:
    game: Game[Any, Any] = Game(
        "pairs", start=(0, 0), moves=lambda s: [(1, 2), (2, 1)] if s[0] < 2 else [],
        play=lambda s, _m: (s[0] + 1, 1 - s[1]), utility=lambda _s: 0, player=lambda s: s[1],
        presentation=Presentation(move_text=lambda _s, m: f"{m[0]} {m[1]}"),
    )  # fmt: skip
    record = play_match(game, [example(), spec("good")])
    assert record.outcome is not None
    assert record.outcome.reason is Reason.NORMAL
    position = Position(game, game.start).after((2, 1))
    assert list(position_lines(position)) == ["position", "moves 2_1", "legal 1_2 2_1"]
    assert read_position(game, "", ["2_1"]) == position


def test_stop_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.play.program_player.AT_ONCE", 60)
    player = prepared("waits", seconds=60)
    stop = Event()
    Timer(0.1, stop.set).start()
    assert player.choose(Position(TAKE, TAKE.start), Turn(stop=stop)).move == 2
    player.close()


@pytest.mark.parametrize(
    ("options", "clock", "line"),
    [
        ({}, "", "go player 1 seconds 1"),
        ({"seconds": 0.25}, "", "go player 1 seconds 0.25"),
        ({"nodes": 1000}, "", "go player 1 nodes 1000"),
        ({"depth": 3, "seconds": 2}, "", "go player 1 seconds 2 depth 3"),
        ({}, "10/move", "go player 1 seconds 9 left 10"),
        ({"seconds": 2}, "100+1", "go player 1 seconds 2 left 100"),
    ],
)
def test_limits_are_told(options: dict[str, Any], clock: str, line: str) -> None:
    outcome = outcome_of("tells", clock, **options)
    assert outcome.detail.endswith(f"/odd_bot.py tells gave up: {line}")


# ------------------------------------------------------------------------------------------ failing


@pytest.mark.parametrize(
    ("wrong", "reason", "words"),
    [
        ("go-crash", Reason.CRASH, "exit code 1; it last wrote: "),
        ("go-exit", Reason.CRASH, "it ended with exit code 7"),
        ("go-kill", Reason.CRASH, "it was ended by SIGKILL"),
        ("go-close", Reason.CRASH, "it closed its output"),
        ("go-error", Reason.CRASH, "gave up: I would rather not"),
        (
            "go-rubbish",
            Reason.PROTOCOL_ERROR,
            "wrote hello �[31mworld, where one of these was expected: info",
        ),
        ("go-binary", Reason.PROTOCOL_ERROR, "wrote ���"),
        ("go-long", Reason.PROTOCOL_ERROR, "xxx…, where"),
        ("illegal", Reason.ILLEGAL, "nowhere"),
        ("resign", Reason.RESIGNATION, ""),
        ("start-crash", Reason.CRASH, "ZeroDivisionError: oh no"),
        ("start-rubbish", Reason.PROTOCOL_ERROR, "expected: protocol 1"),
        ("version", Reason.PROTOCOL_ERROR, "wrote protocol 2, where"),
        ("game-error", Reason.CRASH, "I would rather not"),
        ("game-exit", Reason.CRASH, "exit code 7"),
        ("game-rubbish", Reason.PROTOCOL_ERROR, "expected: name …, ready"),
    ],
)
def test_what_a_bot_does_wrong_is_the_reason(wrong: str, reason: Reason, words: str) -> None:
    outcome = outcome_of(wrong)
    assert (outcome.reason, outcome.loser) == (reason, 0)
    assert words in outcome.detail
    assert "\n" not in outcome.detail
    assert len(outcome.detail) < 1000
    for language in ("de", "en"):
        assert outcome_words(TAKE, outcome, language)


def test_the_last_lines_of_standard_error_are_told_and_kept_out_of_ours(capfd: Any) -> None:
    detail = outcome_of("go-crash").detail
    # Three lines at most, the last of them.
    assert detail.endswith("ZeroDivisionError: oh no")
    assert detail.count(" | ") == 2
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("wrong", ["go-silence", "go-flood"])
@pytest.mark.parametrize(("clock", "options"), [("0.2/move", {}), ("", {"seconds": 0.05, "timeout": 0.2})])
def test_who_does_not_answer_loses_on_time(wrong: str, clock: str, options: dict[str, Any]) -> None:
    outcome = outcome_of(wrong, clock, **options)
    assert (outcome.reason, outcome.loser) == (Reason.TIME, 0)


def too_late(wrong: str, limit: str, **options: Any) -> str:
    """What is said of a bot that oversteps this limit, once it was long enough for its last words."""
    detail = ""
    for seconds in LONGER:
        given: dict[str, Any] = options | {limit: seconds}
        outcome = outcome_of(wrong, **given)
        assert outcome.reason is Reason.TIME
        detail = outcome.detail.replace(f"{seconds:g} seconds", "N seconds")
        if "it last wrote" in detail:
            break
    return detail


def test_silence_where_nodes_are_the_limit() -> None:
    detail = too_late("go-silence", "timeout", nodes=10)
    assert detail.endswith("go-silence did not answer in time; it last wrote: still thinking")


def test_a_bot_that_is_never_ready() -> None:
    detail = too_late("start-silence", "start_timeout")
    assert "not ready within N seconds; it last wrote: still thinking" in detail


def test_after_a_fault_the_next_game_begins_afresh() -> None:
    player = prepared("go-silence", seconds=0.01, timeout=0.05)  # a limit: it passes
    first = pid_of(player)
    with pytest.raises(Fault):
        player.choose(Position(TAKE, TAKE.start), Turn())
    assert gone(first)
    player.prepare(TAKE)
    assert pid_of(player) != first
    player.close()


def test_one_game_after_the_other_with_the_same_process() -> None:
    player = prepared("good")
    first = pid_of(player)
    for _ in range(3):
        record = play_match(TAKE, [player, "first"])
        assert record.outcome is not None
        assert record.outcome.reason is Reason.NORMAL
    assert pid_of(player) == first
    player.close()
    assert gone(first)


def test_who_dies_between_two_games_begins_the_next_one_afresh() -> None:
    player = prepared("good")
    first = pid_of(player)
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    record = play_match(TAKE, [player, "first"])
    assert record.outcome is not None
    assert record.outcome.reason is Reason.NORMAL
    assert pid_of(player) != first
    player.close()


def test_in_a_session() -> None:
    session = Session(TAKE, [spec("go-exit"), "human"])
    task = session.think()
    assert task is not None
    assert session.accept(task, task.run())
    assert session.outcome is not None
    assert session.outcome.reason is Reason.CRASH
    session.close()


# ------------------------------------------------------------------------------------------ ending


@pytest.mark.parametrize("wrong", ["good", "stubborn", "deaf"])
def test_a_bot_is_ended_whether_it_wants_or_not(wrong: str) -> None:
    player = prepared(wrong)
    pid = pid_of(player)
    assert alive(pid)
    player.close()
    assert not Path(f"/proc/{pid}").exists()  # not even as a zombie
    player.close()


@pytest.mark.parametrize("wrong", ["child", "deaf-child"])
def test_what_a_bot_has_started_is_ended_too(wrong: str, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    player = make_player(f"bot:{shlex.join([sys.executable, str(ODD), wrong, str(note)])}")
    assert isinstance(player, BotPlayer)
    player.prepare(TAKE)
    child = int(note.read_text(encoding="utf-8"))
    assert alive(child)
    player.close()
    assert gone(child)


def test_a_forgotten_bot_is_ended() -> None:
    player: BotPlayer | None = prepared("stubborn")
    assert player is not None
    pid = pid_of(player)
    player = None
    gc.collect()
    assert gone(pid)


def test_no_bot_outlives_us() -> None:
    script = (
        "from spielbaum.games import load_game; from spielbaum.play import make_player; import sys;"
        "player = make_player(sys.argv[1]); player.prepare(load_game('takeaway'));"
        "print(player._program._process.pid)"
    )
    program = Program([sys.executable, "-c", script, spec("stubborn")])
    pid = int(program.read(120))
    assert gone(pid)
    program.end()


# ------------------------------------------------------------------------------------------ starting


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("./nowhere", "There is no program ./nowhere;"),
        ("no-such-program-here", "There is no program no-such-program-here;"),
        ("{folder}", "Permission denied"),
        ("{folder}/plain", "Permission denied"),
        ("{folder}/script", "the program named in its first line is missing"),
        ("{folder}/junk", "Exec format error"),
    ],
)
def test_a_program_that_does_not_start(command: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    for name, text in (("script", "#!/nowhere/at/all\n"), ("junk", "\x7fjunk")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    with pytest.raises(BadInput) as caught:
        play_match(TAKE, [f"bot:{command.format(folder=tmp_path)}", "first"])
    assert not isinstance(caught.value, Fault)
    assert words in caught.value.sentence("en")
    assert "\n" not in caught.value.sentence("de")


# ------------------------------------------------------------------------------------------ written


@pytest.mark.parametrize(
    ("text", "command", "options"),
    [
        ("bot:./mybot", ("./mybot",), {}),
        ("bot:./mybot,seconds=2", ("./mybot",), {"seconds": 2.0}),
        ("bot:python3 a.py --fast,nodes=10", ("python3", "a.py", "--fast"), {"nodes": 10}),
        ("bot:'./my bot',depth=3", ("./my bot",), {"depth": 3}),
        ('bot:python3 -c "a, b = 1, 2"', ("python3", "-c", "a, b = 1, 2"), {}),
        ("bot:env A=1 ./b,timeout=3", ("env", "A=1", "./b"), {"timeout": 3.0}),
    ],
)
def test_programs_are_written_with_their_arguments(
    text: str, command: tuple[str, ...], options: dict[str, Any]
) -> None:
    read = parse_player(text)
    assert (read.command, dict(read.options)) == (command, options)
    assert parse_player(str(read)) == read
    assert split_players(f"human,{text},random") == ["human", text, "random"]


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4), st.integers(1, 99))
def test_any_command_can_be_written(words: list[str], depth: int) -> None:
    spec = Spec("bot", {"depth": depth}, tuple(words))
    assert parse_player(str(spec)) == spec
    assert split_players(f"{spec},{spec}") == [str(spec), str(spec)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bot", "bot needs a program: bot:./mybot."),
        ("bot:", "bot needs a program"),
        ("bot:,seconds=1", "bot needs a program"),
        ("bot:''", "bot needs a program"),
        ("bot:'./a", "A quotation mark is missing in the player bot:'./a."),
        ("bot:./a,second=1", "no option called second for this player; did you mean: seconds"),
        ("bot:./a,seconds=0", "seconds of bot must be a number from 0.001"),
        ("bot:./a,b", "no option called b for this player"),
    ],
)
def test_bad_texts_get_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_player(text)
    assert words in caught.value.sentence("en")


def test_paths_are_made_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").touch()
    (tmp_path / "python3").touch()
    assert parse_player("bot:./mine.py").located().command == (f"{tmp_path}/mine.py",)
    assert parse_player("bot:python3 mine.py --deep").located().command == (
        "python3", f"{tmp_path}/mine.py", "--deep",
    )  # fmt: skip
    assert str(parse_player("engine:depth=3").located()) == "engine:depth=3"


def test_a_bot_in_words() -> None:
    assert spec_words("bot:/some/where/mybot --fast,seconds=2", "en") == "bot mybot --fast, 2 s per move"


# ------------------------------------------------------------------------------------------ nobody else


def test_a_record_starts_no_program(tmp_path: Path) -> None:
    """A file from elsewhere must not run anything."""
    mark = tmp_path / "ran"
    harmless = play_match(TAKE, ["human", "first"], start=Position.of(TAKE, "1"), most_plies=1)
    save_record(replace(harmless, players=("human", f"bot:touch {mark}"), outcome=None), tmp_path / "r.json")
    done = CliRunner().invoke(main, ["play", "--load", str(tmp_path / "r.json"), "--plain", "--lang", "en"])
    assert done.exit_code == 2
    assert "only used if you name them yourself" in done.stderr
    assert not mark.exists()


# ------------------------------------------------------------------------------------------ our own bot


def talk(*lines: str, game: str | None = None, player: str = "first") -> list[str]:
    said: list[str] = []
    server = BotServer(None if game is None else load_game(game), player, said.append)

    def one_by_one() -> Iterator[str]:
        for line in lines:
            yield line
            done = Event()
            server.later(done.set)
            assert done.wait(PATIENCE)

    assert server.serve(one_by_one())
    return said


def test_our_bot() -> None:
    assert talk(
        "protocol 1", "seed 3", "game takeaway", "position", "moves 2", "legal 1 2",
        "something new", "go player 2", "quit", "go player 2", player="minimax:depth=2",
    ) == [
        "protocol 1", "name Spielbaum 0.1.0 minimax:depth=2", "ready",
        "info depth 2 nodes 4 value 0 line 1", "info depth 2 nodes 6 value 1 line 2",
        "info depth 2 nodes 6 value 1 line 2 1", "move 2",
    ]  # fmt: skip


def test_our_bot_keeps_to_the_limits_of_a_move() -> None:
    begin = ("game tictactoe", "position", "moves a1 b2")
    assert "depth 2 " in talk(*begin, "go depth 2", player="alphabeta:depth=4")[-2]
    assert "depth 4 " in talk(*begin, "go depth 6", player="alphabeta:depth=4")[-2]
    assert "depth 4 " in talk(*begin, "go depth 2", "go", player="alphabeta:depth=4")[-2]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["go"], "error No game has begun."),
        (["game chequers"], "error The game chequers is not played here; known: –"),
        (["game ./evil.py"], "error The game ./evil.py is not played here"),
        (["game tictactoe", "moves a1 a1", "go"], "error The move a1 is not legal"),
        (["game tictactoe", "position zzz", "go"], "error The record begins with a position that tictactoe"),
        (["game tictactoe", "moves a1 b1 a2 b2 a3", "go"], "error The game is over."),
        (["game tictactoe", "go seconds soon"], "error seconds of go must be a number"),
        (["seed x"], "error A seed is a whole number, not x."),
        (["game connect4 width=900"], "error "),
    ],
)
def test_our_bot_says_what_is_wrong_and_goes_on(lines: list[str], words: str) -> None:
    said = talk(*lines, "game takeaway", "go")
    assert any(line.startswith(words) for line in said)
    assert said[-1] == "move 1"


def test_our_bot_for_one_game_only(tmp_path: Path) -> None:
    assert talk("game takeaway matches=5 most=2 misere=yes", game="takeaway") == ["ready"]
    assert talk("game takeaway matches=6 most=2 misere=yes", game="takeaway") == [
        "error The game takeaway matches=6 most=2 misere=yes is not played here; "
        "known: takeaway matches=5 most=2 misere=yes"
    ]
    (tmp_path / "race.py").write_text(RACE, encoding="utf-8")
    assert talk("game race goal=5", "go", game=f"{tmp_path / 'race.py'}") == ["ready", "move 1"]


@given(
    st.lists(st.one_of(st.text(), st.sampled_from(["go", "game takeaway", "moves 1", "stop"])), max_size=8)
)
def test_our_bot_hears_anything(lines: list[str]) -> None:
    for line in talk(*lines):
        assert line.split(" ")[0] in ("protocol", "name", "ready", "move", "error")


def test_both_sides_of_the_protocol() -> None:
    """`spielbaum bot` in a match, over real pipes."""
    ours = f"bot:{shlex.join([sys.executable, '-m', 'spielbaum', 'bot'])}"
    record = play_match(load_game("nim"), [f"{ours} --player random", f"{ours} --player alphabeta:depth=2"])
    assert record.outcome is not None
    assert record.outcome.reason is Reason.NORMAL


def test_our_bot_stops_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielbaum.play.programs.FAREWELL", 60)  # it shall end by itself
    command = [sys.executable, "-m", "spielbaum", "bot", "--player", "minimax"]
    program = Program(command)
    for line in ("protocol 1", "game connect4 width=7 height=6 k=4", "go player 1"):
        program.send(line)
    assert program.read(60) == "protocol 1"
    assert program.read(60).startswith("name Spielbaum")
    assert program.read(60) == "ready"
    program.send("stop")
    while not (line := program.read(60)).startswith("move "):
        assert line.startswith("info ")
    program.send("go player 1")
    program.end("quit")  # in the middle of a search that would take years
    assert program._process.returncode == 0


@pytest.mark.parametrize("name", ["connect4:width=6", "kalah", "nim:heaps=3-5-7", "othello", "mnk", "trio"])
def test_games_and_moves_go_over_the_wire(name: str) -> None:
    game = load_game(name)
    assert (
        load_game(game_text(game_line(game).removeprefix("game "))).presentation.parameters
        == game.presentation.parameters
    )
    for move in game.legal(game.start):
        assert word_of(game, game.start, move_word(game.move_name(game.start, move))) == move
    assert word_of(game, game.start, "rubbish") is None


def test_bad_players_for_our_bot() -> None:
    done = CliRunner().invoke(main, ["bot", "takeaway", "--player", "human"])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert os.linesep not in done.stderr.strip()
