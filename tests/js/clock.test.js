import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Clocks,
  clockText,
  CONTROLS,
  fullClocks,
  parseControl,
} from "../../src/spielbaum/web/static/js/play/clock.js";
import { use } from "../../src/spielbaum/web/static/js/language.js";
import { openPage } from "./page.js";

openPage();

test("time controls are read", () => {
  assert.deepEqual(parseControl("300+2"), { move: null, game: 300, increment: 2 });
  assert.deepEqual(parseControl("10/move"), { move: 10, game: 10, increment: 0 });
  for (const none of ["", "0", "soon", "5+", "-3", "10/game"]) assert.equal(parseControl(none), null);
  assert.equal(CONTROLS.filter((one) => one && parseControl(one) === null).length, 0);
  assert.deepEqual(fullClocks("60+1", 3), [60, 60, 60]);
  assert.deepEqual(fullClocks("", 2), []);
});

test("a clock stops at nothing", () => {
  const shown = [3725, 245, 60, 20, 19.94, 0.04, 0, -3].map(clockText);
  assert.deepEqual(shown, ["1:02:05", "4:05", "1:00", "0:20", "20.0", "0.1", "0.0", "0.0"]);
  use("de", {});
  assert.equal(clockText(7.3), "7,3");
  use("en", {});
});

/** Clocks whose time is told. */
function told(control) {
  const state = { clock: control, left: fullClocks(control, 2) };
  const world = { now: 0, runs: null, out: null };
  const clocks = new Clocks({
    state: () => state,
    runs: () => world.runs,
    shown: () => {},
    out: (player) => (world.out = player),
    now: () => world.now,
  });
  return { state, world, clocks };
}

test("time is taken from whoever's clock runs, and a move brings the increment", () => {
  const { state, world, clocks } = told("60+5");
  world.runs = 0;
  clocks.update();
  world.now = 10_000;
  assert.equal(clocks.left(0), 50);
  clocks.moved(0);
  world.runs = 1;
  clocks.update();
  world.now = 12_500;
  assert.deepEqual([clocks.left(0), clocks.left(1)], [55, 57.5]);
  world.runs = null;
  clocks.update();
  world.now = 99_000;
  assert.deepEqual(state.left, [55, 57.5]);
});

test("per move, each begins with all of it", () => {
  const { state, world, clocks } = told("10/move");
  world.runs = 0;
  clocks.update();
  world.now = 9000;
  clocks.moved(0);
  assert.equal(state.left[0], 10);
  world.runs = null;
  clocks.update();
});

test("whoever has no time left has lost, once", () => {
  const { state, world, clocks } = told("5/move");
  world.runs = 1;
  clocks.update();
  world.now = 4900;
  clocks.tick();
  assert.equal(world.out, null);
  world.now = 5300;
  clocks.tick();
  assert.equal(world.out, 1);
  assert.deepEqual(state.left, [5, 0]);
  assert.equal(clocks.player, null);
});
