// What was found out about positions during a visit: what is known stays known.

/** @import { MoveValue, SearchInfo, Values } from "./messages.d.ts" */

/** Positions that are remembered. */
const KEPT = 500;

/** @param {{ value: { proof: string } }} one */
const isProven = (one) => one.value.proof === "proven";

/**
 * How deep a search looked; what is proven without a depth was solved to the end.
 *
 * @param {SearchInfo} info
 */
const reach = (info) => info.depth ?? (isProven(info) ? Infinity : 0);

/**
 * Which of two searches of the same position counts: a proof, else the deeper one, else the later one. A proof
 * too is worth more where the search went deeper: it knows more of the moves that it did not prove.
 *
 * @param {SearchInfo | null} before
 * @param {SearchInfo} now
 */
export function better(before, now) {
  if (before === null) return now;
  if (isProven(before) !== isProven(now)) return isProven(now) ? now : before;
  return reach(before) > reach(now) ? before : now;
}

/**
 * Two values of the same move as one: a proof is never replaced by an estimate, and a reply that is known stays
 * known where the better search had no time to look for one, as does one that gives way to something else. What
 * was thought to be a reply is none beside a proof.
 *
 * @param {MoveValue} one
 * @param {MoveValue | undefined} other
 */
function mergedMove(one, other) {
  if (other === undefined) return one;
  if (isProven(other) && !isProven(one)) return { ...other, best: one.best };
  return one.reply || isProven(other) !== isProven(one) ? one : { ...one, reply: other.reply };
}

/**
 * Two analyses of the same position as one: the better search counts, move by move. Where it knows fewer moves,
 * as a solver that proves the best one, the others stay.
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
  const move_values = base.move_values.map((one) => mergedMove(one, known.get(one.move)));
  const judged = new Set(move_values.map((one) => one.move));
  const rest = other.move_values.filter((one) => !judged.has(one.move)).map((one) => ({
    ...one,
    best: false,
  }));
  return { ...base, move_values: [...move_values, ...rest] };
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
