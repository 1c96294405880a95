// The address of the page says everything: game, moves, players. Reload it or send it to somebody.
//
//   ?game=connect4&moves=4455&at=2&p1=human&p2=engine:level=3

import { addressOf } from "../addresses.js";
import * as place from "../place.js";

/** @import { PlayState } from "./state.d.ts" */

/** Seconds between the moves of computers: slow enough to be watched. */
export const USUAL_PACE = 0.5;
/** No game has more. */
const MOST_PLAYERS = 8;

/**
 * What the address asks for; `usual` is the game where it names none.
 *
 * @param {string} usual
 * @returns {PlayState}
 */
export function readAddress(usual, search = place.search()) {
  const query = new URLSearchParams(search);
  const moves = (query.get("moves") ?? "").split(",").filter(Boolean).map(unescapeComma);
  const players = Array.from({ length: MOST_PLAYERS }, (_, i) => query.get(`p${i + 1}`) ?? "");
  while (players.at(-1) === "") players.pop();
  const overtime = query.get("overtime");
  const resigned = overtime ?? query.get("resigned");
  const left = (query.get("left") ?? "").split(",").filter(Boolean).map(Number);
  return {
    game: query.get("game") ?? usual,
    start: query.get("start") ?? "",
    moves,
    at: query.has("at") ? Number(query.get("at")) || 0 : Infinity,
    players,
    seed: Number(query.get("seed")) || 0,
    resigned: resigned === null ? null : Number(resigned),
    overtime: overtime !== null,
    clock: query.get("clock") ?? "",
    left: left.every(Number.isFinite) ? left : [],
    pace: query.has("pace") ? Number(query.get("pace")) || 0 : USUAL_PACE,
    paused: query.has("paused"),
    flip: query.has("flip"),
  };
}

/**
 * The address of a state of the page; `width` is the length of a move where the game packs lists of them.
 *
 * @param {PlayState} state
 * @param {number | null} width
 */
export function writeAddress(state, width) {
  const query = new URLSearchParams();
  query.set("game", state.game);
  if (state.start) query.set("start", state.start);
  if (state.moves.length) query.set("moves", joinMoves(state.moves, width));
  if (state.at < state.moves.length) query.set("at", String(state.at));
  state.players.forEach((player, index) => query.set(`p${index + 1}`, player));
  if (state.seed) query.set("seed", String(state.seed));
  if (state.resigned !== null) query.set(state.overtime ? "overtime" : "resigned", String(state.resigned));
  if (state.clock) query.set("clock", state.clock);
  if (state.clock && state.left.length) {
    query.set("left", state.left.map((seconds) => String(Math.round(seconds * 10) / 10)).join(","));
  }
  if (state.pace !== USUAL_PACE) query.set("pace", String(state.pace));
  if (state.paused) query.set("paused", "");
  if (state.flip) query.set("flip", "");
  return addressOf(place.path(), query);
}

/**
 * A list of moves in one word: packed where each has `width` characters, else with commas between them.
 *
 * @param {string[]} moves
 * @param {number | null} width
 */
export function joinMoves(moves, width = null) {
  const packed = width && moves.every((move) => move.length === width);
  return packed
    ? moves.join("")
    : moves.map((move) => move.replaceAll("~", "~~").replaceAll(",", "~.")).join(",");
}

/** @param {string} text */
function unescapeComma(text) {
  return text.replaceAll(/~([.~])/g, (_, sign) => (sign === "." ? "," : "~"));
}

/**
 * Players for a game with so many: those of the address, and where it names none, first a person, then opponents.
 *
 * @param {string[]} players
 * @param {number} count
 * @param {string} opponent
 */
export function fillPlayers(players, count, opponent) {
  return Array.from({ length: count }, (_, i) => players[i] || (i === 0 ? "human" : opponent));
}

/** A seed that is none of the others; 0 stands for an address without one. */
export function newSeed() {
  return 1 + crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
}
