// After the game: how the value went, and the moves that gave something away.

import { el, show, svg } from "../dom.js";
import { t } from "../language.js";

const WIDTH = 320;
const HEIGHT = 120;

/** @import { GameView } from "../messages.d.ts" */
/** @import { ReviewedPly } from "./messages.d.ts" */

export class Review {
  /** @param {{ start: () => void, goTo: (ply: number) => void }} callbacks */
  constructor({ start, goTo }) {
    this.goTo = goTo;
    this.graph = el("div", { class: "graph" });
    this.list = el("ol", { class: "mistakes" });
    this.button = el("button", { type: "button", on: { click: start } }, t("web.review.start"));
    this.progress = el("p", { class: "faint" });
    this.element = el(
      "section",
      { class: "card review", "aria-labelledby": "review-title", hidden: true },
      el("h2", { id: "review-title" }, t("web.review.title")),
      this.button,
      this.progress,
      this.graph,
      this.list,
    );
    /** @type {Map<number, ReviewedPly>} */
    this.plies = new Map();
  }

  clear() {
    this.plies = new Map();
    this.graph.replaceChildren();
    this.list.replaceChildren();
    this.progress.textContent = "";
    this.button.hidden = false;
  }

  begin() {
    this.clear();
    this.button.hidden = true;
    this.progress.textContent = t("web.review.running");
  }

  /** @param {ReviewedPly} ply */
  add(ply) {
    this.plies.set(ply.ply, ply);
  }

  /**
   * `cut` is a sentence where not every position could be looked at.
   *
   * @param {number} count
   * @param {string} cut
   */
  end(count, cut) {
    this.progress.textContent = cut || (count === 0 ? t("web.review.clean") : "");
  }

  /**
   * `at` is the ply on the board, `rounds` has the round of each ply of the game.
   *
   * @param {GameView} game
   * @param {number} at
   * @param {number[]} rounds
   */
  draw(game, at, rounds) {
    const last = rounds.length;
    const found = [...this.plies.values()].sort((a, b) => a.ply - b.ply);
    if (found.length === 0) return;
    if (game.two_player_zero_sum) show(this.graph, this.curve(game, found, at, Math.max(last, 1)));
    const wrong = found.filter((ply) => ply.verdict === "mistake" || ply.verdict === "inaccuracy");
    show(
      this.list,
      wrong.map((ply) =>
        el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              class: `mistake ${ply.verdict}`,
              "aria-pressed": String(ply.ply === at),
              data: { key: `mistake-${ply.ply}` },
              on: { click: () => this.goTo(ply.ply) },
            },
            el(
              "strong",
              {},
              t("web.review.move", {
                number: rounds[ply.ply],
                name: game.player_names[ply.player ?? 0],
                move: ply.move,
              }),
            ),
            el("span", {}, ply.text),
          ),
        )
      ),
    );
  }

  /**
   * @param {GameView} game
   * @param {ReviewedPly[]} plies
   * @param {number} at
   * @param {number} last
   */
  curve(game, plies, at, last) {
    const x = (/** @type {number} */ ply) => 8 + (ply / last) * (WIDTH - 16);
    const y = (/** @type {ReviewedPly} */ ply) => 8 + (1 - (ply.value.share ?? 0.5)) * (HEIGHT - 16);
    const points = plies.map((ply) => `${x(ply.ply).toFixed(1)},${y(ply).toFixed(1)}`).join(" ");
    const marks = plies
      .filter((ply) => ply.verdict === "mistake" || ply.verdict === "inaccuracy")
      .map((ply) => svg("circle", { cx: x(ply.ply), cy: y(ply), r: 5, class: `mark ${ply.verdict}` }));
    /** @param {MouseEvent} event */
    const pick = (event) => {
      const box = picture.getBoundingClientRect();
      const where = ((event.clientX - box.left) / box.width) * WIDTH;
      this.goTo(Math.max(0, Math.min(last, Math.round(((where - 8) / (WIDTH - 16)) * last))));
    };
    /** @type {SVGSVGElement} */
    const picture = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: "curve",
        role: "img",
        "aria-label": t("web.review.graph", { first: game.player_names[0], second: game.player_names[1] }),
        on: { click: pick },
      },
      svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT, class: "curve-ground" }),
      svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "curve-middle" }),
      svg("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "curve-now" }),
      svg("polyline", { points, class: "curve-line" }),
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
}
