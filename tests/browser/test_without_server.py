"""A site of files: the pages with Python inside them, in a real browser on a plain host."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from spielbaum.game import Game, Position, split_moves
from spielbaum.games import load_game
from spielbaum.play.dice import throw
from spielbaum.play.player import Turn, as_choice, as_player
from spielbaum.result import CHANCE
from spielbaum.site.build import POLICY, Plan
from spielbaum.site.light import light_files
from spielbaum.site.solving import solve_small
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.workers.job_runner import JobRunner
from tests.browser.conftest import FLAGS, OWN, ROOT, TRAP, Play
from tests.browser.pages import complaints, faults
from tests.browser.test_tree_lab import HAND, Lab
from tests.conftest import CHROMIUM
from tests.support.patience import PATIENCE
from tests.support.site import FOLDER, hosting, write_site
from tests.support.wasm import module_of

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site on which a search would think for longer than any test waits."""
    modules = {"connect4": module_of("connect4", trace=True)}
    solved = solve_small(GameCatalog(only=frozenset({"nim"})))
    plan = Plan(("connect4", "nim"), {"trap": str(TRAP)}, modules, solved, seconds=10 * PATIENCE)
    return write_site(tmp_path_factory.mktemp("site"), plan)


#: Whether so many files of a documentation are kept.
KEPT_FILES = """async count => {
  const names = await caches.keys();
  const found = await Promise.all(names.map(async name => (await (await caches.open(name)).keys())));
  return found.flat().filter(({ url }) => url.includes('/docs/')).length === count;
}"""


