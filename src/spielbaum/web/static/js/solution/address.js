// The address of the page says everything: game, position, whether the outcomes are hidden.
//
//   /solution?game=tictactoe&moves=b2,a1&at=1

import * as place from "../place.js";
import * as play from "../play/address.js";

/** @import { ExplorerState } from "./state.d.ts" */

/**
 * What the address asks for; `usual` is the game where it names none.
 *
 * @param {string} usual
 * @returns {ExplorerState}
 */
export function readAddress(usual, search = place.search()) {
  const { game, start, moves, at, flip } = play.readAddress(usual, search);
  return { game, start, moves, at, flip, hidden: new URLSearchParams(search).has("hidden") };
}

/**
 * The address of a state of the page; `width` is the length of a move where the game packs lists of them.
 *
 * @param {ExplorerState} state
 * @param {number | null} width
 */
export function writeAddress(state, width) {
  const address = play.writeAddress(
    { ...play.readAddress("", ""), ...state },
    width,
  );
  return state.hidden ? `${address}&hidden` : address;
}
