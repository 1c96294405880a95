// How a run stands, in words, signs and a bar.

import { el } from "../dom.js";
import { number, t } from "../language.js";

/** @import { RunLine } from "./messages.d.ts" */

/** @type {Record<string, string>} */
const SIGNS = { preparing: "…", running: "▶", stopping: "…", stopped: "■", complete: "✓", unreadable: "✗" };

export const isActive = (/** @type {RunLine} */ { state }) =>
  ["preparing", "running", "stopping"].includes(state);

/** @param {RunLine} line */
export function stateTag({ state, problem }) {
  const failed = problem && state !== "unreadable";
  return el(
    "span",
    { class: `state ${failed ? "failed" : state}` },
    el("span", { "aria-hidden": "true" }, failed ? "✗" : SIGNS[state]),
    t(`experiments.state.${failed ? "failed" : state}`),
  );
}

/** @param {RunLine} line */
export function progressBar(line) {
  const words = t("experiments.progress", { played: number(line.played), planned: number(line.planned) });
  return el("progress", { max: Math.max(line.planned, 1), value: line.played, "aria-label": words });
}

export const progressWords = (/** @type {RunLine} */ line) =>
  t("experiments.progress", { played: number(line.played), planned: number(line.planned) });

/** What is left, from how fast it went while this page looked. */
export class Pace {
  constructor() {
    /** @type {{ played: number, now: number } | null} */
    this.first = null;
  }

  /** @param {RunLine} line */
  words(line, now = performance.now()) {
    if (line.state !== "running") {
      this.first = null;
      return "";
    }
    if (this.first === null || line.played < this.first.played) this.first = { played: line.played, now };
    const [games, seconds] = [line.played - this.first.played, (now - this.first.now) / 1000];
    if (games < 2 || seconds < 2) return "";
    const left = ((line.planned - line.played) * seconds) / games;
    if (left < 90) return t("experiments.left.seconds", { count: number(Math.max(1, Math.round(left))) });
    if (left < 5400) return t("experiments.left.minutes", { count: number(Math.round(left / 60)) });
    return t("experiments.left.hours", { count: number(left / 3600, 1) });
  }
}