def kept(page: Page) -> None:
    """Wait until the browser keeps the whole site."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_an_exercise_then_a_game_without_a_network(context: BrowserContext, root: Path) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    # A strict host: nothing inline, nothing evaluated, for workers too.
    with hosting(root, {"Content-Security-Policy": POLICY}) as address:
        lab = Lab(context.new_page(), address)
        lab.open(tree=HAND, mode="exercise")
        lab.button("Check").click()
        expect(lab.page.locator(".exercise-work [data-path='1']")).to_have_class(re.compile("judged"))
        # The engine's own search is among the algorithms.
        lab.open(game="connect4", moves="444444", algorithm="engine", limit="2", lang="en")
        expect(lab.page.locator("svg [data-path='1']")).to_be_visible()
        kept(lab.page)
    # The host is gone. The engine's move has to be called for: it would think for hours.
    play = Play(lab.page, address).open("connect4", "human", f"engine:seconds={9 * PATIENCE}")
    play.places.first.click()
    play.settle("thinking")
    play.button("Move now").click()
    play.expect_plies(2)
    # What a search of a few nodes finds, and the same as everywhere: level 1 does not depend on the machine.
    play.open("connect4", "human", "engine:level=1", moves="1")
    play.expect_plies(2)
    assert lab.complaints == []
    assert all(url.startswith((address, "blob:", "data:")) for url in asked), asked


@pytest.mark.long
def test_the_solution_of_a_small_game(context: BrowserContext, root: Path) -> None:
    with hosting(root, {"Content-Security-Policy": POLICY}) as address:
        page = context.new_page()
        heard = complaints(page)
        page.goto(f"{address}/solution/?game=nim&lang=en")
        expect(page.locator(".status")).to_contain_text("win in")
        page.locator(".solved-move").last.click()
        expect(page.locator(".plies button")).to_have_count(1)
        page.get_by_role("button", name="Longest win").click()
        expect(page.locator(".whole figure, .whole table").first).to_be_visible()
        assert faults(page) == []
        page.goto(f"{address}/solution/?game=connect4&lang=en")
        expect(page.locator(".status")).to_contain_text("The solution of connect4 is not on this site")
        assert heard == []


@pytest.mark.long
def test_a_documentation_beside_the_pages(context: BrowserContext, tmp_path: Path) -> None:
    """Each leads to the other in the reader's language, and the search finds something; also where hosts are
    strict, and without a network once it was opened.
    """
    docs = tmp_path / "docs"
    command = [sys.executable, "-m", "tools.site", str(docs), "--beside-pages"]
    subprocess.run(command, cwd=ROOT, check=True)
    place = write_site(tmp_path / "host", Plan(("nim",), documentation=docs))
    pages = [path.relative_to(docs).as_posix() for path in sorted(docs.rglob("*.html"))]
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    with hosting(place, {"Content-Security-Policy": POLICY}) as address:
        page = context.new_page()
        heard = complaints(page)
        page.goto(f"{address}/")
        kept(page)
        for language, link, back, word, found in (
            ("en", "Documentation", "Play and try it", "alpha-beta", "pages matching the search"),
            ("de", "Dokumentation", "Spielen und ausprobieren", "Baumlabor", "Seiten passen zu der Suche"),
        ):
            page.goto(f"{address}/tree-lab/?lang={language}")
            page.get_by_role("link", name=link, exact=True).click()
            expect(page.locator("html")).to_have_attribute("lang", language)
            page.locator("input[name=q]").first.fill(word)
            page.keyboard.press("Enter")
            expect(page.locator("#search-results li").first).to_be_visible()
            expect(page.locator("#search-results .search-summary")).to_contain_text(found)
            page.locator("#search-results a").first.click()
            expect(page.locator("h1").first).to_be_visible()
            page.get_by_role("link", name=back, exact=True).first.click()
            page.locator(".place").first.wait_for()
            expect(page.locator("html")).to_have_attribute("lang", language)
        for name in pages:
            page.goto(f"{address}/docs/{name}")
        assert heard == []
        for name in ("tutorial.html", "de/search.html", "reference/api.html"):
            page.goto(f"{address}/docs/{name}")
            assert faults(page) == [], name
        page.emulate_media(color_scheme=None)
        heard.clear()  # axe fetches style sheets
        page.wait_for_function(KEPT_FILES, arg=sum(path.is_file() for path in docs.rglob("*")))
    for name in ("docs/", *(f"docs/{name}" for name in pages)):
        page.goto(f"{address}/{name}")
    page.goto(f"{address}/docs/search.html?q=alpha-beta")
    expect(page.locator("#search-results .search-summary")).to_contain_text("pages matching the search")
    assert heard == []
    assert all(url.startswith((address, "blob:", "data:")) for url in asked), asked


def test_a_browser_without_webassembly(context: BrowserContext, root: Path) -> None:
    script = (root / FOLDER / "static" / "js" / "python_worker.js").read_text("utf-8")
    body = f"delete globalThis.WebAssembly;\n{script}"
    context.route(
        "**/python_worker.js", lambda route: route.fulfill(body=body, content_type="text/javascript")
    )
    with hosting(root) as address:
        page = context.new_page()
        # The first search is there without Python; another one is not.
        page.goto(f"{address}/tree-lab/?lang=en&algorithm=minimax")
        expect(page.locator(".problem")).to_contain_text("This browser has no WebAssembly")


def test_a_browser_without_room(context: BrowserContext, root: Path) -> None:
    with hosting(root) as address:
        page = context.new_page()
        quota = {"origin": address.rpartition(f"/{FOLDER}")[0], "quotaSize": 100_000}
        context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", quota)
        page.goto(f"{address}/?game=nim&lang=en")
        expect(page.locator("[data-notice='offline']")).to_contain_text("not without a network")


@pytest.mark.long
def test_two_tabs_and_broken_addresses(context: BrowserContext, root: Path) -> None:
    """Each tab has a Python of its own; what an address says wrongly is said beside it."""
    with hosting(root) as address:
        tabs = [Play(context.new_page(), address).open("nim", "human", "human") for _ in range(2)]
        for tab in tabs:
            tab.places.last.click()
        for tab in tabs:
            tab.expect_plies(1)
        page = tabs[0].page
        for query, words in (("game=nogame", "nogame"), ("game=nim&moves=z9", "z9")):
            page.goto(f"{address}/?{query}&lang=en")
            expect(page.locator(".notices, .problem").filter(has_text=words).first).to_be_visible()
        page.goto(f"{address}/tree-lab/?tree=A(B&lang=en")
        expect(page.locator(".problem").first).to_be_visible()


def test_the_board_is_there_before_python(context: BrowserContext, root: Path) -> None:
    context.route("**/python/**", lambda route: route.abort())
    with hosting(root) as address:
        page = context.new_page()
        page.goto(f"{address}/?game=nim&lang=de")
        page.locator(".place").first.wait_for()
        assert page.locator("nav a").all_inner_texts() == ["Spielen", "Baumlabor", "Lösung"]
        # The first search and the first exercise were asked when the site was written.
        page.goto(f"{address}/tree-lab/?lang=de")
        page.locator("svg [data-path='1']").first.wait_for()
        page.goto(f"{address}/tree-lab/?lang=en&mode=exercise")
        page.locator(".exercise-work [data-path='1']").first.wait_for()


def test_a_board_in_a_page_of_somebody_else(context: BrowserContext, root: Path, tmp_path: Path) -> None:
    """Another origin, and as strict as pages can be."""
    (tmp_path / FOLDER).mkdir(parents=True)
    with hosting(root) as address:
        board = '<spielbaum-board game="nim" p2="human" lang="de" id="b"></spielbaum-board>'
        script = f'<script defer src="{address}/static/js/embed.js"></script>'
        (tmp_path / FOLDER / "index.html").write_text(
            f"<!doctype html><html lang=de><title>Kurs</title>{script}<p>Heute: {board}</html>"
        )
        policy = f"default-src 'none'; script-src {address}/; frame-src {address}/"
        with hosting(tmp_path, {"Content-Security-Policy": policy}) as course:
            page = context.new_page()
            heard = complaints(page)
            page.goto(f"{course}/")
            frame = page.frame_locator("spielbaum-board iframe")
            frame.locator(".place").first.wait_for()
            expect(frame.locator("html")).to_have_attribute("lang", "de")
            expect(page.locator("spielbaum-board iframe")).to_have_attribute("title", "Spielbaum: nim")
            page.evaluate("document.getElementById('b').setAttribute('game', 'connect4')")
            expect(frame.locator(".place")).to_have_count(7)
            assert heard == []


def test_a_file_that_did_not_arrive_whole(context: BrowserContext, root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    packages = tmp_path / FOLDER / "python" / "packages.zip.bin"
    packages.write_bytes(packages.read_bytes()[:-1000])
    with hosting(tmp_path) as address:
        page = context.new_page()
        page.goto(f"{address}/tree-lab/?lang=en&algorithm=minimax")
        expect(page.locator(".problem")).to_have_text(
            "The file packages.zip did not arrive whole; please load the page again."
        )


def test_a_browser_that_may_not_keep_files(browser: Browser, root: Path) -> None:
    """On a host without a certificate no page may; it has another name here, as this machine is trusted."""
    flags = [*FLAGS, "--host-resolver-rules=MAP course.test 127.0.0.1"]
    path = next(found for name in CHROMIUM if (found := shutil.which(name)))
    strict = browser.browser_type.launch(executable_path=path, args=flags)
    with hosting(root) as address:
        page = strict.new_page(locale="de-DE")
        page.goto(address.replace("127.0.0.1", "course.test") + "/?game=nim")
        expect(page.locator("[data-notice='offline']")).to_contain_text("nicht ohne Netz")
    strict.close()


@pytest.mark.long
def test_a_hint_does_not_wait_for_an_analysis(context: BrowserContext, root: Path) -> None:
    """The analysis would go on for hours; it gives way, and goes on afterwards."""
    with hosting(root) as address:
        play = Play(context.new_page(), address).open("connect4", "human", "human")
        play.page.get_by_role("switch").click()
        play.page.locator(".insight .worth").wait_for()
        play.button("Hint").click()
        play.page.locator(".hint, .hinted").first.wait_for()
        expect(play.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")


@pytest.mark.long
def test_threads_where_a_page_may_share_memory(context: BrowserContext, root: Path) -> None:
    """No header comes from the host: the first visit says why there is one thread, the second has several."""
    with hosting(root, {"Content-Security-Policy": POLICY}) as address:
        play = Play(context.new_page(), address).open("connect4", "engine:depth=9,threads=2", "human")
        expect(play.page.locator(".notices")).to_contain_text("2 threads cannot search connect4 here, only 1")
        assert play.page.evaluate("crossOriginIsolated") is False
        kept(play.page)
        play.open("connect4", "engine:depth=9,threads=2", "human")
        assert play.page.evaluate("crossOriginIsolated") is True
        play.settle("human")
        play.expect_plies(1)
        assert [worker.url for worker in play.page.workers if worker.url.endswith("/driver/helper.js")]
        play.open("connect4", "engine:depth=9,threads=255", "human")
        expect(play.page.locator(".notices")).to_contain_text("255 threads cannot search connect4 here")
    assert play.complaints == []


def test_a_page_without_python_plays_a_whole_game_without_a_network(
    context: BrowserContext, root: Path, tmp_path: Path
) -> None:
    module = gzip.decompress((root / FOLDER / "games" / "connect4.wasm.bin").read_bytes())
    files = light_files(Plan(("connect4",), modules={"connect4": module}))
    for name, content in files.items():
        path = tmp_path / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    with hosting(tmp_path, {"Content-Security-Policy": POLICY}) as address:
        play = Play(context.new_page(), address).open("connect4", "human", "engine:level=3")
        kept(play.page)
    while play.settle("human", "over") == "human":
        before = len(play.plies)
        play.places.nth(before % play.places.count()).click()
        expect(play.page.locator(".plies button").nth(before)).to_be_visible()
    expect(play.status).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    assert faults(play.page) == []
    # The address is the game, also without Python.
    over = play.page.url
    text = play.status.inner_text()
    play.page.goto(over)
    play.settle("over")
    assert play.status.inner_text() == text
    # A search that would think for hours is called off.
    play.open("connect4", "human", f"engine:seconds={9 * PATIENCE}", moves="4", lang="de")
    play.settle("thinking")
    play.page.keyboard.press("!")
    play.expect_plies(2)
    play.open("connect4", "human", "human", moves="4,9")
    expect(play.page.locator(".notices")).to_contain_text("Move 2, 9, is not legal here; legal are: 1, 2")
    assert play.complaints == []
    assert all(url.startswith(address) for url in asked), asked


#: A game of each kind of board.
KINDS = (
    "tictactoe", "connect4", "kalah", "nim", "othello", "morris", "lgame", "hexapawn", "dobutsu", "chess",
    "pig", "small_2048", "einstein", "backgammon", "bare",
)  # fmt: skip
SEED = 7
#: Plies that the searches of positions look ahead, whose values are compared.
DEPTH = 3


def whole_game(game: Game[Any, Any], levels: list[str]) -> list[str]:
    """The moves and throws of a game from its start to its end, played here."""
    players = [as_player(level) for level in levels]
    for player in players:
        player.prepare(game, SEED)
    position = Position.of(game)
    while not position.over:
        who = position.player
        move = (
            throw(position, SEED) if who == CHANCE else as_choice(players[who].choose(position, Turn())).move
        )
        position = position.after(move)
    return list(position.history_texts)


def moves_in(address: str, game: Game[Any, Any]) -> list[str]:
    """The moves that stand in the address of a page."""
    (moves,) = parse_qs(urlsplit(address).query)["moves"]
    width = game.presentation.move_width
    if width and "," not in moves:
        return split_moves(game, moves)
    return [re.sub("~([.~])", lambda sign: "," if sign[1] == "." else "~", word) for word in moves.split(",")]


#: What whoever answers a page finds in a position, the time apart.
SEARCH = """async body => {
  const { request } = await import(new URL("static/js/answers.js", document.baseURI));
  const text = await (await request("/api/think", body, { language: "en" })).text();
  const told = text.split("\\n\\n").find(part => part.startsWith("event: done"));
  return JSON.parse(told.slice(told.indexOf("data: ") + 6)).info;
}"""


def searches_of(name: str, moves: list[str]) -> list[dict[str, Any]]:
    """Searches of some positions of a game, as a page asks for them."""
    games = GameCatalog(OWN)
    plies = [ply for ply in range(len(moves)) if games.position(name, "", moves[:ply]).player != CHANCE]
    body = {"game": name, "start": "", "player": f"engine:depth={DEPTH}", "seed": SEED}
    return [{**body, "moves": moves[:ply]} for ply in plies[:: max(len(plies) // 6, 1)]]


def found_here(asked: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The same from the native engine."""
    runner = JobRunner(GameCatalog(OWN))
    for body in asked:
        told: list[dict[str, Any]] = []
        task = {**body, "kind": "think", "given": 10.0 * PATIENCE, "language": "en"}
        runner.run(task, Event(), told.append)
        yield told[-1]["done"]["info"]


