"""Damaged files of every kind are read as far as they go, or refused with one sentence; never anything else.

A few hundred in `make test`, and with `make test-long` as many thousands, each from a seed that names it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from spielbaum import load_game
from spielbaum.cli import main
from spielbaum.engine.book import Known, read_book, rules_digest, write_book
from spielbaum.engine.book_journal import open_journal
from spielbaum.engine.table import new_table
from spielbaum.engine.table_file import read_table, write_table
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments.compare import headlines
from spielbaum.experiments.export import tables_of
from spielbaum.experiments.folder import ENVIRONMENT, RUN, SUMMARY, read_summary
from spielbaum.experiments.kind import MEASUREMENTS, document
from spielbaum.experiments.report import report_of
from spielbaum.play import load_record, play_match, save_record
from tests.experiments.made import make_plan
from tests.experiments.support import play, small_plan
from tests.support.damage import damaged_bytes, damaged_document, damaged_lines

FEW = 40
#: Of each kind of run, all readers of runs reading each; and of each kind of file.
MANY_RUNS, MANY_FILES = 1000, 5000
COMMITTED = Path(__file__).parents[1] / "docs" / "runs"


@dataclass(frozen=True)
class Subject:
    """Files of one kind: where a sound one lies, what damage does to it, and who reads it."""

    path: Path
    damage: Callable[[Path, Random], None]
    read: Callable[[Path], object]


def attempt(read: Callable[[], object], name: str) -> list[str]:
    """The sentences with which it was refused; none where it was read."""
    try:
        read()
    except BadInput as error:
        return [error.sentence(language) for language in ("de", "en")]
    except Exception as error:
        raise AssertionError(f"{name}: {type(error).__name__}: {error}") from error
    return []


def hold(subject: Subject, name: str, numbers: range, folder: Path) -> None:
    """Damage a copy for each number; what it is read as does not matter, only how it is refused."""
    subject.read(subject.path)  # sound before
    refused = 0
    for number in numbers:
        copy = folder / subject.path.name
        if subject.path.is_dir():
            shutil.copytree(subject.path, copy)
        else:
            shutil.copy(subject.path, copy)
        subject.damage(copy, Random(f"{name}/{number}"))
        sentences = attempt(lambda: subject.read(copy), f"{name}/{number}")  # noqa: B023 - called at once
        assert not any("\n" in sentence for sentence in sentences), (name, number)
        refused += bool(sentences)
        shutil.rmtree(copy) if copy.is_dir() else copy.unlink()
    assert refused > len(numbers) // 10, "hardly anything was damaged"


# --- run folders --------------------------------------------------------------------------------------------


def damage_run(folder: Path, random: Random) -> None:
    files = [path for path in sorted(folder.iterdir()) if path.name != ENVIRONMENT or random.random() < 0.3]
    path = random.choice(files)
    content = path.read_bytes()
    if random.random() < 0.05:
        path.unlink()
    elif path.suffix == ".jsonl":
        path.write_bytes(damaged_lines(content, random))
    elif random.random() < 0.15:
        path.write_bytes(damaged_bytes(content, random))
    else:
        path.write_text(damaged_document(content.decode(), random), encoding="utf-8")


def read_folder(folder: Path) -> None:
    """Everything that reads runs; one that refuses does not keep the others from trying."""
    refusal: BadInput | None = None
    for read in (_summary, tables_of, lambda path: headlines([path], "en"), _report, _page):
        try:
            read(folder)
        except BadInput as error:
            refusal = error
    if refusal is not None:
        raise refusal


def _summary(folder: Path) -> object:
    return document(read_summary(folder))


def _report(folder: Path) -> object:
    try:
        return report_of(folder, "en")
    except BadInput:
        raise
    except SpielbaumError as error:  # a game whose rules raise, as damaged parameters may make them
        raise BadInput("error.plain", text=error) from error


def _page(folder: Path) -> None:
    """The list never fails, and the sound run beside the damaged one is there."""
    pytest.importorskip("fastapi")
    from spielbaum.web.experiments.manager import RunManager
    from spielbaum.web.game_catalog import GameCatalog
    from spielbaum.web.server_limits import ServerLimits

    manager = RunManager(folder.parent, GameCatalog(), ServerLimits())
    lines = {line.name: line for line in manager.lines("en")}
    if (folder / RUN).is_file():
        assert folder.name in lines
        manager.view(folder.name, "de")
        manager.games(folder.name, 0, 5, "all", "en")
    if (folder.parent / "sound").exists():
        assert lines["sound"].state == "complete"


def cut(name: str, lines: int) -> Callable[[Path], None]:
    """A committed run that is as if it still went on."""

    def make(folder: Path) -> None:
        folder.mkdir()
        for part in (RUN, ENVIRONMENT, SUMMARY):
            shutil.copy(COMMITTED / name / part, folder / part)
        record = (COMMITTED / name / MEASUREMENTS).read_bytes().splitlines(keepends=True)
        (folder / MEASUREMENTS).write_bytes(b"".join(record[:lines]))
        (folder / SUMMARY).unlink()

    return make


def cut_tune(folder: Path) -> None:
    """The first lessons and the first games of the match, complete."""
    cut("tune-othello", 0)(folder)
    run = json.loads((folder / RUN).read_text(encoding="utf-8"))
    games, run["settings"] = run["settings"]["games"], run["settings"] | {"games": 12, "match": 6}
    (folder / RUN).write_text(json.dumps(run), encoding="utf-8")
    found = [
        json.loads(line) for line in (COMMITTED / "tune-othello" / MEASUREMENTS).read_bytes().splitlines()
    ]
    lines = []
    for line in sorted(found, key=lambda line: int(line["task"])):
        task = line["task"] if line["task"] < games else line["task"] - games + 12
        if line["task"] < 12 or (12 <= task < 18 and line["task"] >= games):
            lines.append(json.dumps(line | {"task": task}) + "\n")
    assert len(lines) == 18
    (folder / MEASUREMENTS).write_text("".join(lines), encoding="utf-8")


def a_match(folder: Path) -> None:
    board = play(small_plan(6, sprt=None), folder)
    (folder / SUMMARY).write_text(json.dumps(board.document()), encoding="utf-8")


def a_tournament(folder: Path) -> None:
    play(small_plan(4, players=["random", "first", "random"]), folder)


def a_multiplayer_match(folder: Path) -> None:
    play(make_plan("match", "trio", ["random", "first", "random"], games=6), folder)


RUNS: dict[str, Callable[[Path], None]] = {
    "match": a_match,
    "tournament": a_tournament,
    "multiplayer": a_multiplayer_match,
    "ablate": cut("ablate-connect4", 30),
    "growth": cut("growth-connect4", 20),
    "quality": cut("quality-connect4", 60),
    "sweep": cut("sweep-connect4-seconds", 60),
    "tune": cut_tune,
}


# --- single files -------------------------------------------------------------------------------------------


def damage_record(path: Path, random: Random) -> None:
    if random.random() < 0.3:
        path.write_bytes(damaged_bytes(path.read_bytes(), random))
    else:
        path.write_text(damaged_document(path.read_text(encoding="utf-8"), random), encoding="utf-8")


def damage_headed(path: Path, random: Random) -> None:
    """A line of JSON and bytes after it."""
    content = path.read_bytes()
    head, newline, body = content.partition(b"\n")
    if random.random() < 0.4:
        path.write_bytes(damaged_bytes(content, random))
    else:
        path.write_bytes(damaged_document(head.decode(), random).encode() + newline + body)


def damage_journal(path: Path, random: Random) -> None:
    path.write_bytes(damaged_bytes(path.read_bytes(), random))


def replayed(path: Path) -> None:
    try:
        load_record(path).replay()
    except BadInput:
        raise
    except SpielbaumError as error:
        raise BadInput("error.plain", text=error) from error


def a_record(path: Path) -> None:
    save_record(play_match(load_game("takeaway"), ["alphabeta", "random"], seed=1), path)


def a_book(path: Path) -> None:
    entries = {7: Known(1), 300: Known(-2), 301: Known(0), 10**9: Known(3)}
    write_book(path, load_game("takeaway"), entries, 3)


def a_journal(path: Path) -> None:
    with open_journal(path, rules_digest(load_game("takeaway"))) as journal:
        for number in range(9):
            journal.add(number * 77, Known(number - 4, number), 10**number)


def a_table(path: Path) -> None:
    write_table(path, new_table(0.001), "rules", "search", 3, 1)


def read_journal(path: Path) -> None:
    with open_journal(path, rules_digest(load_game("takeaway"))):
        pass


FILES: dict[str, tuple[Callable[[Path], None], Callable[[Path, Random], None], Callable[[Path], object]]] = {
    "record.json": (a_record, damage_record, replayed),
    "x.book": (a_book, damage_headed, lambda path: read_book(path, load_game("takeaway"))),
    "x.journal": (a_journal, damage_journal, read_journal),
    "x.table": (a_table, damage_headed, lambda path: read_table(path, "rules")),
}


@pytest.fixture(params=[*RUNS, *FILES])
def subject(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Subject, Path]]:
    name = request.param
    copies = tmp_path / "copies"
    copies.mkdir()
    path = tmp_path / name
    if name in RUNS:
        RUNS[name](path)
        play(small_plan(2), copies / "sound")
        yield name, Subject(path, damage_run, read_folder), copies
    else:
        make, damage, read = FILES[name]
        make(path)
        yield name, Subject(path, damage, read), copies


def test_damaged_files(subject: tuple[str, Subject, Path]) -> None:
    name, what, folder = subject
    hold(what, name, range(FEW), folder)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_thousands_of_damaged_files(subject: tuple[str, Subject, Path]) -> None:
    name, what, folder = subject
    many = MANY_RUNS if name in RUNS else MANY_FILES
    hold(what, name, range(FEW, FEW + many), folder)


# --- what was found -----------------------------------------------------------------------------------------


def test_a_damaged_run_hides_no_other(tmp_path: Path) -> None:
    """On the command line; the page has its test in `web`."""
    for name in ("sound", "deep", "digits", "kinds"):
        play(small_plan(2), tmp_path / name)
    run = (tmp_path / "deep" / RUN).read_text()
    (tmp_path / "deep" / RUN).write_text("[" * 100_000)
    (tmp_path / "digits" / RUN).write_text(run.replace('"seed": 0', f'"seed": {"9" * 5000}'))
    (tmp_path / "kinds" / RUN).write_text(run.replace('"players": [', '"players": 7, "others": ['))
    done = CliRunner().invoke(main, ["runs", "list", str(tmp_path), "--json", "--lang", "en"])
    assert done.exit_code == 0
    assert [Path(run["folder"]).name for run in json.loads(done.stdout)["runs"]] == ["sound"]
    assert done.stderr.count("\n") == 3
    assert "nested too deeply" in done.stderr
    assert "players is not what it should be: a list" in done.stderr


@pytest.mark.parametrize(
    "content",
    ["[" * 100_000, '{"sweep": 1}', '{"weights": [1, ' + "9" * 5000 + "]}"],
    ids=["deep", "other", "digits"],
)
def test_weights_from_a_damaged_file(content: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(content)
    with pytest.raises(BadInput, match=r"weights\.json"):
        load_game(f"othello:weights={path}")


def test_bytes_that_are_no_text_on_standard_input() -> None:
    words = ["play", "takeaway", "--plain", "--lang", "en"]
    done = CliRunner().invoke(main, words, input=b"\xff\xfe\n1\n\xc3(\nquit\n")
    assert done.exit_code == 0
    assert "Traceback" not in done.output
    assert done.output.count("�") >= 2 or "is not a legal move" in done.output
