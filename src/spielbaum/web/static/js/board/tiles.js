// Numbers on squares. Where a move slides all of them, four buttons, the arrow keys and a swipe make it.

import { el } from "../dom.js";
import { t } from "../language.js";
import { markWords, place } from "./common.js";

/** @import { CellView } from "../play/messages.d.ts" */
/** @import { BoardContext } from "./context.d.ts" */

/** The moves of a game in which everything slides, with the sign of each. */
const SLIDES = { left: "←", up: "↑", down: "↓", right: "→" };
/** So many pixels make a swipe. */
const SWIPE = 24;

/**
 * The slide that an arrow key stands for.
 *
 * @param {string} key
 */
export function slideOfKey(key) {
  const name = key.startsWith("Arrow") ? key.slice("Arrow".length).toLowerCase() : "";
  return name in SLIDES ? name : null;
}

/**
 * The slide that a swipe stands for: null where it is too short, or as good as diagonal.
 *
 * @param {number} dx
 * @param {number} dy
 */
export function slideOfSwipe(dx, dy) {
  const [along, across] = [Math.abs(dx), Math.abs(dy)].sort((one, other) => other - one);
  if (along < SWIPE || across > 0.7 * along) return null;
  if (along === Math.abs(dx)) return dx < 0 ? "left" : "right";
  return dy < 0 ? "up" : "down";
}

/** @param {BoardContext} context */
export function tiles(context) {
  const { board, game } = context;
  const columns = board.rows[0]?.length ?? 0;
  const slides = Object.keys(SLIDES).every((move) => move in game.move_names);
  const squares = el(
    "div",
    { class: `tiles ${slides ? "sliding" : ""}`, role: "table", "aria-label": t("web.board.label") },
    board.rows.map((row, y) =>
      el("div", { class: "tile-row", role: "row" }, row.map((cell, x) => tile(context, cell, `${y}-${x}`)))
    ),
  );
  squares.style.setProperty("--columns", String(columns));
  squares.style.setProperty("--rows", String(board.rows.length));
  if (slides) {
    onSwipe(squares, (move) => context.legal.includes(move) && context.playable && context.play(move));
  }
  return el(
    "div",
    { class: "board tiles-box" },
    board.score === null
      ? null
      : el("p", { class: "tile-score" }, t("web.board.score"), " ", el("strong", {}, board.score)),
    squares,
    slides ? pad(context) : null,
  );
}

/**
 * @param {BoardContext} context
 * @param {CellView} cell
 * @param {string} at
 */
function tile(context, cell, at) {
  const { count } = cell;
  const text = count === null ? "" : String(count);
  const words = [text || t("web.board.empty"), ...markWords(cell.mark)];
  // The colour follows the power of two; the number is always there to be read.
  const power = count === null || count < 1 ? 0 : Math.min(15, Math.floor(Math.log2(count)));
  const face = el("span", { class: "tile-face", "aria-hidden": "true" }, text);
  const classes = `number-tile ${cell.mark ?? ""} ${count === null ? "none" : `power-${power}`}`;
  const square = el(
    "div",
    { class: classes, role: "cell", data: { tile: at } },
    cell.move === null
      ? [face, el("span", { class: "hidden" }, words.join(", "))]
      : place(context, { move: cell.move, label: words.join(", "), key: `tile-${at}`, children: face }),
  );
  square.style.setProperty("--digits", String(Math.max(2, text.length)));
  return square;
}

/**
 * A button for each direction. All four are always there, so that the focus stays where it is.
 *
 * @param {BoardContext} context
 */
function pad(context) {
  const buttons = Object.entries(SLIDES).map(([move, sign]) => {
    const button = place(context, {
      move: context.legal.includes(move) ? move : null,
      label: context.game.move_names[move],
      key: `move-${move}`,
      classes: `move slide slide-${move}`,
      children: [el("span", { "aria-hidden": "true" }, sign)],
    });
    button.tabIndex = 0;
    return button;
  });
  return el("div", { class: "slides", role: "group", "aria-label": t("web.board.moves") }, buttons);
}

/**
 * @param {HTMLElement} element
 * @param {(move: string) => unknown} run
 */
function onSwipe(element, run) {
  /** @type {PointerEvent | null} */
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    start = event;
    // The finger may leave the board before it is lifted.
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointercancel", () => {
    start = null;
  });
  element.addEventListener("pointerup", (event) => {
    if (start === null || event.pointerId !== start.pointerId) return;
    const move = slideOfSwipe(event.clientX - start.clientX, event.clientY - start.clientY);
    start = null;
    if (move !== null) run(move);
  });
}