@pytest.mark.long
def test_whole_games_on_each_kind_of_board_are_those_of_the_native_engine(
    context: BrowserContext, site_root: Path
) -> None:
    """From start to end, with the host gone once everything is loaded: every move is what is chosen here.
    So is what searches of positions on the way find: values, lines, depths and counts.
    """
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    with hosting(site_root, {"Content-Security-Policy": POLICY}) as address:
        play = Play(context.new_page(), address).open("nim", "human", "human")
        kept(play.page)
    context.set_offline(True)
    for name in KINDS:
        game = load_game(OWN.get(name, name))
        levels = [f"engine:level={number + 3}" for number in range(game.facts.players)]
        expected = whole_game(game, levels)
        play.open(name, *levels, seed=str(SEED), pace="0")
        play.settle("over")
        assert moves_in(play.page.url, game) == expected, name
        searches = searches_of(name, expected)
        assert len(searches) >= 3, name
        play.open(name, *["human"] * game.facts.players, seed=str(SEED))  # with empty tables, as here
        for body, here in zip(searches, found_here(searches), strict=True):
            there = play.page.evaluate(SEARCH, body)
            assert there | {"seconds": 0} == here | {"seconds": 0}, body
    assert play.complaints == []
    assert all(url.startswith((address, "blob:", "data:")) for url in asked), asked


