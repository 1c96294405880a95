// A game being judged, ply by ply, in rounds that look longer and longer.

import { number, t } from "../language.js";
import { better, isFault, isProven, lastOpen, markOf, ROUNDS, split } from "./judged.js";

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

export class ReviewRounds {
  /**
   * `judge` asks for a part of the game, of which `parts` are done at the same time; `changed` is called when
   * something is known that was not before, `said(words)` when it has ended.
   *
   * @param {{
   *   judge: Judge,
   *   parts: number,
   *   changed: () => void,
   *   said: (words: string) => void,
   * }} callbacks
   */
  constructor({ judge, parts, changed, said }) {
    this.judge = judge;
    this.parts = parts;
    this.changed = changed;
    this.said = said;
    /** @type {Map<number, ReviewedPly>} */
    this.plies = new Map();
    /** Plies that were judged in this round; null where none goes on. @type {Set<number> | null} */
    this.judged = null;
    /** How many this round is to judge. */
    this.wanted = 0;
    /** Rounds that are done. */
    this.rounds = 0;
    this.all = 0;
    /** How far it is, or what came of it. */
    this.words = "";
    this.work = new AbortController();
  }

  /** Forget the game that was reviewed. */
  clear() {
    this.work.abort();
    this.plies = new Map();
    this.judged = null;
    this.rounds = 0;
    this.words = "";
  }

  get running() {
    return this.judged !== null;
  }

  /** Whether there is something to be seen. */
  get begun() {
    return this.plies.size > 0 || this.running;
  }

  /** Whether there are positions that a longer look may prove. */
  get open() {
    return !this.running && this.plies.size > 0 && this.rounds < ROUNDS.length &&
      lastOpen(this.plies, this.all - 1) >= 0;
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
    this.words = this.plies.size < this.all
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
      this.words = t("web.review.progress", {
        done: judged.size,
        all: last - first + 1,
        seconds: number(seconds, 1),
      });
      this.wanted = last - first + 1;
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
    this.words = t("web.review.stopped", { done: this.plies.size, all: this.all });
    this.changed();
  }
}
