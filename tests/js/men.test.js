import assert from "node:assert/strict";
import { test } from "node:test";
import { BAR, continuations, menOf, OFF, stepped } from "../../src/spielbaum/web/static/js/board/men.js";
import { diceOf, written } from "../../src/spielbaum/web/static/js/play/dice.js";

const man = (origin, target) => ({ origin, target });
const moves = (...args) => [...new Set(continuations(...args).map(({ move }) => move))];

test("a move is read man by man", () => {
  assert.deepEqual(menOf("13/7 8/7*"), [man(13, 7), man(8, 7)]);
  assert.deepEqual(menOf("bar/20 6/off(2)"), [man(BAR, 20), man(6, OFF), man(6, OFF)]);
  assert.deepEqual(menOf("13/8*/5"), [man(13, 8), man(8, 5)]);
  assert.deepEqual(menOf("pass"), []);
});

test("steps in any order leave the moves that contain them", () => {
  const legal = ["13/7 8/7", "24/18 13/12", "24/23 13/7"];
  assert.deepEqual(moves(legal, [], [6, 1]), legal);
  assert.deepEqual(moves(legal, [man(8, 7)], [6, 1]), ["13/7 8/7"]);
  assert.deepEqual(continuations(legal, [man(13, 7)], [6, 1]), [
    { move: "13/7 8/7", left: [man(8, 7)] },
    { move: "24/23 13/7", left: [man(24, 23)] },
  ]);
  assert.deepEqual(continuations(legal, [man(13, 7), man(8, 7)], [6, 1]), [{ move: "13/7 8/7", left: [] }]);
});

test("a man that goes on may be moved in two steps, or another one before it", () => {
  const legal = ["24/13", "24/18 8/3"];
  assert.deepEqual(continuations(legal, [man(24, 18)], [6, 5]), [
    { move: "24/13", left: [man(18, 13)] },
    { move: "24/18 8/3", left: [man(8, 3)] },
  ]);
  assert.deepEqual(continuations(["24/13"], [man(18, 13)], [6, 5]), [{ move: "24/13", left: [man(24, 18)] }]);
});

test("not where it would hit on its way: then the move says so", () => {
  const legal = ["24/13", "24/18* 18/13"];
  assert.deepEqual(moves(legal, [man(24, 18)], [6, 5], (place) => place === 18), ["24/18* 18/13"]);
});

test("one number is no two steps", () => {
  // With 6-2 the man on 5 is borne off by the six; the two belongs to the other man.
  assert.deepEqual(moves(["5/off 4/2"], [man(5, 3)], [6, 2]), []);
  assert.deepEqual(moves(["8/4(2)", "8/off"], [man(8, 6)], [2, 2]), ["8/4(2)", "8/off"]);
});

test("a step moves a man and sends the one it hits to the bar", () => {
  const start = { own: Array(26).fill(0), other: Array(26).fill(0) };
  start.own[8] = 1;
  start.other[5] = 1;
  const { own, other } = stepped(start, man(8, 5));
  assert.deepEqual([own[8], own[5], other[5], other[0]], [0, 1, 0, 1]);
  assert.deepEqual([start.own[8], start.other[5]], [1, 1]);
});

test("a pair of dice is told from a number of two digits by the other outcomes", () => {
  assert.equal(written(["11", "63"])("63"), "6-3");
  assert.equal(written(["7", "12"])("12"), "12");
  assert.deepEqual(diceOf("6-3"), ["6", "3"]);
  assert.deepEqual(diceOf("12"), []);
});