@pytest.mark.long
def test_rules_that_raise_or_end_python(context: BrowserContext, root: Path) -> None:
    """One sentence each, and the game goes on."""
    with hosting(root) as address:
        play = Play(context.new_page(), address)
        for moves, trap, words in (("1,1,1", "2", "RuntimeError"), ("1", "4", "was started again")):
            play.open("trap", "human", "human", moves=moves)
            play.page.locator(".place, .moves button").first.wait_for()
            before = len(play.plies)
            for move in (trap, "1"):
                play.page.get_by_label("Move", exact=True).fill(move)
                play.page.keyboard.press("Enter")
                if move == trap:
                    expect(play.page.locator(".notices")).to_contain_text(words)
            play.expect_plies(before + 1)


@pytest.mark.long
def test_rules_that_never_return(context: BrowserContext, root: Path) -> None:
    """The worker is ended and started again; the page says so and goes on."""
    with hosting(root) as address:
        play = Play(context.new_page(), address).open("trap", "human", "human", moves="1,1")
        play.page.locator(".place, .moves button").first.wait_for()
        play.page.get_by_label("Move", exact=True).fill("3")
        play.page.keyboard.press("Enter")
        expect(play.page.locator(".notices")).to_contain_text("was started again")
        expect(play.page.locator(".notices")).to_contain_text("never end")
        play.page.get_by_label("Move", exact=True).fill("1")
        play.page.keyboard.press("Enter")
        play.expect_plies(3)
