// What holds in every position of a game: asked for once for each game, then remembered.

import * as api from "./api.js";

/** @import { GameView } from "./messages.d.ts" */

/** Nature, as a player: it throws the dice. */
export const CHANCE = -1;

/** @type {Map<string, GameView>} */
const known = new Map();

/**
 * The facts of a game with its parameters, such as `connect4:width=6`.
 *
 * @param {string} spec
 * @param {{ signal?: AbortSignal }} options
 * @returns {Promise<GameView>}
 */
export async function gameFacts(spec, { signal } = {}) {
  const found = known.get(spec) ?? await api.get(`/api/games/${encodeURIComponent(spec)}`, { signal });
  known.set(spec, found);
  return found;
}
