"""A widget's page in the browser: in a page that stands for a notebook, and in JupyterLab itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from queue import Queue
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from spielbaum import Position, Tree, load_game
from spielbaum.notebook import Widget
from spielbaum.search import record
from spielbaum.web.bundle import STATIC
from tests.browser.conftest import PATIENCE, ROOT
from tests.browser.pages import complaints

pytestmark = pytest.mark.browser

#: What anywidget does with the widget's script: a model whose messages go to the kernel and come from there.
HOST = """
async ([script, state]) => {
  const blob = new Blob([script], { type: "text/javascript" });
  const { default: widget } = await import(URL.createObjectURL(blob));
  const heard = new Set();
  const model = {
    get: (name) => state[name],
    send: (content) => toKernel(content),
    on: (kind, listener) => kind === "msg:custom" && heard.add(listener),
    off: (kind, listener) => heard.delete(listener),
  };
  window.fromKernel = (message) => heard.forEach((listener) => listener(message));
  window.leave = widget.render({ model, el: document.body });
}
"""


class Notebook:
    """A page with a widget, whose kernel is this process."""

    def __init__(self, page: Page, widget: Widget) -> None:
        self.page, self.widget = page, widget
        self.complaints = complaints(page)
        self._said: Queue[dict[str, Any]] = Queue()
        widget.send = self._said.put
        page.set_content("<!doctype html><body data-jp-theme-light='true' style='margin: 0'>")
        page.expose_function("toKernel", lambda content: widget._hear(widget, content, []))
        script = (STATIC / "js" / "notebook" / "widget.js").read_text(encoding="utf-8")
        page.evaluate(HOST, [script, {"label": widget.label, "height": widget.height}])
        self.frame: FrameLocator = page.frame_locator("iframe")

    def until(self, condition: Any) -> None:
        """Pass on what the kernel says until that is so."""
        end = monotonic() + PATIENCE / 1000
        while not condition():
            assert monotonic() < end, self.complaints
            while not self._said.empty():
                self.page.evaluate("(message) => fromKernel(message)", self._said.get())
            self.page.wait_for_timeout(20)

    def sees(self, selector: str) -> None:
        self.until(lambda: self.frame.locator(selector).count() > 0)


@pytest.fixture
def notebook_page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()


def test_a_position_is_played_on_and_the_kernel_knows(notebook_page: Page) -> None:
    game = load_game("tictactoe")
    notebook = Notebook(notebook_page, Widget(Position.of(game, "b2"), language="de"))
    notebook.sees(".status[data-state=human]")
    expect(notebook_page.locator("iframe")).to_have_attribute("title", notebook.widget.label)
    notebook.frame.locator("[data-move=a1]").click()
    notebook.until(lambda: notebook.widget.position == Position.of(game, "b2 a1"))
    notebook.sees(".plies [data-key=ply-1][aria-current]")
    # The kernel shows something else.
    notebook.widget.position = Position.of(game, "c3")
    notebook.sees(".plies li:only-child [aria-current]")
    assert notebook.widget.position == Position.of(game, "c3")
    # The theme is the notebook's.
    root = notebook.frame.locator("html")
    expect(root).to_have_attribute("data-theme", "light")
    notebook_page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    expect(root).to_have_attribute("data-theme", "dark")
    assert notebook.complaints == []
    notebook.widget.close()


def test_a_search_is_stepped_through_without_a_kernel(notebook_page: Page) -> None:
    trace, _ = record("alphabeta", Tree.read("A(B(3 5) C(2 9))"))
    notebook = Notebook(notebook_page, Widget(trace[2]))
    notebook.sees("main.tree-lab svg")
    stepped = notebook.frame.get_by_text(f"3 / {len(trace)}").first
    expect(stepped).to_be_visible()
    notebook.frame.get_by_text("›", exact=True).click()
    expect(notebook.frame.get_by_text(f"4 / {len(trace)}").first).to_be_visible()
    assert notebook.complaints == []


def test_a_tree_is_searched_in_the_tree_lab(notebook_page: Page) -> None:
    notebook = Notebook(notebook_page, Widget(Tree.read("A(B(3 5) C(2 9))")))
    notebook.sees("main.tree-lab .figure-frame svg")
    assert notebook.complaints == []
    notebook.widget.close()


# --- JupyterLab

CELLS = (
    "from spielbaum import Position, load_game\nfrom spielbaum.notebook import Widget\n"
    "board = Widget('connect4', players=('human', 'engine:level=1'))\nboard",
    "board.position",
)


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """JupyterLab with our package, in an environment of its own: it is larger than all we need besides."""
    folder = tmp_path_factory.mktemp("jupyter")
    venv.create(folder / "environment", with_pip=False, symlinks=os.name != "nt")
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", programs / "python"]
    install = [*map(str, pip), "install", "--quiet", "--constraint", str(ROOT / "constraints.txt")]
    subprocess.run([*install, f"{ROOT}[notebook]", "jupyterlab>=4.4,<5"], check=True)
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"cell{number}", "execution_count": None, "metadata": {}, "outputs": []}
        | {"source": source}
        for number, source in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    document = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "root").mkdir()
    (folder / "root" / "game.ipynb").write_text(json.dumps(document), encoding="utf-8")
    places = {name: str(folder / name) for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")}
    environment = os.environ | {f"JUPYTER_{name}": place for name, place in places.items()}
    environment |= {"IPYTHONDIR": str(folder / "ipython"), "SPIELBAUM_LANG": "en"}
    options = ["--no-browser", "--allow-root", "--port=0", "--ip=127.0.0.1", "--IdentityProvider.token="]
    server = subprocess.Popen(
        [programs / "jupyter-lab", *options, f"--ServerApp.root_dir={folder / 'root'}"],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stderr is not None
    address = next(
        word for line in server.stderr for word in line.split() if word.startswith("http://127.0.0.1")
    )
    yield address.removesuffix("lab")
    server.terminate()
    server.wait()
    server.stderr.close()


@pytest.mark.long
def test_a_game_in_jupyterlab(jupyterlab: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1500, "height": 1400})
    page.set_default_timeout(PATIENCE)
    page.goto(f"{jupyterlab}lab/tree/game.ipynb")
    page.locator(".jp-Notebook").wait_for()
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_text("Restart Kernel and Run All Cells…", exact=True).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    frame = page.frame_locator("iframe").first
    # Play: the computer answers.
    frame.locator(".status[data-state=human]").wait_for()
    frame.locator("[data-move='4']").first.click()
    frame.locator(".plies [data-key=ply-1]").wait_for()
    # Evaluate: every move is proven by the book and the solver.
    frame.locator("button.switch").first.click()
    frame.locator(".badge.proven").first.wait_for()
    # Step back; the kernel knows what is on the board.
    frame.locator("[data-key=step-first]").click()
    frame.locator("[data-key=ply-0]").click()
    frame.locator("[data-key=ply-0][aria-current]").wait_for()
    cell = page.locator(".jp-Notebook .jp-Cell").nth(1)
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    # The picture of a position is an SVG with one stone now.
    expect(cell.locator(".jp-OutputArea-output img, .jp-OutputArea-output svg")).to_be_visible()
    page.close()
