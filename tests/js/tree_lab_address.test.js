import assert from "node:assert/strict";
import { test } from "node:test";
import {
  HAND,
  readState,
  runOf,
  sourceOf,
  writeState,
} from "../../src/spielbaum/web/static/js/tree_lab/address.js";
import { readRequirements, writeRequirements } from "../../src/spielbaum/web/static/js/tree_lab/author.js";
import { moveList } from "../../src/spielbaum/web/static/js/tree_lab/source.js";
import { openPage } from "./page.js";

const again = (state) => readState("takeaway", new URL(writeState(state), "http://localhost/").search);
const read = (search) => readState("takeaway", search);

test("an empty address means the tree of the lecture", () => {
  openPage();
  const state = read("");
  assert.deepEqual([state.mode, state.source, state.tree, state.algorithm], [
    "explore",
    "text",
    HAND,
    "alphabeta",
  ]);
});

test("whatever is written is read again", () => {
  openPage();
  for (
    const search of [
      "?tree=A(B(8 7 3) C(2 9))&algorithm=pvs&beside=minimax&step=12&order=C: F E G",
      "?random=4,2,9,3&mode=predict&ask=value,cut&uneven",
      "?game=connect4:width=5&moves=4,4&depth=2&boards=2&strict&hard",
      "?mode=author&kind=maxn&n=3&require=branching=3,deep&xseed=5&convention=last",
      "?mode=exercise&tree=(1 2)&limit=0&strategy=2&ties=last&mover&teams=1+3",
    ]
  ) {
    assert.deepEqual(again(read(search)), read(search), search);
  }
});

test("numbers out of range count as not given", () => {
  const { random, depth, step, mode } = read("?random=99,-1,x&depth=41&step=-3&mode=fly");
  assert.deepEqual(random, { branching: 3, depth: 3, seed: 1, players: 2 });
  assert.deepEqual([depth, step, mode], [null, 0, "explore"]);
});

test("a source is one of three", () => {
  assert.deepEqual(Object.keys(sourceOf(read("?tree=(1 2)"))).sort(), ["leaves", "order", "tree"]);
  assert.deepEqual(Object.keys(sourceOf(read("?random=3,3,1"))).sort(), ["order", "random"]);
  assert.deepEqual(sourceOf(read("?game=nim&moves=a1")).game, {
    game: "nim",
    start: "",
    moves: ["a1"],
    depth: null,
  });
});

test("options that an algorithm does not have are left out", () => {
  const state = read("?tree=(1 2)&limit=3&hard&strict&sort=killers&teams=1+2&ties=last");
  const plain = runOf(state, { name: "minimax", options: [], traversal: false }, "tree-a");
  assert.deepEqual([plain.depth, plain.fail_hard, plain.strict, plain.sort, plain.teams, plain.ties], [
    null,
    false,
    false,
    "",
    "",
    "first",
  ]);
  const able = {
    name: "x",
    options: ["depth", "fail_hard", "strict", "order", "teams", "ties"],
    traversal: true,
  };
  const whole = runOf(state, able, "tree-b");
  assert.deepEqual([whole.depth, whole.fail_hard, whole.strict, whole.sort, whole.ties, whole.numbers], [
    3,
    true,
    true,
    "killers",
    "last",
    true,
  ]);
});

test("what trees should be like", () => {
  const wanted = { branching: 3, cuts: [1, 3], deep: true, order: "best" };
  assert.deepEqual(readRequirements(writeRequirements(wanted)), wanted);
  assert.equal(writeRequirements({ branching: null, deep: false, order: "any", cuts: [0, 2] }), "cuts=0-2");
  assert.deepEqual(readRequirements("branching=x,depth=1234,cuts=3,order=any,unknown"), {});
});

test("a list of moves may be numbered", () => {
  assert.deepEqual(moveList("1. e4 e5 2.Nf3  2... Nc6,a3"), ["e4", "e5", "Nf3", "Nc6", "a3"]);
  assert.deepEqual(moveList("1 2 10"), ["1", "2", "10"]);
});
