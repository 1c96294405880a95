import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../../src/spielbaum/web/static/js/solution/address.js";
import { openPage } from "./page.js";

const search = (address) => new URL(address, "http://localhost/").search;

test("whatever is written is read again", () => {
  openPage();
  const base = { game: "hexapawn:width=4", start: "", moves: [], at: Infinity, flip: false, hidden: false };
  for (
    const more of [
      {},
      { start: "ppp/.P./P.P b", hidden: true },
      { moves: ["a1a2", "b3b2"], at: 1, flip: true },
      { moves: ["1,2", "~"], at: 0, hidden: true },
    ]
  ) {
    const state = { ...base, ...more };
    assert.deepEqual(readAddress("", search(writeAddress(state, null))), state);
  }
});

test("without an address the usual game is shown from its start", () => {
  openPage();
  const { game, moves, hidden } = readAddress("nim", "");
  assert.deepEqual([game, moves, hidden], ["nim", [], false]);
});
