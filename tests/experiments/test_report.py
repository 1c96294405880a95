"""Reports and slides: complete, self-contained, escaped, honest."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from spielbaum.cli import main
from spielbaum.experiments import Sprt, Tally, kind_of, read_record
from spielbaum.experiments.folder import read_settings
from spielbaum.experiments.options import command_line
from spielbaum.experiments.report import report_html, report_of, slides_html
from spielbaum.experiments.report.page import definitions
from spielbaum.experiments.report.report import play_query, serve_command
from spielbaum.experiments.sentences import duel_words
from tests.experiments.support import play, small_plan

VOID = {"wbr", "meta", "input", "br", "link", "img", "hr"}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments], prog_name="spielbaum")


class Page(HTMLParser):
    """Reads a page and complains about whatever does not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute of {tag} stands twice"
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def tags(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.found if tag in names]

    @property
    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.found if "id" in attributes]

    @property
    def data(self) -> Any:
        return json.loads(next(text for text in self.texts["script"] if text.startswith("{")))


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("runs")
    plans = {
        "match": small_plan(games=12, players=["alphabeta:depth=4", "random"], sprt=Sprt(0, 400)),
        "tournament": small_plan(games=4, players=["random", "alphabeta:depth=3", "first"]),
        "heaps": small_plan(games=2, game="nim", players=["random", "first"]),
    }
    for name, plan in plans.items():
        play(plan, base / name)
    return {name: base / name for name in plans}


@pytest.mark.parametrize(("name", "language"), [("match", "en"), ("tournament", "de"), ("heaps", "en")])
def test_a_page_stands_alone(folders: dict[str, Path], name: str, language: str) -> None:
    report = report_of(folders[name], language)
    for text in (report_html(report), slides_html(report)):
        page = Page(text)
        assert len(page.ids) == len(set(page.ids))
        # Nothing is loaded: what refers to something refers to this page, but for the link to try it live.
        for tag, attributes in page.found:
            assert not attributes.keys() & {"src", "srcset", "action", "data", "xlink:href"}, tag
            target = attributes.get("href") or "#"
            assert target.startswith("#") or (tag == "a" and target == report.demonstration.address)
        assert "link" not in {tag for tag, _ in page.found}
        outside = set(re.findall(r"(?:url\(|@import|https?:)[^\s\"'<)]*", text))
        assert all(
            each.startswith(("url(#", "http://127.0.0.1:8421/", "http://www.w3.org/2000/svg"))
            for each in outside
        ), outside
        policy = next(str(m["content"]) for m in page.tags("meta") if m.get("http-equiv"))
        assert policy.startswith("default-src 'none'")
        assert page.tags("html") == [{"lang": language}]
        # References within the page arrive.
        for attributes in (attributes for _, attributes in page.found):
            for key in ("aria-labelledby", "aria-describedby"):
                assert set((attributes.get(key) or "").split()) <= set(page.ids)
        # Every picture has words, every table has heads, every button a name.
        for attributes in page.tags("svg"):
            named = attributes.get("aria-label") or attributes.get("aria-labelledby")
            assert named or attributes.get("aria-hidden") == "true"
        assert all(attributes.get("scope") in ("row", "col") for attributes in page.tags("th"))
        assert len(page.tags("h1")) == 1
        assert next(tag for tag, _ in page.found if tag in ("h1", "h2", "h3")) == "h1"
        assert report.command in text.replace("</span> <span>", " ")


def test_the_report_says_what_it_has_to(folders: dict[str, Path]) -> None:
    folder = folders["match"]
    report = report_of(folder)
    page = Page(report_html(report))
    assert page.texts["h1"] == ["Tic-Tac-Toe: alphabeta (depth 4) against random"]
    assert {"Method", "Results", "In numbers", "A game to step through", "Run it again", "Show it live",
            "Machine and versions", "Question", "Answer"} == set(page.texts["h2"])  # fmt: skip
    facts = dict(zip(page.texts["dt"], page.texts["dd"], strict=True))
    assert facts["Seed"] == "0"
    assert "alphabeta:depth=4" in facts["Players"]
    assert facts["Stop when decided between (Elo)"] == "0; 400"
    assert "stronger" in report.findings.answers[0]
    assert [plot.name for plot in report.plots] == ["score", "llr", "elo"]


