// What holds in every position of a game: asked for once for each game, then remembered.

import * as api from "./api.js";

const known = new Map();

/** The facts of a game with its parameters, such as `connect4:width=6`. */
export async function gameFacts(spec, { signal } = {}) {
  if (!known.has(spec)) known.set(spec, await api.get(`/api/games/${encodeURIComponent(spec)}`, { signal }));
  return known.get(spec);
}
