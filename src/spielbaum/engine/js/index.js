// @ts-self-types="./index.d.ts"
// The package of one game: `spielbaum wasm` puts its name in place of GAME.

import { Game } from "./spielbaum.js";

export * from "./spielbaum.js";

/** The game whose module lies beside this file. */
export function load() {
  return Game.load(new URL("./GAME.wasm", import.meta.url));
}
