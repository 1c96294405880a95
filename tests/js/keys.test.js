import assert from "node:assert/strict";
import { test } from "node:test";
import { MoveKeys } from "../../src/spielbaum/web/static/js/play/keys.js";
import { openPage } from "./page.js";

function typing(legal) {
  const page = openPage();
  const played = [];
  const state = { legal, loading: false, shown: "", field: null };
  const keys = new MoveKeys({
    legal: () => state.legal,
    loading: () => state.loading,
    play: (move) => played.push(move),
    write: (text) => {
      if (state.field === null) return false;
      state.field += text;
      return true;
    },
    shown: (text) => {
      state.shown = text;
    },
  });
  return { keys, page, played, state, type: (text) => [...text].map((key) => page.press(key)) };
}

test("a move is played when it is spelt, in small letters too", () => {
  const { played, type } = typing(["A1", "A2", "B1"]);
  type("a2b1");
  assert.deepEqual(played, ["A2", "B1"]);
});

test("where a longer move begins alike, Enter plays the shorter one", () => {
  const { page, played, state, type } = typing(["1", "12"]);
  type("1");
  assert.deepEqual([played, state.shown], [[], "1"]);
  page.press("Enter");
  assert.deepEqual([played, state.shown], [["1"], ""]);
  type("12");
  assert.deepEqual(played, ["1", "12"]);
});

test("a key that fits nowhere begins anew, and is left to others where it means nothing", () => {
  const { played, type } = typing(["a1", "b1"]);
  assert.deepEqual(type("ab1"), [true, true, true]);
  assert.deepEqual(played, ["b1"]);
  assert.deepEqual(type("x?"), [false, false]);
});

test("Escape forgets what was typed; keys with Ctrl are not ours", () => {
  const { page, played, state, type } = typing(["a1"]);
  type("a");
  page.press("Escape");
  assert.equal(state.shown, "");
  page.press("a", { ctrlKey: true });
  type("1");
  assert.deepEqual(played, []);
});

test("keys pressed while a position is loaded count when it is there", () => {
  const { keys, played, state, type } = typing([]);
  state.loading = true;
  type("a1".repeat(20));
  state.loading = false;
  state.legal = ["a1"];
  keys.release();
  assert.equal(played.length, 16); // 32 keys are kept, no more
  state.loading = true;
  type("e4");
  state.loading = false;
  state.field = "";
  keys.release();
  assert.deepEqual([state.field, played.length], ["e4", 16]);
});
