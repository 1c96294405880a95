import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fillPlayers,
  joinMoves,
  readAddress,
  writeAddress,
} from "../../src/spielbaum/web/static/js/play/address.js";
import { openPage } from "./page.js";

const search = (address) => new URL(address, "http://localhost/").search;

test("an empty address means the usual game from its start", () => {
  openPage();
  const state = readAddress("nim", "");
  assert.deepEqual([state.game, state.start, state.moves, state.players], ["nim", "", [], []]);
  assert.deepEqual([state.at, state.resigned, state.paused, state.flip], [Infinity, null, false, false]);
});

test("whatever is written is read again", () => {
  openPage();
  const base = {
    game: "mine:width=5",
    start: "",
    moves: [],
    at: 0,
    players: [],
    seed: 0,
    resigned: null,
    overtime: false,
    clock: "",
    left: [],
    pace: 0.5,
  };
  const states = [
    { moves: ["a1", "b2"], at: 1 },
    { moves: ["1,2", "~", "~.", "O-O", "a&b"], at: 0 },
    { start: "rnbq/8 w KQkq - 0 1", seed: 17, resigned: 0 },
    { clock: "300+2", left: [12.5, 300], resigned: 1, overtime: true, pace: 0 },
    { players: ["human", "engine:level=3", "alliance:depth=3,with=1"], paused: true, flip: true },
  ];
  for (const more of states) {
    const state = { ...base, paused: false, flip: false, ...more };
    assert.deepEqual(readAddress("", search(writeAddress(state, null))), {
      ...state,
      at: more.at ?? Infinity,
    });
  }
});

test("moves of the same width are packed, others are not", () => {
  assert.equal(joinMoves(["4", "4", "5"], 1), "445");
  assert.equal(joinMoves(["4", "10"], 1), "4,10");
  assert.equal(joinMoves(["e4", "e5"]), "e4,e5");
});

test("an address can be edited badly", () => {
  openPage();
  assert.equal(readAddress("", "?at=x").at, 0);
  assert.equal(readAddress("", "?seed=x").seed, 0);
  assert.deepEqual(readAddress("", "?moves=,,4,&p2=random").moves, ["4"]);
  assert.deepEqual(readAddress("", "?p9=random").players, []);
});

test("players for all seats, a person first", () => {
  assert.deepEqual(fillPlayers([], 3, "engine:level=3"), ["human", "engine:level=3", "engine:level=3"]);
  assert.deepEqual(fillPlayers(["random", "first", "mcts"], 2, "first"), ["random", "first"]);
  openPage();
  assert.deepEqual(fillPlayers(readAddress("", "?p2=first").players, 3, "random"), [
    "human",
    "first",
    "random",
  ]);
});
