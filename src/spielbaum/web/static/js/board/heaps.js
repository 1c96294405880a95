// Heaps of matches: choosing a match takes it and all to its right.

import { el, svg } from "../dom.js";
import { t } from "../language.js";
import { place, withArrows } from "./common.js";

/** @import { BoardContext } from "./context.d.ts" */

/** @param {BoardContext} context */
export function heaps(context) {
  const { board } = context;
  const rows = board.rows.map((row, y) => {
    const name = board.row_names[y] ?? String(y + 1);
    const matches = row.map((cell, x) => {
      const taken = row.length - x;
      const label = cell.move === null
        ? t("web.board.match", { number: x + 1, heap: name })
        : t(taken === 1 ? "web.board.take_one" : "web.board.take", { count: taken, heap: name });
      return place(context, {
        move: cell.move,
        label,
        key: `match-${y}-${x}`,
        classes: "match",
        children: [stick(x, y)],
      });
    });
    return el(
      "div",
      { class: "heap" },
      el("span", { class: "edge", "aria-hidden": "true" }, board.rows.length > 1 ? name : ""),
      el(
        "div",
        { class: "matches" },
        matches.length ? matches : el("span", { class: "faint" }, t("web.board.no_matches")),
      ),
      el("span", { class: "count" }, row.length),
    );
  });
  const box = el("div", { class: "board heaps", role: "group", "aria-label": t("web.board.label") }, rows);
  box.style.setProperty("--columns", String(Math.max(7, ...board.rows.map((row) => row.length))));
  return withArrows(box);
}

/**
 * @param {number} x
 * @param {number} y
 */
function stick(x, y) {
  const tilt = ((x * 7 + y * 13) % 5) - 2;
  return svg(
    "svg",
    { viewBox: "0 0 24 100", "aria-hidden": "true" },
    svg(
      "g",
      { transform: `rotate(${tilt} 12 50)` },
      svg("rect", { x: 9, y: 14, width: 6, height: 82, rx: 1.5, class: "stick" }),
      svg("ellipse", { cx: 12, cy: 13, rx: 6, ry: 10, class: "head" }),
    ),
  );
}
