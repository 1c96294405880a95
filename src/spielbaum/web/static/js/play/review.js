// After the game: how the value went, and the moves that gave something away.

import { el, showIfNew } from "../dom.js";
import { percent, t } from "../language.js";
import { drawCurve } from "./curve.js";
import { accuracy, decisive, isFault, markOf, MARKS } from "./judged.js";
import { moveWords } from "./notation.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { ReviewedPly } from "./messages.d.ts" */
/** @import { Verdict } from "./judged.js" */
/** @import { ReviewRounds } from "./review_rounds.js" */

export class Review {
  /**
   * `judging` finds out what there is to show; a click on a move goes to it, and mistakes can be practised.
   *
   * @param {ReviewRounds} judging
   * @param {{ goTo: (ply: number) => void, practise: (plies: ReviewedPly[]) => void }} callbacks
   */
  constructor(judging, { goTo, practise }) {
    this.judging = judging;
    this.goTo = goTo;
    this.practise = practise;
    this.graph = el("div", { class: "graph" });
    this.list = el("ol", { class: "mistakes" });
    this.buttons = el("div", { class: "review-buttons" });
    this.progress = el("p", { class: "faint" });
    this.meter = el("progress", { class: "review-meter", "aria-label": t("web.review.title") });
    this.summary = el("p", { class: "review-summary" });
    this.element = el(
      "section",
      { class: "card review", "aria-labelledby": "review-title", hidden: true },
      el("h2", { id: "review-title" }, t("web.review.title")),
      this.graph,
      this.summary,
      this.buttons,
      this.meter,
      this.progress,
      this.list,
    );
  }

  /**
   * `at` is the ply on the board, `rounds` has the round of each ply of the game, `you` is the one person who
   * played, `start` begins a review or goes on with it.
   *
   * @param {GameView} game
   * @param {{ at: number, rounds: number[], you: number | null, start: () => void }} options
   */
  draw(game, { at, rounds, you, start }) {
    const { begun, faults, open, plies, running } = this.judging;
    const found = [...plies.values()].sort((a, b) => a.ply - b.ply);
    this.meter.hidden = !running;
    this.meter.max = Math.max(this.judging.wanted, 1);
    this.meter.value = this.judging.judged?.size ?? 0;
    this.progress.textContent = this.judging.words;
    this.summary.textContent = running || !found.length ? "" : this.summed(game, rounds);
    const own = faults.filter(({ player }) => you === null || player === you);
    /**
     * @param {string} key
     * @param {() => void} run
     */
    const button = (key, run, classes = "") =>
      el(
        "button",
        { type: "button", class: classes, data: { key }, on: { click: run } },
        t(`web.${key}`),
      );
    showIfNew(this.buttons, [begun, running, own, open], () => [
      begun ? null : button("review.start", start, "primary"),
      running ? button("review.stop", () => this.judging.stop()) : null,
      own.length ? button("practice.start", () => this.practise(own), "primary") : null,
      open ? button("review.deeper", start) : null,
    ]);
    const known = found.map(({ ply, verdict, value }) => [ply, verdict, value.share, value.proof]);
    showIfNew(
      this.graph,
      [game.spec, known, at, rounds.length],
      () =>
        game.two_player_zero_sum && found.length
          ? drawCurve(game, found, { at, last: Math.max(rounds.length, 1), goTo: this.goTo })
          : null,
    );
    const marked = found.filter(markOf);
    showIfNew(
      this.list,
      [game.spec, marked, at, rounds],
      () => marked.map((ply) => this.item(game, ply, at, rounds)),
    );
  }

  /**
   * @param {GameView} game
   * @param {number[]} rounds
   */
  summed(game, rounds) {
    const plies = [...this.judging.plies.values()];
    const each = game.player_names.flatMap((name, player) => {
      const share = accuracy(plies, player);
      return share === null ? [] : [t("web.review.accuracy.one", { name, percent: percent(share) })];
    });
    const first = decisive(plies);
    return [
      first
        ? t("web.review.decisive", {
          number: rounds[first.ply],
          name: game.player_names[first.player ?? 0],
          move: moveWords(game, first.move ?? ""),
        })
        : this.judging.faults.length
        ? ""
        : t("web.review.clean"),
      each.length ? t("web.review.accuracy", { each: each.join(", ") }) : "",
    ].filter(Boolean).join(" ");
  }

  /**
   * A move with a mark: choosing it shows the position after it, where the mark is on the board.
   *
   * @param {GameView} game
   * @param {ReviewedPly} ply
   * @param {number} at
   * @param {number[]} rounds
   */
  item(game, ply, at, rounds) {
    const words = t("web.review.move", {
      number: rounds[ply.ply],
      name: game.player_names[ply.player ?? 0],
      move: moveWords(game, ply.move ?? ""),
    });
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: `mistake ${ply.verdict}`,
          "aria-pressed": String(ply.ply + 1 === at),
          data: { key: `mistake-${ply.ply}` },
          on: { click: () => this.goTo(ply.ply + 1) },
        },
        el(
          "strong",
          {},
          words,
          el(
            "span",
            { class: `verdict ${ply.verdict}`, "aria-hidden": "true" },
            MARKS[/** @type {Verdict} */ (ply.verdict)],
          ),
        ),
        el("span", {}, ply.text),
      ),
      isFault(ply)
        ? el("button", {
          type: "button",
          class: "quiet try",
          "aria-label": `${t("web.review.try")}: ${words}`,
          data: { key: `try-${ply.ply}` },
          on: { click: () => this.practise([ply]) },
        }, t("web.review.try"))
        : null,
    );
  }
}