def test_the_game_is_the_longest_win_of_the_stronger_side(folders: dict[str, Path]) -> None:
    folder = folders["match"]
    report = report_of(folder)
    assert report.replay is not None
    wins = [
        game.measurement
        for number, game in read_record(folder, kind_of(read_settings(folder))).items()
        if game.measurement is not None and game.measurement.outcome.winners == (number % 2,)
    ]
    assert len(report.replay.moves) == max(len(record.plies) for record in wins)
    assert report.replay.moves in {record.moves for record in wins}
    data = Page(report_html(report)).data
    assert len(data["boards"]) == len(data["words"]) == len(data["texts"]) == len(report.replay.moves) + 1
    assert data["texts"][0].count(".") == 9
    assert data["words"][-1].endswith("wins.")
    # Putting the pieces together gives the board of each position.
    discs = [sum("b-mark-" in data["pieces"][i] for i in board) for board in data["boards"]]
    assert discs == list(range(len(discs)))


@pytest.mark.parametrize(
    ("tally", "key"),
    [
        (Tally(), "report.nothing"),
        (Tally(wins=1, losses=1, pairs=(0, 0, 1, 0, 0)), "report.duel.open"),
        (Tally(wins=2, pairs=(0, 0, 0, 0, 1)), "report.duel.few"),
        (Tally(wins=40, pairs=(0, 0, 0, 0, 20)), "report.duel.all"),
        (Tally(wins=60, losses=20, pairs=(5, 0, 10, 0, 25)), "report.duel.stronger"),
    ],
)
def test_findings_say_no_more_than_the_numbers(tally: Tally, key: str) -> None:
    from spielbaum.language import catalogue

    text = duel_words(tally, "A", "B", "en")
    pattern = re.escape(catalogue("en")[key])
    assert re.fullmatch(re.sub(r"\\\{\w+\\\}", ".+", pattern), text)
    # Seen from the other side it is the same.
    if tally.points * 2 != tally.games:
        assert duel_words(-tally, "B", "A", "en") == text


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    """A run from somebody else: its settings may hold anything."""
    folder = tmp_path / "run"
    play(small_plan(games=2), folder)
    evil = "<img src=x onerror=alert(1)></script><script>\"'&\u2028"
    document = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    document["settings"]["players"] = [evil, "$(rm)"]
    document["settings"]["game"] = evil
    document["settings"]["openings"] = evil
    (folder / "run.json").write_text(json.dumps(document), encoding="utf-8")
    environment = {"date": evil, "commit": evil, "processor": evil}
    (folder / "environment.jsonl").write_text(json.dumps(environment) + "\n", encoding="utf-8")
    records = (folder / "games.jsonl").read_text(encoding="utf-8").splitlines()
    changed = [json.loads(line) for line in records]
    for line in changed:
        line["record"]["players"] = [evil, evil]
    (folder / "games.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in changed), encoding="utf-8"
    )
    report = report_of(folder)
    for text in (report_html(report), slides_html(report)):
        page = Page(text)
        assert "img" not in {tag for tag, _ in page.found}
        scripts = Counter(attributes.get("type") for attributes in page.tags("script"))
        assert scripts == {"application/json": 1, None: 1}
        assert not [name for _, attributes in page.found for name in attributes if name.startswith("on")]
    assert "'$(rm)'" in report.command


def test_the_machine_with_its_load_and_its_cluster(tmp_path: Path) -> None:
    play(small_plan(games=2), tmp_path)
    known = {"load": [0.5, 1.25, 2], "cluster": "tcp://there:8786"}
    (tmp_path / "environment.jsonl").write_text(
        json.dumps(known) + "\n" + json.dumps(known | {"load": [3, 2, 1]}) + "\n", encoding="utf-8"
    )
    facts = dict(report_of(tmp_path, "de").machine)
    assert facts["Last zu Beginn (1, 5, 15 min)"] == "0,50 / 1,25 / 2,00; 3,00 / 2,00 / 1,00"
    assert facts["Cluster"] == "tcp://there:8786"


