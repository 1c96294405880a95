"""Write a site: the pages, Python for browsers with our sources, and first answers.

All addresses in it are relative, so it works in any folder of any host. What every visitor asks first is
asked here (`answers/`), so that a page shows its board before Python has arrived.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from pydantic import BaseModel

import spielbaum
from spielbaum.draw.boards import board_svg
from spielbaum.engine.wasm_package import driver
from spielbaum.errors import BadInput
from spielbaum.language import LANGUAGES, catalogue, say
from spielbaum.site.bytecode import LOCK
from spielbaum.site.compile_archive import add
from spielbaum.site.imports import check_imports, needed
from spielbaum.site.runtime import Runtime
from spielbaum.site.solving import Solved
from spielbaum.tree import Tree
from spielbaum.web.game_catalog import GameCatalog
from spielbaum.web.game_views import about_page, games_view, show_game
from spielbaum.web.messages import GameRequest, PositionRequest
from spielbaum.web.pages import page_html
from spielbaum.web.play.positions import show_position
from spielbaum.web.questions import QUESTIONS, answer
from spielbaum.web.server_limits import ServerLimits
from spielbaum.web.tree_lab.facts import tree_lab_facts
from spielbaum.web.tree_lab.messages import TreeLab

PACKAGE = Path(spielbaum.__file__).parent
STATIC = PACKAGE / "web" / "static"
#: The pages of every site, in the order of the navigation.
PAGES = ("play", "tree_lab")
#: What only a server has, a notebook, or a page without Python: pages with their scripts and styles.
SERVER_ONLY = ("experiments", "light", "notebook", "server.js")
#: Figures and tables of the page *Solution* are those of the page *Experiments*.
SHARED = ("figure.js", "chart.js", "scale.js")
#: Our packages that need what is not there in a page, or have nothing to do in it.
LEFT_OUT = ("cli", "experiments", "terminal", "conformance")
#: Of Python's library and of the wheels, what has nothing to do in a page: it would be a megabyte more.
USELESS = re.compile(
    r"(_pyrepl|ensurepip|idlelib|multiprocessing|pydoc_data|sqlite3|tkinter|unittest|venv|wsgiref|xmlrpc)/"
    r"|(bdb|doctest|ftplib|imaplib|mailbox|pdb|poplib|profile|pstats|pydoc|smtplib|socketserver|turtle)\.py$"
    r"|encodings/(?!cp437)(cp|iso8859_|koi8_|mac_)"
    r"|pydantic/(v1/|mypy)"
    r"|.*(\.dist-info/|\.pyi$|/$)"
)
#: The tree that the tree lab begins with (`address.js`).
HAND = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))"
#: In place of `answers.js`; see there.
ANSWERS = '// Python inside the page answers.\n\nexport * from "./python.js";\n'
#: Where Python in the page finds the games of `--game`.
GAME_FOLDER = "site_games"
FOLDER = "/lib/site"
#: The folder of a documentation beside the pages.
DOCS = "docs"
#: The archives with the library of Python, and with packages.
LIBRARY, PACKAGES = "python_stdlib.zip", "packages.zip"
#: Everything from where the page is, nothing inline. Blobs are how searches are stopped (`python.js`).
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' blob:",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",  # the search of a documentation
    )
)


@dataclass(frozen=True)
class Plan:
    """What a site offers: registered games, files of games by name, and modules of the engine by game."""

    games: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, bytes] = field(default_factory=dict)
    #: Of small games; without any there is no page *Solution*.
    solved: Solved = field(default_factory=Solved)
    #: The longest that a search may think.
    seconds: float = 60.0
    #: The folder of a documentation that shall lie beside the pages.
    documentation: Path | None = None

    @property
    def pages(self) -> tuple[str, ...]:
        return (*PAGES, "solution") if self.solved.files else PAGES

    @property
    def docs(self) -> dict[str, str]:
        """First pages of the documentation, by language."""
        return {} if self.documentation is None else found_docs(self.documentation)

    @property
    def catalog(self) -> GameCatalog:
        limits = ServerLimits(seconds=self.seconds)
        return GameCatalog(self.files, limits, only=frozenset(self.games), engines=frozenset(self.modules))


def site_files(plan: Plan, runtime: Runtime) -> dict[str, bytes]:
    """The files of the site by their paths."""
    files = dict(static_files()) | dict(_python(plan, runtime))
    files |= {_module(name): packed(content) for name, content in plan.modules.items()}
    # Threads of a search are driven by JavaScript.
    files |= {f"static/js/{name}": file for name, file in driver().items() if name.startswith("driver/")}
    known, answers = written_answers(_known(plan))
    files |= answers | dict(pages(plan, plan.pages))
    files |= {_solution(name): content for name, content in plan.solved.files.items()}
    facts = {
        "known": known,
        "sizes": {
            name.removeprefix("python/"): len(content)
            for name, content in files.items()
            if name.startswith("python/") and name.endswith((".zip", ".bin"))
        },
        "python": {
            "lock": LOCK,
            "games": list(plan.games),
            "engines": list(plan.modules),
            "seconds": plan.seconds,
            "files": {name: _inside(spec) for name, spec in plan.files.items()},
        },
        "modules": {name: _module(name) for name in plan.modules},
        "solutions": {name: _solution(name) for name in plan.solved.files},
    }
    files["site.json"] = as_json(facts)
    return with_docs(files, plan)


def with_docs(files: Mapping[str, bytes], plan: Plan) -> dict[str, bytes]:
    """The site with its documentation, and with the script that keeps both in the browser."""
    folder = plan.documentation
    found = () if folder is None else sorted(path for path in folder.rglob("*") if path.is_file())
    docs = {f"{DOCS}/{path.relative_to(folder or '').as_posix()}": path.read_bytes() for path in found}
    return {**files, **docs, "service_worker.js": service_worker(files, docs)}


def _module(name: str) -> str:
    return f"games/{name}.wasm.bin"


def _solution(name: str) -> str:
    return f"games/{name}.solution.bin"


def found_docs(folder: Path) -> dict[str, str]:
    """The first pages of a documentation in that folder, by language, as they will lie beside the pages."""
    first = {
        language: "index.html" if language == "en" else f"{language}/index.html" for language in LANGUAGES
    }
    found = {language: f"{DOCS}/{page}" for language, page in first.items() if (folder / page).is_file()}
    if not found:
        raise BadInput("site.no_docs", folder=folder)
    return found


# --- the pages ----------------------------------------------------------------------------------------------


def static_files(
    left_out: Container[str] = SERVER_ONLY, answers: str = ANSWERS
) -> Iterator[tuple[str, bytes]]:
    """Scripts and styles without those folders and files, and the script that says who answers."""
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC)
        if path.suffix in (".js", ".css", ".svg") and name.name != "service_worker.js":
            left = any(part.removesuffix(".css") in left_out for part in name.parts)
            shared = name.parent.name == "experiments" and name.name in SHARED and "solution" not in left_out
            if shared or not left:
                yield f"static/{name.as_posix()}", path.read_bytes()
    yield "static/js/answers.js", answers.encode()


def pages(plan: Plan, names: Iterable[str], styles: Iterable[str] = ()) -> Iterator[tuple[str, bytes]]:
    """Each page with something to look at until its scripts have come; `styles` are sheets beside its own."""
    for number, page in enumerate(names):
        up = "" if number == 0 else "../"
        first = "".join(
            f'<section lang="{language}"><h1>{escape(say(f"web.page.{page}", language))}</h1>'
            f"<p>{escape(say('web.site.first', language))}</p></section>"
            for language in LANGUAGES
        )
        drawn = _first_picture(plan, page)
        if drawn is not None:
            about, width, svg = drawn
            yield f"first/{page}.svg", svg.encode()
            first += f'<p><img src="{up}first/{page}.svg" width="{width}" alt="{escape(about)}"></p>'
        text = page_html(page, up, styles=styles, policy=POLICY, first=first)
        yield f"{'' if number == 0 else page.replace('_', '-') + '/'}index.html", text.encode()


def _first_picture(plan: Plan, page: str) -> tuple[str, int, str] | None:
    """What a page shows first: what it is about, its width, and the drawing; None where there is none."""
    if page == "tree_lab":
        return HAND, 654, Tree.read(HAND).to_svg()
    name = next(iter(plan.solved.files)) if page == "solution" else default_game(plan)
    game = plan.catalog.game(name)
    if game.presentation.picture is None:
        return None
    return game.name, 420, board_svg(game.presentation.picture(game.start), plain=True)


def default_game(plan: Plan) -> str:
    about = about_page(plan.catalog.limits, list(PAGES))
    names = plan.catalog.names()
    return about.default_game if about.default_game in names else names[0]


def _known(plan: Plan) -> Iterator[tuple[str, str, str, Any]]:
    """What is asked, the file of the answer, the language (in that name as LANGUAGE), and the answer."""
    games = plan.catalog
    about = about_page(games.limits, list(plan.pages)).model_copy(
        update={"default_game": default_game(plan), "docs": dict(plan.docs)}
    )
    yield "/api/about", "answers/about.json", "", about
    for language in LANGUAGES:
        yield f"/api/catalogue/{language}", f"answers/{language}/words.json", "", dict(catalogue(language))
        folder = "answers/LANGUAGE"
        facts = tree_lab_facts(language, engine=bool(plan.modules))
        drawn = [name for name in facts.formats if name not in ("png", "pdf")]  # those need Typst
        lab = facts.model_copy(update={"formats": drawn})
        yield "/api/tree-lab", f"{folder}/tree-lab.json", language, lab
        yield from (
            (
                question(path, body),
                f"{folder}/{file}.json",
                language,
                answer(QUESTIONS[path], body, games, language),
            )
            for file, path, body in first_in_the_lab(lab)
        )
        yield "/api/games", f"{folder}/games.json", language, games_view(games, language)
        yield from (
            (path if body is None else question(path, body), f"{folder}/{file}", language, told)
            for path, body, file, of, told in plan.solved.answers
            if of == language
        )
        for name in games.names():
            told = show_game(GameRequest(game=name), games, language)
            yield f"/api/games/{name}", f"{folder}/games/{name}.json", language, told
            start: dict[str, Any] = {"game": name, "start": "", "moves": []}
            view = show_position(PositionRequest(**start), games, language)
            yield question("/api/position", start), f"{folder}/start/{name}.json", language, view


def first_in_the_lab(lab: TreeLab) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What the tree lab asks when it is opened, as its scripts write it: a search, or an exercise."""
    tree = {"order": "", "tree": HAND, "leaves": "max"}
    search = {"depth": None, "fail_hard": False, "strict": False, "sort": "", "teams": "", "ties": "first"}
    looks = {"numbers": False, "boards": 0, "strategy": 0, "direction": "down", "scope": "tree-a"}
    kind = "alphabeta"
    task = {"kind": kind, "conventions": lab.conventions[kind][:1], "depth": None, "teams": ""}
    yield "first-search", "/api/tree-lab/trace", {**tree, "algorithm": kind, **search, **looks}
    yield "first-exercise", "/api/tree-lab/exercise", {**tree, **task}


