// What was found out about positions during a visit: what is known stays known.

/** @import { MoveValue, Values } from "./messages.d.ts" */

/** Positions that are remembered. */
const KEPT = 500;

/** @param {{ value: { proof: string } }} one */
const isProven = (one) => one.value.proof === "proven";

/**
 * Two analyses of the same position as one: the deeper search counts, and a proof is never replaced by an
 * estimate.
 *
 * @param {Values | undefined} before
 * @param {Values} now
 * @returns {Values}
 */
export function merged(before, now) {
  if (before === undefined || now.complete) return now;
  if (before.complete) return before;
  const later = isProven(now.info) ||
    (!isProven(before.info) && (now.info.depth ?? 0) >= (before.info.depth ?? 0));
  const [base, other] = later ? [now, before] : [before, now];
  const known = new Map(other.move_values.map((one) => [one.move, one]));
  const move_values = base.move_values.map((one) => {
    const proof = known.get(one.move);
    return proof && isProven(proof) && !isProven(one) ? { ...proof, best: one.best } : one;
  });
  return { ...base, move_values };
}

/** The analyses of a visit, by position. */
export class Analyses {
  constructor() {
    /** @type {Map<string, { values: Values, seconds: number }>} */
    this.found = new Map();
  }

  /** @param {string} key */
  get(key) {
    return this.found.get(key)?.values ?? null;
  }

  /**
   * For how many seconds a position was analysed, so that an analysis goes on from there.
   *
   * @param {string} key
   */
  seconds(key) {
    return this.found.get(key)?.seconds ?? 0;
  }

  /**
   * Remember what was found, after so many seconds more; what is known of the position now.
   *
   * @param {string} key
   * @param {Values} values
   * @param {number} seconds
   */
  add(key, values, seconds) {
    const before = this.found.get(key);
    const known = merged(before?.values, values);
    this.found.delete(key);
    this.found.set(key, { values: known, seconds: (before?.seconds ?? 0) + seconds });
    const [oldest] = this.found.keys();
    if (this.found.size > KEPT) this.found.delete(oldest);
    return known;
  }
}
