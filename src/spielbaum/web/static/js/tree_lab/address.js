// The address of the page says everything: the tree, the algorithm, the mode, the step.
//
//   /tree-lab?tree=A(B(8 7 3) C(2 9))&algorithm=alphabeta&beside=minimax&step=12
//   /tree-lab?random=3,3,7&mode=predict          branching, depth, seed
//   /tree-lab?game=connect4&moves=4455&depth=2   grown from a position

import { addressOf } from "../addresses.js";
import * as place from "../place.js";
import { joinMoves, readAddress } from "../play/address.js";

/** @import { AlgorithmView, Source, TraceRequest } from "./messages.d.ts" */
/** @import { LabState } from "./state.d.ts" */

export const MODES = ["explore", "predict", "exercise", "author"];
export const HAND = "A(B(8 7 3) C(E(9 1 6) F(2 1 1) G(6 5 2)) D(2 1 3))";

const TEXTS = {
  algorithm: "alphabeta",
  beside: "",
  order: "",
  sort: "",
  teams: "",
  ties: "first",
  direction: "down",
};
const FLAGS = ["hard", "strict", "numbers", "uneven", "chance", "mover"];

/**
 * @param {string | null | undefined} text
 * @param {number} least
 * @param {number} most
 */
function whole(text, least, most) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}

/**
 * What the address asks for; `usual` is the game that the form begins with.
 *
 * @param {string} usual
 * @returns {LabState}
 */
export function readState(usual, search = place.search()) {
  const query = new URLSearchParams(search);
  const position = readAddress(usual, search);
  const [branching, depth, seed, players] = (query.get("random") ?? "").split(",");
  const mode = query.get("mode") ?? "";
  /** @type {any} */
  const state = {
    mode: MODES.includes(mode) ? mode : "explore",
    source: query.has("game") ? "game" : query.has("random") ? "random" : "text",
    tree: query.get("tree") ?? HAND,
    random: {
      branching: whole(branching, 1, 20) ?? 3,
      depth: whole(depth, 0, 40) ?? 3,
      seed: whole(seed, 0, 2 ** 31 - 1) ?? 1,
      players: whole(players, 2, 6) ?? 2,
    },
    game: position.game,
    start: position.start,
    moves: query.has("game") ? position.moves : [],
    depth: whole(query.get("depth"), 0, 40),
    limit: whole(query.get("limit"), 0, 40),
    boards: whole(query.get("boards"), 0, 4),
    strategy: whole(query.get("strategy"), 1, 20),
    step: whole(query.get("step"), 0, 100_000) ?? 0,
    ask: query.get("ask")?.split(",") ?? ["value", "window", "cut", "next"],
  };
  for (const [name, usual] of Object.entries(TEXTS)) state[name] = query.get(name) ?? usual;
  for (const name of FLAGS) state[name] = query.has(name);
  // What the exercises keep of themselves; see exercise_kinds.js and author.js.
  for (const name of ["kind", "n", "require", "xseed", "convention"]) state[name] = query.get(name) ?? "";
  return state;
}

/** @param {LabState} state */
export function writeState(state) {
  /** @type {Record<string, any>} */
  const values = { ...state };
  const query = new URLSearchParams();
  if (state.mode !== "explore") query.set("mode", state.mode);
  if (state.mode !== "author") {
    if (state.source === "text") query.set("tree", state.tree);
    if (state.source === "random") {
      const { branching, depth, seed, players } = state.random;
      query.set("random", [branching, depth, seed, ...(players === 2 ? [] : [players])].join(","));
    }
    if (state.source === "game") {
      query.set("game", state.game);
      if (state.start) query.set("start", state.start);
      if (state.moves.length) query.set("moves", joinMoves(state.moves));
      if (state.depth !== null) query.set("depth", String(state.depth));
      if (state.boards !== null) query.set("boards", String(state.boards));
    }
  }
  for (const [name, usual] of Object.entries(TEXTS)) {
    if (values[name] !== usual) query.set(name, values[name]);
  }
  for (const name of FLAGS) if (values[name]) query.set(name, "");
  if (state.limit !== null) query.set("limit", String(state.limit));
  if (state.strategy !== null) query.set("strategy", String(state.strategy));
  if (state.mode === "predict" && state.ask.length < 4) query.set("ask", state.ask.join(","));
  if (state.mode === "explore" && state.step) query.set("step", String(state.step));
  for (const name of ["kind", "n", "require", "xseed", "convention"]) {
    if (values[name]) query.set(name, values[name]);
  }
  return addressOf(place.path(), query);
}

/**
 * Where the tree comes from, as the server wants it.
 *
 * @param {LabState} state
 * @returns {Source}
 */
export function sourceOf(state) {
  /** @type {Source} */
  const source = { order: state.order };
  if (state.source === "text") {
    source.tree = state.tree;
    source.leaves = state.mover ? "mover" : "max";
  }
  if (state.source === "random") {
    source.random = { ...state.random, uneven: state.uneven, chance: state.chance };
  }
  if (state.source === "game") {
    source.game = { game: state.game, start: state.start, moves: state.moves, depth: state.depth };
  }
  return source;
}

/**
 * The search that the state asks for, by that algorithm; options it does not have are left out.
 *
 * @param {LabState} state
 * @param {AlgorithmView} algorithm
 * @param {string} scope
 * @returns {TraceRequest}
 */
export function runOf(state, algorithm, scope) {
  const has = (/** @type {string} */ option) => algorithm.options.includes(option);
  return {
    ...sourceOf(state),
    algorithm: algorithm.name,
    depth: has("depth") ? state.limit : null,
    fail_hard: has("fail_hard") && state.hard,
    strict: has("strict") && state.strict,
    sort: has("order") ? state.sort : "",
    teams: has("teams") ? state.teams : "",
    ties: has("ties") && state.ties === "last" ? "last" : "first",
    numbers: state.numbers || algorithm.traversal,
    boards: state.source === "game" ? state.boards : 0,
    strategy: state.strategy ?? 0,
    direction: state.direction === "right" ? "right" : "down",
    scope,
  };
}