def question(path: str, body: Mapping[str, Any]) -> str:
    """What a page asks, as `python.js` writes it."""
    return f"{path} {json.dumps(body, ensure_ascii=False, separators=(',', ':'))}"


def written_answers(
    known: Iterable[tuple[str, str, str, Any]],
) -> tuple[dict[str, str], dict[str, bytes]]:
    """The files of answers by what is asked, and the contents of these files."""
    names, files = {}, {}
    for key, path, language, told in known:
        names[key] = f"{path}.bin"
        files[names[key].replace("LANGUAGE", language)] = packed(as_json(told))
    return names, files


def packed(content: bytes) -> bytes:
    """Compressed, for files called .bin: many hosts send files as they are; some would unpack a .gz."""
    return gzip.compress(content, mtime=0)


def as_json(content: Any) -> bytes:
    told = content.model_dump(mode="json") if isinstance(content, BaseModel) else content
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()


# --- Python -------------------------------------------------------------------------------------------------


def _python(plan: Plan, runtime: Runtime) -> Iterator[tuple[str, bytes]]:
    for name, content in runtime.parts.items():
        if name.endswith(".wasm"):
            yield f"python/{name}.bin", packed(content)
        elif name != LIBRARY:
            yield f"python/{name}", content
    own = [Path(path) for path in dict.fromkeys(map(_path, plan.files.values()))]
    library = _useful(runtime.parts[LIBRARY], _imported(own, runtime))
    compiled = runtime.compiled({LIBRARY: _archive(library), PACKAGES: _archive(_packages(runtime))})
    # Sources: who looks for a mistake in a game of their own wants to read its lines.
    games = [(f"{GAME_FOLDER}/{path.name}", path.read_bytes()) for path in own]
    for name, more in ((LIBRARY, []), (PACKAGES, games)):
        # Compressed as a whole, a tenth less than file by file, and nothing is left for Python to unpack.
        plain = _archive((*_contents(compiled[name]), *more), ZIP_STORED)
        yield f"python/{name}.bin", packed(plain)


