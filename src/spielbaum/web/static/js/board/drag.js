// Dragging a figure, with the mouse or a finger. A press that does not move stays a click.

import { el } from "../dom.js";

/** So many pixels of movement make a drag. */
const THRESHOLD = 6;
/** How long a dropped figure lies where it was dropped, until the board shows the move. */
const LINGER = 1500;

/** @import { Place } from "./context.d.ts" */

/** @type {HTMLElement | null} */
let ghost = null;

function removeGhost() {
  ghost?.remove();
  ghost = null;
}

export class Drag {
  /**
   * `lift(place)` gives the picture of the figure there, or null where nothing may be moved; `drop(place)`
   * is told where it was let go (null: beside the board) and answers whether it may lie there.
   *
   * @param {HTMLElement} board
   * @param {{ lift: (place: Place) => SVGElement | null, drop: (place: Place | null) => boolean }} options
   */
  constructor(board, { lift, drop }) {
    removeGhost();
    this.board = board;
    this.lift = lift;
    this.drop = drop;
    /** @type {SVGElement | null} */
    this.picture = null;
    /** @type {HTMLElement | null} */
    this.under = null;
    this.over = new AbortController();
    this.justDropped = false;
    board.addEventListener("pointerdown", (event) => this.begin(event));
    // A flick would be taken for the beginning of a scroll, and the next tap only for its end.
    board.addEventListener("touchmove", (event) => this.picture && event.preventDefault(), {
      passive: false,
    });
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const button = squareOf(event.target);
    if (!button || event.button !== 0 || !event.isPrimary) return;
    this.over = new AbortController();
    const { signal } = this.over;
    const start = { button, x: event.clientX, y: event.clientY, id: event.pointerId };
    this.picture = null;
    /** @param {(event: PointerEvent) => void} run */
    const mine = (run) => (/** @type {PointerEvent} */ moved) => {
      if (moved.pointerId === start.id) run(moved);
    };
    document.addEventListener("pointermove", mine((moved) => this.move(moved, start)), { signal });
    document.addEventListener("pointerup", mine((up) => this.end(up)), { signal });
    document.addEventListener("pointercancel", mine(() => this.cancel()), { signal });
  }

  /**
   * @param {PointerEvent} event
   * @param {{ button: HTMLElement, x: number, y: number }} start
   */
  move(event, start) {
    if (this.picture === null) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD) return;
      this.picture = this.lift(placeOf(start.button));
      if (!this.picture) {
        this.over.abort();
        return;
      }
      removeGhost();
      const { width } = start.button.getBoundingClientRect();
      ghost = el("div", { class: "ghost", "aria-hidden": "true" }, this.picture.cloneNode(true));
      ghost.style.width = `${width}px`;
      ghost.style.height = `${width}px`;
      document.body.append(ghost);
      this.picture.classList.add("lifted");
    }
    this.under?.classList.remove("under");
    this.under = squareAt(event, this.board);
    this.under?.classList.add("under");
    put(event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  end(event) {
    this.over.abort();
    if (!this.picture) return;
    this.justDropped = true;
    setTimeout(() => {
      this.justDropped = false;
    });
    const square = squareAt(event, this.board);
    const lies = this.drop(square && placeOf(square));
    this.under?.classList.remove("under");
    if (!lies || square === null) {
      this.cancel();
      return;
    }
    const box = square.getBoundingClientRect();
    put(box.left + box.width / 2, box.top + box.height / 2);
    const [lying, picture] = [ghost, this.picture];
    setTimeout(() => {
      lying?.remove();
      picture.classList.remove("lifted");
    }, LINGER);
  }

  cancel() {
    this.over.abort();
    this.under?.classList.remove("under");
    this.picture?.classList.remove("lifted");
    removeGhost();
  }
}

/**
 * @param {number} x
 * @param {number} y
 */
function put(x, y) {
  if (ghost) ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
}

/** @param {EventTarget | null} target */
function squareOf(target) {
  const found = target instanceof Element ? target.closest("[data-place]") : null;
  return found instanceof HTMLElement ? found : null;
}

/**
 * @param {PointerEvent} event
 * @param {HTMLElement} board
 */
function squareAt(event, board) {
  const found = squareOf(document.elementFromPoint(event.clientX, event.clientY));
  return found !== null && board.contains(found) ? found : null;
}

/** @param {HTMLElement} button */
function placeOf(button) {
  const [y, x] = (button.dataset.place ?? "").split("-").map(Number);
  return /** @type {Place} */ ([y, x]);
}
