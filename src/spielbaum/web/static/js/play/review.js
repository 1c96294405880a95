// After the game: how the value went, and the moves that gave something away.

import { el, showIfNew, svg } from "../dom.js";
import { number, percent, t } from "../language.js";
import {
  accuracy,
  better,
  decisive,
  isFault,
  isProven,
  lastOpen,
  markOf,
  MARKS,
  ROUNDS,
  split,
} from "./judged.js";
import { moveWords } from "./notation.js";

const WIDTH = 320;
const HEIGHT = 96;

/** @import { GameView } from "../messages.d.ts" */
/** @import { ReviewedPly } from "./messages.d.ts" */
/** @import { Verdict } from "./judged.js" */

/**
 * Judges the plies from `first` to `last` for so many seconds each; `ply` is called with each. Answers false
 * where it was refused, or nobody wants it any more.
 *
 * @typedef {(
 *   part: { first: number, last: number, seconds: number },
 *   options: { ply: (ply: ReviewedPly) => void, signal: AbortSignal },
 * ) => Promise<boolean>} Judge
 */

export class Review {
  /**
   * `judge` asks for a part of the game, of which `parts` are done at the same time; `changed` is called when
   * something is known that was not before, `said(words)` when it has ended.
   *
   * @param {{
   *   judge: Judge,
   *   parts: number,
   *   changed: () => void,
   *   said: (words: string) => void,
   *   goTo: (ply: number) => void,
   *   practise: (plies: ReviewedPly[]) => void,
   * }} callbacks
   */
  constructor({ judge, parts, changed, said, goTo, practise }) {
    this.judge = judge;
    this.parts = parts;
    this.changed = changed;
    this.said = said;
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
    /** @type {Map<number, ReviewedPly>} */
    this.plies = new Map();
    /** Plies that were judged in this round; null where none goes on. @type {Set<number> | null} */
    this.judged = null;
    /** Rounds that are done. */
    this.rounds = 0;
    this.all = 0;
    this.work = new AbortController();
  }

  /** Forget the game that was reviewed. */
  clear() {
    this.work.abort();
    this.plies = new Map();
    this.judged = null;
    this.rounds = 0;
    this.progress.textContent = "";
  }

  get running() {
    return this.judged !== null;
  }

  /** Whether there is something to be seen. */
  get begun() {
    return this.plies.size > 0 || this.running;
  }

  /** The verdicts that have marks, by the plies of their moves. */
  get verdicts() {
    /** @type {Map<number, Verdict>} */
    const found = new Map();
    for (const ply of this.plies.values()) {
      const verdict = markOf(ply);
      if (verdict) found.set(ply.ply, verdict);
    }
    return found;
  }

  /** What gave something away, from the first move on. */
  get faults() {
    return [...this.plies.values()].filter(isFault).sort((a, b) => a.ply - b.ply);
  }

  /**
   * Judge the whole game, and then, where positions can be proven, those again that were not, for longer; of
   * other games a second look is asked for.
   *
   * @param {number} last
   * @param {boolean} provable
   */
  async run(last, provable) {
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    this.all = last + 1;
    const most = provable ? ROUNDS.length : Math.min(this.rounds + 1, ROUNDS.length);
    for (let round = this.rounds; round < most; round += 1) {
      const end = round === 0 ? last : lastOpen(this.plies, last);
      if (end < 0) break;
      const whole = await this.round(0, end, ROUNDS[round], signal);
      if (signal.aborted) return;
      if (!whole) break;
      this.rounds = round + 1;
    }
    this.judged = null;
    const proven = [...this.plies.values()].filter(isProven).length;
    this.progress.textContent = this.plies.size < this.all
      ? t("web.review.stopped", { done: this.plies.size, all: this.all })
      : proven === this.all
      ? t("web.review.proven")
      : t("web.review.some", { proven, all: this.all });
    const wrong = this.faults.length;
    this.said(
      wrong === 0 ? t("web.review.clean") : t(wrong === 1 ? "web.review.found_one" : "web.review.found", {
        count: wrong,
      }),
    );
    this.changed();
  }

  /**
   * @param {number} first
   * @param {number} last
   * @param {number} seconds
   * @param {AbortSignal} signal
   */
  async round(first, last, seconds, signal) {
    const judged = new Set();
    this.judged = judged;
    const told = () => {
      this.progress.textContent = t("web.review.progress", {
        done: judged.size,
        all: last - first + 1,
        seconds: number(seconds, 1),
      });
      this.meter.max = last - first + 1;
      this.meter.value = judged.size;
      this.changed();
    };
    told();
    /** @param {ReviewedPly} ply */
    const ply = (ply) => {
      this.plies.set(ply.ply, better(this.plies.get(ply.ply), ply));
      judged.add(ply.ply);
      told();
    };
    const parts = split(first, last, this.parts).map(([from, to]) =>
      this.judge({ first: from, last: to, seconds }, { ply, signal })
    );
    return (await Promise.all(parts)).every(Boolean);
  }

  stop() {
    this.work.abort();
    this.judged = null;
    this.progress.textContent = t("web.review.stopped", { done: this.plies.size, all: this.all });
    this.changed();
  }

  /**
   * `at` is the ply on the board, `rounds` has the round of each ply of the game, `you` is the one person who
   * played, `start` begins a review or goes on with it.
   *
   * @param {GameView} game
   * @param {{ at: number, rounds: number[], you: number | null, start: () => void }} options
   */
  draw(game, { at, rounds, you, start }) {
    const found = [...this.plies.values()].sort((a, b) => a.ply - b.ply);
    this.meter.hidden = !this.running;
    this.summary.textContent = this.running || !found.length ? "" : this.summed(game, rounds);
    const own = this.faults.filter(({ player }) => you === null || player === you);
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
    const deeper = !this.running && found.length > 0 && this.rounds < ROUNDS.length &&
      lastOpen(this.plies, this.all - 1) >= 0;
    showIfNew(this.buttons, [this.begun, this.running, own, deeper], () => [
      this.begun ? null : button("review.start", start, "primary"),
      this.running ? button("review.stop", () => this.stop()) : null,
      own.length ? button("practice.start", () => this.practise(own), "primary") : null,
      deeper ? button("review.deeper", start) : null,
    ]);
    const known = found.map(({ ply, verdict, value }) => [ply, verdict, value.share, value.proof]);
    showIfNew(
      this.graph,
      [game.spec, known, at, rounds.length],
      () =>
        game.two_player_zero_sum && found.length
          ? this.curve(game, found, at, Math.max(rounds.length, 1))
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
    const plies = [...this.plies.values()];
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
        : this.faults.length
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

  /**
   * How the value went: solid where it is proven, dashed where it is estimated. The arrow keys go through the
   * game, as they do everywhere on the page.
   *
   * @param {GameView} game
   * @param {ReviewedPly[]} plies
   * @param {number} at
   * @param {number} last
   */
  curve(game, plies, at, last) {
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
      this.goTo(Math.max(0, Math.min(last, Math.round(((where - 8) / (WIDTH - 16)) * last))));
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
}