def _contents(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with ZipFile(BytesIO(archive)) as opened:
        for name in opened.namelist():
            yield name, opened.read(name)


def _packages(runtime: Runtime) -> Iterator[tuple[str, bytes]]:
    """The files of the wheels, and our own sources."""
    for wheel in runtime.wheels:
        yield from sorted(_useful(wheel))
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE)
        if path.suffix in (".py", ".json") and inside.parts[0] not in LEFT_OUT:
            yield f"spielbaum/{inside.as_posix()}", path.read_bytes()


def _imported(own: Iterable[Path], runtime: Runtime) -> set[str]:
    """The first names of the modules that own games need; says so where a page has none of that name."""
    packages = {"spielbaum"}
    for wheel in runtime.wheels:
        packages |= {re.split(r"[/.]", name)[0] for name, _ in _useful(wheel)}
    for path in own:
        check_imports(path, packages)
    with ZipFile(BytesIO(runtime.parts[LIBRARY])) as opened:
        rare = [name for name in opened.namelist() if USELESS.match(name) and name.endswith(".py")]
        library = {name: opened.read(name).decode("utf-8", "replace") for name in rare}
    return needed([path.read_text("utf-8") for path in own], library)


def _useful(archive: bytes, wanted: Container[str] = ()) -> Iterator[tuple[str, bytes]]:
    """The files of an archive that are used in a page, or belong to a module that is wanted."""
    for name, content in _contents(archive):
        if not USELESS.match(name) or (name.endswith(".py") and re.split(r"[/.]", name)[0] in wanted):
            yield name, content


