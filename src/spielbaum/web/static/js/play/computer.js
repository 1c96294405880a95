// Moves that no person makes: those of computers, and of nature.

import * as api from "../api.js";
import { newSeed } from "./address.js";

/** @import { ChosenMove, SearchInfo } from "./messages.d.ts" */
/** @import { Session } from "./session.js" */
/** @import { Preparing, Rolling, Thinking } from "./state.d.ts" */

/**
 * Let the computer think; where nobody else plays, after a moment in which the last move can be seen.
 *
 * @param {Session} session
 * @param {AbortSignal} signal
 */
export async function thinkSoon(session, signal) {
  if (!session.hasHuman && session.state.pace > 0 && session.state.moves.length > 0) {
    try {
      await api.pause(1000 * session.state.pace, signal);
    } catch {
      return; // something else is on the board
    }
  }
  await think(session, signal);
}

/**
 * Let the player whose turn it is think, and play its move.
 *
 * @param {Session} session
 * @param {AbortSignal} signal
 */
export async function think(session, signal) {
  if (session.view === null) return;
  const player = session.view.to_move;
  /** @type {Thinking} */
  const thinking = { player, job: null, preparing: false, busy: false, hurry: false };
  session.thinking = thinking;
  session.changed();
  const on = {
    busy: () => {
      thinking.busy = true;
      session.changed();
    },
    queued: (/** @type {{ job: string }} */ { job }) => {
      thinking.job = job;
      thinking.busy = false;
      session.changed();
      if (thinking.hurry) session.moveNow();
    },
    preparing: (/** @type {Preparing} */ preparing) => {
      thinking.preparing = preparing;
      session.changed();
    },
    info: (/** @type {SearchInfo} */ info) => {
      session.info = info;
      session.changed();
    },
  };
  const clock = session.state.clock && session.state.left[player] !== undefined
    ? { clock: session.state.clock, left: Math.max(0.01, session.clocks.left(player)) }
    : {};
  const body = {
    ...session.where(),
    player: session.state.players[player],
    seed: session.state.seed,
    ...clock,
  };
  /** @type {ChosenMove | null} */
  const chosen = await session.ask(() => api.stream("/api/think", body, { signal, on }));
  if (signal.aborted) return;
  session.thinking = null;
  if (!chosen) {
    // Refused: the position stays, and somebody else may be chosen to play.
    session.state.paused = true;
    session.changed();
    return;
  }
  session.shortened = chosen.shortened;
  session.interpreted = chosen.interpreted;
  session.info = chosen.info;
  if (chosen.resigns || chosen.move === null) {
    session.state.resigned = player;
    await session.refresh();
  } else {
    await session.advance(chosen.move);
  }
}

/**
 * Nature moves: the server throws, the same again with the same seed, and the throw becomes a move.
 *
 * @param {Session} session
 * @param {AbortSignal} signal
 */
export async function roll(session, signal) {
  if (!session.state.seed) {
    // An address without a seed is a game of its own: two of them have different dice.
    session.state.seed = newSeed();
    session.write("replace");
  }
  const body = { ...session.where(), seed: session.state.seed };
  /** @type {Rolling | null} */
  const thrown = await session.ask(() => api.post("/api/throw", body, { signal }));
  if (signal.aborted) return;
  if (!thrown) {
    session.state.paused = true;
    session.changed();
    return;
  }
  await session.rolls(thrown, signal);
  if (!signal.aborted) await session.advance(thrown.move);
}
