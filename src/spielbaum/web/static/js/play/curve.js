// The value of a game from ply to ply, as a graph to be clicked on.

import { el, svg } from "../dom.js";
import { t } from "../language.js";
import { isProven, markOf } from "./judged.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { ReviewedPly } from "./messages.d.ts" */

const WIDTH = 320;
const HEIGHT = 96;

/**
 * How the value went: solid where it is proven, dashed where it is estimated. The arrow keys go through the
 * game, as they do everywhere on the page.
 *
 * @param {GameView} game
 * @param {ReviewedPly[]} plies
 * @param {{ at: number, last: number, goTo: (ply: number) => void }} options
 */
export function drawCurve(game, plies, { at, last, goTo }) {
  const x = (/** @type {number} */ ply) => 8 + (ply / last) * (WIDTH - 16);
  const y = (/** @type {ReviewedPly} */ ply) => 8 + (1 - (ply.value.share ?? 0.5)) * (HEIGHT - 16);
  const lines = plies.slice(1).map((ply, before) => {
    const proven = isProven(ply) && isProven(plies[before]);
    return svg("line", {
      x1: x(plies[before].ply).toFixed(1),
      y1: y(plies[before]).toFixed(1),
      x2: x(ply.ply).toFixed(1),
      y2: y(ply).toFixed(1),
      class: `curve-line ${proven ? "" : "estimated"}`,
    });
  });
  // A move is seen in the position after it.
  const value = new Map(plies.map((ply) => [ply.ply, ply]));
  const marks = plies.filter(markOf).map((ply) => {
    const after = value.get(ply.ply + 1) ?? ply;
    return svg("circle", { cx: x(after.ply), cy: y(after), r: 5, class: `mark ${ply.verdict}` });
  });
  /** @param {MouseEvent} event */
  const pick = (event) => {
    const box = picture.getBoundingClientRect();
    const where = ((event.clientX - box.left) / box.width) * WIDTH;
    goTo(Math.max(0, Math.min(last, Math.round(((where - 8) / (WIDTH - 16)) * last))));
  };
  /** @type {SVGSVGElement} */
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: "curve",
      role: "slider",
      tabindex: "0",
      data: { key: "curve" },
      "aria-valuemin": "0",
      "aria-valuemax": String(last),
      "aria-valuenow": String(at),
      "aria-valuetext": t("web.review.slider", {
        number: at,
        all: last,
        worth: value.get(at)?.value.text ?? "–",
      }),
      "aria-label": t("web.review.graph", { first: game.player_names[0], second: game.player_names[1] }),
      on: { click: pick },
    },
    svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "curve-ground" }),
    svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "curve-middle" }),
    svg("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "curve-now" }),
    lines,
    marks,
  );
  return el(
    "div",
    { class: "curve-box" },
    el("span", { class: "faint" }, t("web.review.better", { name: game.player_names[0] })),
    picture,
    el("span", { class: "faint" }, t("web.review.better", { name: game.player_names[1] })),
  );
}
