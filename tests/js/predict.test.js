import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../../src/spielbaum/web/static/js/language.js";
import { questionsOf, shownNumber } from "../../src/spielbaum/web/static/js/tree_lab/predict.js";
import { Faces } from "../../src/spielbaum/web/static/js/tree_lab/tree_picture.js";
import { openPage } from "./page.js";

openPage();
const ALL = ["value", "window", "cut", "next"];
const step = (kind, node, more = {}) => ({
  kind,
  node,
  path: node,
  alpha: "-inf",
  beta: "inf",
  value: null,
  rest: false,
  ...more,
});
const asked = (questions) => questions.map(({ kind, before }) => `${kind} ${before}`);

test("windows, cuts and values are asked for just before they are seen", () => {
  const steps = [
    step("enter", "A"),
    step("enter", "B"),
    step("leaf", "B", { value: 3 }),
    step("update", "A", { alpha: 3, rest: true }),
    step("cutoff", "A"),
    step("leave", "A", { value: 3 }),
  ];
  const doc = { steps, plain: { nodes: 3 }, windowed: true };
  const found = questionsOf(doc, ALL);
  assert.deepEqual(asked(found), ["window 0", "window 3", "cut 4", "value 5"]);
  assert.deepEqual(found.map(({ right }) => right), [["-inf", "inf"], [3, "inf"], true, 3]);
  assert.deepEqual(asked(questionsOf(doc, ["cut"])), ["cut 4"]);
  assert.deepEqual(asked(questionsOf({ ...doc, windowed: false }, ALL)), ["value 5"]);
});

test("no cut is a question too; an update after the last child is none", () => {
  const steps = [
    step("update", "A", { rest: true }),
    step("enter", "C"),
    step("update", "A"),
    step("leave", "A"),
  ];
  const cuts = questionsOf({ steps, plain: {}, windowed: true }, ["cut"]);
  assert.deepEqual(cuts.map(({ before, right }) => [before, right]), [[1, false]]);
});

test("a traversal asks who is next", () => {
  const steps = [step("enter", "A"), step("enter", "B"), step("enter", "C")];
  const found = questionsOf({ steps, plain: null, windowed: false }, ALL);
  assert.deepEqual(found.map(({ kind, right }) => [kind, right]), [["next", "B"], ["next", "C"]]);
});

test("retrograde analysis asks for the value of each position that it settles", () => {
  const steps = [step("enter", "A"), step("enter", "B"), step("settle", "A", { value: -1 })];
  const found = questionsOf({ steps, plain: null, windowed: false }, ALL);
  assert.deepEqual(found.map(({ kind, words, right }) => [kind, words, right]), [
    ["value", "tree_lab.predict.ask.settle", -1],
  ]);
});

test("values are shown as people write them", () => {
  use("en", {});
  assert.deepEqual([shownNumber("inf"), shownNumber(-2), shownNumber([1, "-inf"])], ["+∞", "−2", "(1, −∞)"]);
  assert.equal(shownNumber(12345), "12345");
  use("de", {});
  assert.equal(shownNumber(2.5), "2,5");
});

test("the faces of a step are the same whether one comes from before or from behind", () => {
  const steps = [{ A: "a0", B: "b0" }, { A: "a1" }, { B: "b2" }, { A: "a3" }].map((changes) => ({ changes }));
  const faces = new Faces(steps);
  const at = (number) => [...faces.to(number)].map(([, face]) => face).join(" ");
  assert.deepEqual([0, 1, 2, 3, 2, 0, 3].map(at), [
    "a0 b0",
    "a1 b0",
    "a1 b2",
    "a3 b2",
    "a1 b2",
    "a0 b0",
    "a3 b2",
  ]);
});
