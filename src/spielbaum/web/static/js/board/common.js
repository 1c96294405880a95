// What the kinds of boards share: places that are buttons, arrow keys, badges with values.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { Child } from "../elements.d.ts" */
/** @import { Badge, BoardContext } from "./context.d.ts" */

/**
 * A place that can be chosen where `move` is legal. It can always be reached with the arrow keys, so that a
 * screen reader can look around; `aria-disabled` says that choosing it does nothing.
 *
 * @param {Pick<BoardContext, "playable" | "badges" | "hint" | "play">} context
 * @param {{ move: string | null, label: string, key: string, classes?: string, children?: Child }} place
 */
export function place(context, { move, label, key, classes = "", children = [] }) {
  const playable = move !== null && context.playable;
  const badge = move === null ? undefined : context.badges.get(move);
  const hinted = move !== null && context.hint === move;
  const words = [label];
  if (badge) words.push(badge.words);
  if (hinted) words.push(t("web.board.hint"));
  return el(
    "button",
    {
      type: "button",
      class: `place ${classes} ${playable ? "playable" : ""} ${hinted ? "hinted" : ""} ${
        outcomeClass(badge)
      }`,
      "aria-disabled": playable ? null : "true",
      "aria-label": words.join(", "),
      tabindex: "-1",
      data: { key, move: playable ? move : null },
      on: { click: () => move !== null && playable && context.play(move) },
    },
    children,
    badge ? badgeOf(badge) : null,
  );
}

/** @param {Badge} badge */
export function badgeOf(badge) {
  return el(
    "span",
    {
      class: `badge ${badge.best ? "best" : ""} ${badge.proven ? "proven" : ""} ${outcomeClass(badge)}`,
      "aria-hidden": "true",
      title: badge.words,
    },
    badge.short,
  );
}

/** @param {Badge | null | undefined} badge */
export const outcomeClass = (badge) => (badge?.outcome ? `outcome-${badge.outcome}` : "");

const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/**
 * Arrow keys move between places, by where they are on the screen; one of them is in the tab order.
 *
 * @param {HTMLElement} board
 */
export function withArrows(board) {
  /** @returns {HTMLButtonElement[]} */
  const places = () => [...board.querySelectorAll(/** @type {"button"} */ ("button.place"))];
  const first = places().find((one) => one.classList.contains("playable")) ?? places()[0];
  if (first) first.tabIndex = 0;
  board.addEventListener("focusin", (event) => {
    if (!isPlace(event.target)) return;
    for (const other of places()) other.tabIndex = -1;
    event.target.tabIndex = 0;
  });
  board.addEventListener("keydown", (event) => {
    const direction = ARROWS.get(event.key);
    if (!direction || !isPlace(event.target)) return;
    const next = nearest(event.target, places(), direction);
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
  });
  return board;
}

/**
 * @param {EventTarget | null} target
 * @returns {target is HTMLElement}
 */
const isPlace = (target) => target instanceof HTMLElement && target.classList.contains("place");

/**
 * @param {HTMLElement} from
 * @param {HTMLElement[]} places
 * @param {number[]} direction
 */
function nearest(from, places, [dx, dy]) {
  /** @param {HTMLElement} node */
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of places) {
    const [ox, oy] = middle(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other === from || along < 4) continue;
    const distance = along + 3 * across;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

/** @param {string | null} mark */
export function markWords(mark) {
  return mark === null ? [] : [t(`web.board.${mark}`)];
}

/**
 * A button for a move that is no place: its name, and what is typed for it where that is something else.
 *
 * @param {Pick<BoardContext, "playable" | "badges" | "hint" | "play" | "game">} context
 * @param {string} move
 * @param {string} classes
 */
export function namedMove(context, move, classes) {
  const words = context.game.move_names[move];
  const differ = words !== undefined && words !== move;
  const button = place(context, {
    move,
    label: differ ? `${words}, ${move}` : words ?? t("web.board.move", { move }),
    key: `move-${move}`,
    classes,
    children: [el("span", {}, words ?? move), differ ? el("kbd", {}, move) : null],
  });
  button.tabIndex = 0;
  return button;
}
