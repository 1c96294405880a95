// What was found out about positions during a visit: what is known stays known.

/** @import { SearchInfo, Values } from "./messages.d.ts" */

/** Positions that are remembered. */
const KEPT = 500;

/** @param {{ value: { proof: string } }} one */
const isProven = (one) => one.value.proof === "proven";

/**
 * Which of two searches of the same position counts: a proof, else the deeper one, else the later one.
 *
 * @param {SearchInfo | null} before
 * @param {SearchInfo} now
 */
export function better(before, now) {
  if (before === null || isProven(now)) return now;
  return isProven(before) || (before.depth ?? 0) > (now.depth ?? 0) ? before : now;
}

/**
 * Two analyses of the same position as one: the better search counts, and a proof of a move is never replaced
 * by an estimate.
 *
 * @param {Values | null} before
 * @param {Values} now
 * @returns {Values}
 */
export function merged(before, now) {
  if (before === null || now.complete) return now;
  if (before.complete) return before;
  const [base, other] = better(before.info, now.info) === now.info ? [now, before] : [before, now];
  const known = new Map(other.move_values.map((one) => [one.move, one]));
  const move_values = base.move_values.map((one) => {
    const proof = known.get(one.move);
    return proof && isProven(proof) && !isProven(one) ? { ...proof, best: one.best } : one;
  });
  return { ...base, move_values };
}

/**
 * What is known of a position: the values of its moves, the search, and for how many seconds it was analysed.
 *
 * @typedef {{ values: Values | null, info: SearchInfo | null, seconds: number }} Analysis
 */

/** The analyses of a visit, by position. */
export class Analyses {
  constructor() {
    /** @type {Map<string, Analysis>} */
    this.found = new Map();
  }

  /**
   * @param {string} key
   * @returns {Analysis}
   */
  get(key) {
    return this.found.get(key) ?? { values: null, info: null, seconds: 0 };
  }

  /**
   * Remember what a search knows while it goes on.
   *
   * @param {string} key
   * @param {SearchInfo} info
   */
  note(key, info) {
    const before = this.get(key);
    return this.keep(key, { ...before, info: better(before.info, info) });
  }

  /**
   * Remember what was found, after so many seconds more.
   *
   * @param {string} key
   * @param {Values} values
   * @param {number} seconds
   */
  add(key, values, seconds) {
    const before = this.get(key);
    return this.keep(key, {
      values: merged(before.values, values),
      info: better(before.info, values.info),
      seconds: before.seconds + seconds,
    });
  }

  /**
   * @param {string} key
   * @param {Analysis} analysis
   */
  keep(key, analysis) {
    this.found.delete(key);
    this.found.set(key, analysis);
    const [oldest] = this.found.keys();
    if (this.found.size > KEPT) this.found.delete(oldest);
    return analysis;
  }
}
