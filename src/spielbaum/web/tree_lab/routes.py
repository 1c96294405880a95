"""The interface of the tree lab: searches to be stepped through, figures of them, exercises and sheets."""

from __future__ import annotations

from fastapi import APIRouter

from spielbaum.web.messages import Download
from spielbaum.web.problems import PROBLEMS
from spielbaum.web.state import CurrentClient, Language
from spielbaum.web.tree_lab import messages
from spielbaum.web.tree_lab.exercises import grade_answer, make_sheet, set_exercise, write_sheet
from spielbaum.web.tree_lab.facts import tree_lab_facts
from spielbaum.web.tree_lab.figures import draw_figure, trace_search

router = APIRouter(prefix="/api/tree-lab", responses=PROBLEMS, tags=["tree lab"])


@router.get("")
async def tree_lab(language: Language) -> messages.TreeLab:
    """The algorithms, the formats of figures, the limits."""
    return tree_lab_facts(language)


@router.post("/trace")
async def trace(run: messages.TraceRequest, client: CurrentClient) -> messages.StepperView:
    """The search with all its steps, so that the page need not ask again."""
    return await client.answer(trace_search, run, drawing=True)


@router.post("/figure")
async def figure(request: messages.FigureRequest, client: CurrentClient) -> Download:
    """A file to keep: a figure of one step, the trace, or a page that steps without a server."""
    return await client.answer(draw_figure, request, drawing=True)


@router.post("/exercise")
async def exercise(task: messages.ExerciseRequest, client: CurrentClient) -> messages.ExerciseView:
    """The exercise, its figure without the solution, and what is asked of each node."""
    return await client.answer(set_exercise, task, drawing=True)


@router.post("/grade")
async def grading(given: messages.GradeRequest, client: CurrentClient) -> messages.Graded:
    """Each item of the answer judged, and the search that explains the first mistake."""
    return await client.answer(grade_answer, given, drawing=True)


@router.post("/sheet")
async def sheet(request: messages.SheetRequest, client: CurrentClient) -> messages.SheetView:
    """The variants to be looked at; the first dozen of them."""
    return await client.answer(make_sheet, request, drawing=True)


@router.post("/sheet/file")
async def sheet_file(request: messages.SheetFileRequest, client: CurrentClient) -> Download:
    """The sheet, or its solutions, as a file."""
    return await client.answer(write_sheet, request, drawing=True)