def _archive(files: Iterable[tuple[str, bytes]], kind: int = ZIP_DEFLATED) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for name, file in files:
            add(archive, name, file, kind)
    return content.getvalue()


def _path(spec: str) -> str:
    """The file of a game; a factory may be named after it, with a colon."""
    path, found, _ = spec.partition(".py:")
    return path + ".py" if found else spec


def _inside(spec: str) -> str:
    """The same, where Python in the page finds it."""
    path = _path(spec)
    return f"{FOLDER}/{GAME_FOLDER}/{Path(path).name}{spec[len(path) :]}"


# --- without a network --------------------------------------------------------------------------------------


def service_worker(files: Mapping[str, bytes], docs: Mapping[str, bytes]) -> bytes:
    """The script that keeps the site in the browser, with the names of its files and a digest of them all."""
    digest = sha256()
    for name, content in sorted({**files, **docs}.items()):
        digest.update(f"{name} {sha256(content).hexdigest()}\n".encode())
    script = (STATIC / "js" / "service_worker.js").read_text("utf-8")
    names = [name.removesuffix("index.html") for name in sorted(files)]
    words = {'"VERSION"': digest.hexdigest()[:16], '["FILES"]': names, '["DOCS"]': sorted(docs)}
    for word, meant in words.items():
        script = script.replace(word, json.dumps(meant))
    return script.encode()
