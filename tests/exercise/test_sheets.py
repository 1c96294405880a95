"""Sheets in every format: golden files, names that mean something to the format, LaTeX that compiles.

To renew the files after a wanted change: `SPIELBAUM_GOLDEN=write pytest tests/exercise/test_sheets.py`, then
look at the difference, and at the sheets.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Callable
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spielbaum.errors import BadInput
from spielbaum.exercise import (
    KIND_CONVENTIONS,
    KINDS,
    Exercise,
    Kind,
    Sheet,
    Subject,
    TreeRequirements,
    exercises_to_json,
    json_text,
    make_exercises,
    sheet_html,
    sheet_latex,
    sheet_moodle,
    solution,
    solve,
)
from spielbaum.exercise.make_positions import position_exercise
from spielbaum.exercise.model import CHANCE_KINDS
from spielbaum.exercise.moodle import words
from spielbaum.games import load_game
from spielbaum.result import CHANCE
from spielbaum.search import retrograde
from spielbaum.tree import Tree, read_tree
from tests.draw.samples import NASTY
from tests.support.patience import PATIENCE
from tests.support.trees import LECTURE

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "exercise"
SEED = 7


def sheet(*kinds: Kind, number: int = 1) -> Sheet:
    columns = [make_exercises(kind, number, SEED) for kind in kinds]
    return Sheet(tuple(zip(*columns, strict=True)), SEED)


def without_files(xml: str) -> str:
    """Figures have their own golden files; here it counts that there is one."""
    return re.sub(r">[A-Za-z0-9+/=]{100,}</file>", ">…</file>", xml)


def as_json(kind: Kind) -> str:
    exercises = make_exercises(kind, 1, SEED)
    return json_text(exercises_to_json([(e, solution(e)) for e in exercises], SEED))


CASES: dict[str, Callable[[], str]] = {
    **{f"{kind}.json": lambda kind=kind: as_json(kind) for kind in KINDS},  # type: ignore[misc]
    **{f"{kind}.xml": lambda kind=kind: without_files(sheet_moodle(sheet(kind), "de")) for kind in KINDS},  # type: ignore[misc]
    "exercises-de.tex": lambda: sheet_latex(sheet(*KINDS), "de"),
    "solutions-en.tex": lambda: sheet_latex(sheet(*KINDS), "en", solutions=True),
    "exercises-en.html": lambda: sheet_html(sheet(*KINDS), "en"),
    "solutions-de.html": lambda: sheet_html(sheet(*KINDS), "de", solutions=True),
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name: str) -> None:
    made = CASES[name]()
    path = GOLDEN / name
    if os.environ.get("SPIELBAUM_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == made


def test_no_golden_file_is_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(CASES)


# ----------------------------------------------------------------------- contents


def test_the_sheet_does_not_give_the_answer_away() -> None:
    exercise = Exercise("values", read_tree("A(B=77(8 7 3) C(2 9))"))  # an estimate that is not asked about
    text = sheet_latex(Sheet(((exercise,),)), "en")
    assert "77" not in text
    html = sheet_html(Sheet(((Exercise("alphabeta", read_tree(LECTURE)),),)), "en")
    assert "cut:" not in html
    assert "sb-1-1" in html


@pytest.mark.parametrize("language", ["de", "en"])
def test_conventions_are_printed(language: str) -> None:
    exercise = Exercise("alphabeta", read_tree(LECTURE), KIND_CONVENTIONS["alphabeta"])
    for solutions in (False, True):
        html = sheet_html(Sheet(((exercise,),)), language, solutions=solutions)
        assert "α ≥ β, fail-soft" in html
        assert "α &gt; β, fail-hard" in html
        assert ("von links nach rechts" if language == "de" else "from left to right") in html


@pytest.mark.parametrize("kind", ["alphabeta", "maxn"])
def test_a_wide_tree_grows_to_the_right_and_says_so(kind: Kind) -> None:
    wide, narrow = (
        sheet_latex(Sheet((make_exercises(kind, 1, 1, TreeRequirements(branching=b, depth=3)),)))
        for b in (3, 2)
    )
    assert ("grow'=east" in wide, "from top to bottom" in wide) == (True, True)
    assert ("grow'=east" in narrow, "from top to bottom" in narrow) == (False, False)


def test_an_empty_sheet() -> None:
    for variants in ((), ((),)):
        with pytest.raises(BadInput, match="at least one"):
            Sheet(variants)


def gaps(text: str) -> list[tuple[str, str]]:
    """The gaps that Moodle finds in a text: kind and answers."""
    return re.findall(r"\{\d*:(\w+):(.*?)(?<!\\)\}", text)


def questions(xml: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(xml)
    assert root.tag == "quiz"
    first, *others = root
    assert first.get("type") == "category"
    return others


def test_moodle_gaps_hold_the_answers() -> None:
    exercise = Exercise("alphabeta", read_tree(LECTURE))
    (question,) = questions(sheet_moodle(Sheet(((exercise,),)), "en"))
    assert question.get("type") == "cloze"
    text = question.findtext("questiontext/text") or ""
    rows = dict(re.findall(r"<tr><th>(\w+)</th>(.*?)</tr>", text))
    assert gaps(rows["C"])[:2] == [("SHORTANSWER", "=3"), ("SHORTANSWER", "=inf~=+inf~=∞~=+∞")]
    assert gaps(rows["C"])[2] == ("MULTICHOICE", "no cut~cut from F on~=cut from G on")
    assert gaps(rows["C"])[3] == ("SHORTANSWER", "=2")
    assert gaps(rows["G"])[0] == ("SHORTANSWER", "=-~=–~=−")
    assert gaps(text)[-1] == ("MULTICHOICE", "=B~C~D")
    for place in ("questiontext", "generalfeedback"):
        file = question.find(f"{place}/file")
        assert file is not None
        assert f"@@PLUGINFILE@@/{file.get('name')}" in (question.findtext(f"{place}/text") or "")
        picture = ElementTree.fromstring(b64decode(file.text or ""))
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(
    ("kind", "tree", "node", "expected"),
    [
        ("alphabeta", "A(B(-8 -7) C(-0.5 -12))", "B", ["=-8~=−8~=–8"]),
        ("alphabeta", "A(B(-8 -7) C(-0.5 -12))", "C", ["=-8~=−8~=–8", "=-12~=−12~=–12"]),
        ("values", "A(B(0.5 2) C(-2.25 12))", "B", ["=0.5~=0,5"]),
        ("values", "A(B(0.5 2) C(-2.25 12))", "C", ["=-2.25~=-2,25~=−2.25~=−2,25~=–2.25~=–2,25"]),
        ("maxn", "A(B(1,-2,3 0,-9,9) C(4,5,6 7,8,1))", "B", ["=1:0", "=-2~=−2~=–2", "=3:0"]),
    ],
)
def test_moodle_takes_every_spelling_of_a_number(
    kind: Kind, tree: str, node: str, expected: list[str]
) -> None:
    """A real minus sign, the dash that some keyboards make of it, a decimal comma."""
    (question,) = questions(sheet_moodle(Sheet(((Exercise(kind, read_tree(tree)),),)), "de"))
    rows = dict(re.findall(r"<tr><th>(\w+)</th>(.*?)</tr>", question.findtext("questiontext/text") or ""))
    numbers = [
        answers for form, answers in gaps(rows[node]) if form != "MULTICHOICE" and "inf" not in answers
    ]
    assert numbers == expected


def right_in_moodle(form: str, answers: str, given: str) -> bool:
    """Whether a short answer counts: as a whole, in any case, where `*` stands for anything."""
    assert form == "SHORTANSWER"
    patterns = (unescape(answer.removeprefix("=")) for answer in answers.split("~"))
    return any(
        re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), given.strip(), re.IGNORECASE)
        for pattern in patterns
    )


@pytest.mark.parametrize(
    ("tree", "right", "wrong"),
    [
        ("A*(1/3: 1 2/3: 0)", "1/3 0.333333 0,333333 0.3333333333 0,3333333", "0.33 0.333 1/4 3 0.34 1"),
        ("A*(2/3: 1 1/3: 0)", "2/3 0.666667 0,666667 0.6666666 0.66666667", "0.67 0.667 0.666676 -2/3"),
        ("A*(1/6: -1 5/6: 0)", "-1/6 −1/6 –1/6 -0.166667 −0,166666", "1/6 0.166667 -0.1666 -1/7"),
        ("A*(1/5: 6 4/5: 0)", "6/5 1.2 1,2 1.20 1,200 1.200000", "1.21 1.3 6 12 1.2000001"),
        ("A*(1/4: -9 3/4: 0)", "-9/4 -2.25 −2,25 –2.250", "2.25 -2.2 -2.251"),
    ],
)
def test_moodle_takes_expected_values_as_fractions_and_as_decimals(tree: str, right: str, wrong: str) -> None:
    exercise = Exercise("expected-values", read_tree(f"R(A{tree[1:]} B(-30 -40))"))
    (question,) = questions(sheet_moodle(Sheet(((exercise,),)), "de"))
    rows = dict(re.findall(r"<tr><th>(\w+)</th>(.*?)</tr>", question.findtext("questiontext/text") or ""))
    ((form, answers),) = gaps(rows["A"])
    for typed in right.split():
        assert right_in_moodle(form, answers, typed), typed
    for typed in wrong.split():
        assert not right_in_moodle(form, answers, typed), typed


def test_moodle_takes_the_answers_of_every_allowed_convention() -> None:
    tree = read_tree("A(B(5 7) C(D(1 2) E(9 3)))")
    exercise = Exercise("alphabeta", tree, ("soft", "hard"))
    soft, hard = (solve(exercise, name).results[(1,)].value for name in ("soft", "hard"))
    assert (soft, hard) == (2, 5)
    (question,) = questions(sheet_moodle(Sheet(((exercise,),)), "en"))
    assert ("SHORTANSWER", "=2~=5") in gaps(question.findtext("questiontext/text") or "")


@pytest.mark.parametrize(
    ("language", "first", "last", "also"),
    [
        (
            "en",
            "the first from the left is chosen",
            "the last, furthest to the right, is chosen",
            "Also accepted",
        ),
        ("de", "das erste von links gewählt", "das letzte, ganz rechts, gewählt", "Ebenfalls als richtig"),
    ],
)
def test_the_sheet_says_which_of_equals_is_taken(language: str, first: str, last: str, also: str) -> None:
    tree = read_tree("A(B(1,5,0 6,5,1) C(3,2,2 4,1,9))")

    def printed(*conventions: str) -> str:
        return sheet_html(Sheet(((Exercise("maxn", tree, conventions),),)), language)

    assert first in printed()
    assert last not in printed()
    assert last in printed("last")
    assert first not in printed("last")
    both = printed("last", "first")
    assert both.index(last) < both.index(also) < both.index(first)
    # Either answer fills the gap where both are allowed.
    (question,) = questions(sheet_moodle(Sheet(((Exercise("maxn", tree, ("first", "last")),),)), language))
    rows = dict(re.findall(r"<tr><th>(\w+)</th>(.*?)</tr>", question.findtext("questiontext/text") or ""))
    assert gaps(rows["B"]) == [("NUMERICAL", "=1:0~=6:0"), ("NUMERICAL", "=5:0"), ("NUMERICAL", "=0:0~=1:0")]


@pytest.mark.parametrize("kind", KINDS)
def test_every_gap_has_a_right_answer(kind: Kind) -> None:
    for question in questions(sheet_moodle(sheet(kind, number=2), "de")):
        found = gaps(question.findtext("questiontext/text") or "")
        assert found
        assert all(re.search(r"(^|~)=", answers) for _, answers in found)


# ------------------------------------------------------------------------- nasty


def nasty(kind: Kind) -> Exercise:
    """Names, moves, titles and rules full of what formats take for commands."""
    if kind in ("maxn", "alliance"):
        leaves = [Tree(value=(i, -i, 0), name=n, edge=n) for i, n in enumerate(NASTY)]
        return Exercise(kind, Tree(leaves), teams="1+3" if kind == "alliance" else "")
    children = [
        Tree([Tree(value=2 * i, name=f"{n}!", edge=n), Tree(value=1)], name=n, edge=n, player=1, value=i)
        for i, n in enumerate(NASTY)
    ]
    tree = Tree(children, name=NASTY[0] + NASTY[1])
    if kind in CHANCE_KINDS:
        outcomes = [c.with_([o.with_((), probability=Fraction(1, 2)) for o in c.children]) for c in children]
        return Exercise(kind, tree.with_([c.with_(c.children, player=CHANCE) for c in outcomes]))
    subject = Subject("".join(NASTY), {"en": "".join(NASTY)}, (NASTY[0], NASTY[3]))
    if kind == "complete-tree":
        return Exercise(
            kind, tree.with_([c.with_(c.children, value=None) for c in children]), subject=subject
        )
    return Exercise(kind, tree, depth=1 if kind == "depth-limited" else None)


NASTY_SHEET = Sheet((tuple(nasty(kind) for kind in KINDS),), 1, title=NASTY[0] + NASTY[5])
_ELEMENTS = set(
    re.findall(
        r"\w+",
        """
        html head meta title style body article h1 h2 small p span section figure table tr th td ul li div em
        img svg desc rect g path text circle ellipse
        """,
    )
)


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not any(name.startswith("on") or name == "href" for name, _ in attrs)


def test_nasty_names_in_html() -> None:
    for solutions in (False, True):
        html = sheet_html(NASTY_SHEET, "en", solutions=solutions)
        parser = Elements()
        parser.feed(html)
        assert parser.seen <= _ELEMENTS
        assert "&lt;script&gt;" in html
        html.encode("utf-8")


def test_nasty_names_in_moodle() -> None:
    for question in questions(sheet_moodle(NASTY_SHEET, "de")):
        for place in ("questiontext", "generalfeedback"):
            text = question.findtext(f"{place}/text") or ""
            parser = Elements()
            parser.feed(text)
            assert parser.seen <= _ELEMENTS
            rest = re.sub(r"\{\d*:(\w+):(.*?)\}", "", text)
            assert not set("{}") & set(rest)
            assert rest.count("@@") in (0, 2)
            for kind, answers in gaps(text):
                assert kind in ("MULTICHOICE", "NUMERICAL", "SHORTANSWER")
                # A hash would begin a comment, unless it belongs to an entity.
                assert not re.search(r"(?<!&)#", answers)


@given(st.text())
@settings(max_examples=60)
def test_any_text_in_a_gap_stays_one_answer(text: str) -> None:
    written = words(text)
    assert not re.search(r"[{}~=%@$\\\"<>]|(?<!&)#", written)


def test_nasty_names_in_latex() -> None:
    for solutions in (False, True):
        text = sheet_latex(NASTY_SHEET, "de", solutions=solutions)
        assert text.isascii()
        assert not re.search(r"\\(input|write)\b", text)
        assert text.count(r"\end{document}") == 1


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("solutions", [False, True])
def test_latex_compiles(tmp_path: Path, solutions: bool) -> None:
    more = ((nasty("alphabeta"),), (nasty("complete-tree"),)) if solutions else ()
    whole = Sheet((*sheet(*KINDS).variants, *more), SEED, title="100 % & co")
    text = sheet_latex(whole, "de" if solutions else "en", solutions=solutions)
    (tmp_path / "sheet.tex").write_text(text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "sheet.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
    )
    if "File `" in done.stdout and "not found" in done.stdout:
        pytest.skip("this LaTeX lacks a package")
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_boards_keep_their_spaces() -> None:
    """The names of the columns stand below them."""
    game = load_game("hexapawn")
    exercise = position_exercise(game, retrograde(game).solution, game.start)
    one = Sheet(((exercise,),), SEED)
    assert r"{}\ \ a\ b\ c\\" in sheet_latex(one, "en")
    assert "\n  a b c</pre>" in sheet_html(one, "en")
    assert "<br>  a b c</pre>" in unescape(sheet_moodle(one, "en"))
