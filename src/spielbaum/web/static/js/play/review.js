// After the game: how the value went, and the moves that gave something away.

import { el, show, svg } from "../dom.js";
import { percent, t } from "../language.js";

/** The marks behind moves that gave something away, as in books about chess. */
export const MARKS = { blunder: "??", mistake: "?", inaccuracy: "?!" };
const WIDTH = 320;
const HEIGHT = 120;

/** @import { GameView } from "../messages.d.ts" */
/** @import { Reviewed, ReviewedPly } from "./messages.d.ts" */

/** @typedef {keyof typeof MARKS} Verdict */

/**
 * The verdict on a move that gave something away; undefined for the others.
 *
 * @param {ReviewedPly} ply
 */
const faultOf = (ply) => ply.verdict in MARKS ? /** @type {Verdict} */ (ply.verdict) : undefined;

export class Review {
  /** @param {{ start: () => void, goTo: (ply: number) => void }} callbacks */
  constructor({ start, goTo }) {
    this.goTo = goTo;
    this.graph = el("div", { class: "graph" });
    this.list = el("ol", { class: "mistakes" });
    this.button = el("button", { type: "button", on: { click: start } }, t("web.review.start"));
    this.progress = el("p", { class: "faint" });
    this.summary = el("p", { class: "review-summary" });
    this.element = el(
      "section",
      { class: "card review", "aria-labelledby": "review-title", hidden: true },
      el("h2", { id: "review-title" }, t("web.review.title")),
      this.button,
      this.progress,
      this.summary,
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
    this.summary.textContent = "";
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

  /** The moves that gave something away, by their plies. */
  get faults() {
    /** @type {Map<number, Verdict>} */
    const found = new Map();
    for (const ply of this.plies.values()) {
      const fault = faultOf(ply);
      if (fault) found.set(ply.ply, fault);
    }
    return found;
  }

  /**
   * `cut` is a sentence where not every position could be looked at.
   *
   * @param {GameView} game
   * @param {Reviewed} done
   * @param {number[]} rounds
   * @param {string} cut
   */
  end(game, done, rounds, cut) {
    this.progress.textContent = cut || (this.faults.size === 0 ? t("web.review.clean") : "");
    const each = done.accuracy.flatMap((share, player) =>
      share === null ? [] : [
        t("web.review.accuracy.one", { name: game.player_names[player], percent: percent(share) }),
      ]
    );
    const decisive = done.decisive === null ? undefined : this.plies.get(done.decisive);
    this.summary.textContent = [
      decisive
        ? t("web.review.decisive", {
          number: rounds[decisive.ply],
          name: game.player_names[decisive.player ?? 0],
          move: decisive.move,
        })
        : "",
      each.length ? t("web.review.accuracy", { each: each.join(", ") }) : "",
    ].filter(Boolean).join(" ");
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
    const wrong = found.filter(faultOf);
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
              el(
                "span",
                { class: `verdict ${ply.verdict}`, "aria-hidden": "true" },
                MARKS[/** @type {Verdict} */ (ply.verdict)],
              ),
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
      .filter(faultOf)
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
