// What a review knows of a game: the plies that were judged, and what follows from them.

/** @import { ReviewedPly } from "./messages.d.ts" */

/** The marks behind moves, as in books about chess. */
export const MARKS = { only: "!", inaccuracy: "?!", mistake: "?", blunder: "??" };
/** Seconds for each position, round after round. */
export const ROUNDS = [0.2, 1, 5];

/** @typedef {keyof typeof MARKS} Verdict */

/**
 * The verdict on a move that has a mark; undefined for the others.
 *
 * @param {ReviewedPly} ply
 */
export const markOf = (ply) => ply.verdict in MARKS ? /** @type {Verdict} */ (ply.verdict) : undefined;

/** @param {ReviewedPly} ply */
export const isFault = (ply) => markOf(ply) !== undefined && ply.verdict !== "only";

/** @param {ReviewedPly} ply */
export const isProven = (ply) => ply.value.proof === "proven";

/**
 * How much of what could be kept a player kept, move by move, on average, from 0 to 1; null where that player
 * made no move.
 *
 * @param {Iterable<ReviewedPly>} plies
 * @param {number} player
 */
export function accuracy(plies, player) {
  const falls = [...plies].flatMap((ply) =>
    ply.player === player && ply.verdict !== "none" ? [ply.fall] : []
  );
  return falls.length ? 1 - falls.reduce((sum, fall) => sum + fall, 0) / falls.length : null;
}

/**
 * The first mistake that decided something; undefined where there is none.
 *
 * @param {Iterable<ReviewedPly>} plies
 */
export function decisive(plies) {
  return [...plies].filter(({ verdict }) => verdict === "blunder").sort((a, b) => a.ply - b.ply)[0];
}

/**
 * Plies from the first to the last in so many parts of about the same length, the last part first.
 *
 * @param {number} first
 * @param {number} last
 * @param {number} parts
 * @returns {[number, number][]}
 */
export function split(first, last, parts) {
  const count = last - first + 1;
  const cuts = Array.from({ length: parts + 1 }, (_, part) => first + Math.round((part * count) / parts));
  return cuts.slice(1).flatMap((end, part) =>
    end > cuts[part] ? [/** @type {[number, number]} */ ([cuts[part], end - 1])] : []
  ).reverse();
}

/**
 * The last ply that another round could tell more about; −1 where everything is proven.
 *
 * @param {Map<number, ReviewedPly>} plies
 * @param {number} last
 */
export function lastOpen(plies, last) {
  for (let ply = last; ply >= 0; ply -= 1) {
    const known = plies.get(ply);
    if (known === undefined || !isProven(known)) return ply;
  }
  return -1;
}

/**
 * Which of two judgements of a ply counts: one that rests on a proof is never replaced by an estimate.
 *
 * @param {ReviewedPly | undefined} before
 * @param {ReviewedPly} now
 */
export function better(before, now) {
  return before !== undefined && isProven(before) && !isProven(now) ? before : now;
}