def test_long_texts_go_on_after_a_comma_but_numbers_stay_whole() -> None:
    shown = definitions((("limits", "size=4,weights=1 and 300,000 nodes"),))
    assert "size=4,<wbr>weights=1 and 300,000 nodes" in shown


def test_an_unfinished_run_says_so(folders: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for name in ("run.json", "environment.jsonl"):
        (folder / name).write_bytes((folders["tournament"] / name).read_bytes())
    (folder / "games.jsonl").write_text("", encoding="utf-8")
    report = report_of(folder, "de")
    assert report.findings.answers[0].startswith("Noch lässt sich nichts sagen")
    assert "0 von 12" in report.findings.remarks[0]
    assert report.replay is None
    Page(report_html(report))
    Page(slides_html(report))


def test_the_command_makes_the_same_run(folders: dict[str, Path], tmp_path: Path) -> None:
    import shlex

    for name in ("match", "tournament"):
        settings = read_settings(folders[name])
        words = shlex.split(command_line(name, settings, str(tmp_path / name)))
        done = run(*words[1:], "--workers", "1")
        assert done.exit_code == 0, done.stderr
        assert read_settings(tmp_path / name) == settings


def test_the_demonstration_leads_to_the_server_that_is_named(folders: dict[str, Path]) -> None:
    usual = report_of(folders["match"]).demonstration
    assert usual.address.startswith("http://127.0.0.1:8421/?game=")
    assert usual.command == "spielbaum serve"
    other = report_of(folders["match"], server="http://127.0.0.1:8001").demonstration
    assert other.address == "http://127.0.0.1:8001/" + usual.query
    assert other.command == "spielbaum serve --port 8001"
    far = report_of(folders["match"], server="https://games.example/play/").demonstration
    assert far.address == "https://games.example/play/" + usual.query
    assert far.command == "spielbaum serve"


@pytest.mark.parametrize(
    "server",
    [
        "8001",
        "javascript:alert(1)",
        "http://",
        "http://x:99999/",
        "http://x/?a=1",
        'http://x/"><b>',
        "ftp://x",
    ],
)
def test_a_server_that_is_no_address_is_refused(folders: dict[str, Path], server: str) -> None:
    result = CliRunner().invoke(main, ["runs", "report", str(folders["match"]), "--server", server])
    assert result.exit_code == 2
    assert server in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_address_of_the_demonstration(folders: dict[str, Path]) -> None:
    report = report_of(folders["match"], "de")
    assert report.replay is not None
    moves = ",".join(report.replay.moves[:4])
    assert f"moves={moves}&p1=human&p2=alphabeta:depth=4&lang=de" in report.demonstration.address
    assert play_query("a b", ["x,y", "~"], ["human"], "en", "1/2 #").endswith(
        "?game=a%20b&start=1%2F2%20%23&moves=x~.y,~~&p1=human&lang=en"
    )
    assert serve_command("my/game.py:n=3") == ("spielbaum serve --game my/game.py", "game:n=3")


def test_the_commands(folders: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("runs", "report", str(folders["match"]), "--lang", "de").stdout == "match.html\n"
    assert run("runs", "report", str(folders["match"]), "--slides").stdout == "match-slides.html\n"
    assert '<html lang="de">' in Path("match.html").read_text(encoding="utf-8")
    slides = Page(Path("match-slides.html").read_text(encoding="utf-8"))
    assert len([s for s in slides.tags("section") if "slide" in str(s["class"])]) == 10
    for arguments, sentence in (
        (["report", str(tmp_path)], "There is no run"),
        (["report", str(folders["match"]), "-o", "/proc/none/x.html"], "/proc/none"),
    ):
        done = run("runs", *arguments)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert sentence in done.stderr
