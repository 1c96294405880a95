// Positions and plies that are judged while one looks at them.

import * as api from "../api.js";
import { CHANCE } from "../games.js";

/** @import { ReviewedPly, SearchInfo, Values } from "./messages.d.ts" */
/** @import { Analysis } from "./analysis.js" */
/** @import { Session } from "./session.js" */
/** @import { Preparing } from "./state.d.ts" */

/** Milliseconds before an analysis that gave way to others goes on. */
const BREATH = 500;

/**
 * Analyse the position until everything is proven, or something else is on the board.
 *
 * @param {Session} session
 */
export async function analyse(session) {
  const all = session.work.signal;
  if (!session.view || session.view.ending !== null || session.thinking || session.view.to_move === CHANCE) {
    return;
  }
  const own = new AbortController();
  const signal = AbortSignal.any([all, own.signal]);
  session.leaveAnalysis = () => own.abort();
  const where = session.where();
  const key = JSON.stringify(where);
  session.analysing = true;
  session.unanalysed = "";
  show(session, session.analyses.get(key));
  session.changed();
  let since = performance.now();
  /** @param {Values} values */
  const take = (values) => {
    const now = performance.now();
    if (signal.aborted) return;
    show(session, session.analyses.add(key, values, (now - since) / 1000));
    since = now;
    session.changed();
  };
  const info = (/** @type {SearchInfo} */ found) => {
    if (signal.aborted) return;
    show(session, session.analyses.note(key, found));
    session.changed();
  };
  const preparing = (/** @type {Preparing} */ preparing) => {
    session.preparing = preparing;
    session.changed();
  };
  try {
    while (!session.analyses.get(key).values?.complete) {
      since = performance.now();
      const body = { ...where, seconds: session.analyses.get(key).seconds };
      const values = await api.stream("/api/analyse", body, {
        signal,
        on: { values: take, info, preparing },
      });
      if (signal.aborted) return;
      take(values);
      if (values.shortened) await api.pause(BREATH, signal);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof api.Refused)) throw error;
    session.unanalysed = error.message;
  }
  session.analysing = false;
  session.changed();
}

/**
 * @param {Session} session
 * @param {Analysis} analysis
 */
function show(session, { values, info }) {
  session.values = values;
  session.info = info ?? session.info;
}

/**
 * Judge the plies from `first` to `last` of the game, or of the game with another last move; goes on while
 * one looks around, and asks again for what is missing where the server had others to serve.
 *
 * @param {Session} session
 * @param {{ first: number, last: number, seconds: number, moves?: string[] }} part
 * @param {{ ply: (ply: ReviewedPly) => void, signal: AbortSignal }} options
 * @returns {Promise<boolean>}
 */
export async function judge(
  session,
  { first, last, seconds, moves = session.state.moves },
  { ply, signal },
) {
  const { game, start } = session.state;
  let left = last;
  /** @param {ReviewedPly} found */
  const take = (found) => {
    left = Math.min(left, found.ply - 1);
    if (!signal.aborted) ply(found);
  };
  while (left >= first) {
    const body = { game, start, moves, first, last: left, seconds };
    const before = left;
    const done = await session.ask(() => api.stream("/api/review", body, { signal, on: { ply: take } }));
    if (!done || signal.aborted) return false;
    // Nothing is judged where nature moves.
    if (left === before) return true;
    if (left >= first && done.shortened) await api.pause(BREATH, signal).catch(() => {});
  }
  return !signal.aborted;
}
