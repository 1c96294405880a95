import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers } from "../../src/spielbaum/web/static/js/tree_lab/exercise_answers.js";
import { openPage } from "./page.js";

openPage();

const node = (address, name, asked, more = {}) => ({
  address,
  name,
  asked,
  children: [],
  leaf: false,
  ...more,
});

function answersTo(nodes, { visited = false, payoffs = 1, depths = [], choices = {} } = {}) {
  return new Answers({ exercise: { id: 1 }, nodes, payoffs, depths, choices }, visited);
}

test("what was not answered is handed in as null, numbers as numbers", () => {
  const answers = answersTo([
    node("", "A", ["value", "move", "order"], { children: ["B", "C"] }),
    node("0", "B", ["window", "cut", "remoteness", "keep"]),
  ]);
  const empty = answers.document();
  assert.deepEqual(empty.nodes.A, { value: null, order: null });
  assert.deepEqual(empty.nodes.B, { window: null, cut: [], remoteness: null, keep: null });
  assert.equal(empty.move, null);
  Object.assign(answers.nodes.get(""), { value: " ≥ 3/2 ", order: "C > B" });
  Object.assign(answers.nodes.get("0"), { window: ["-inf", "2"], remoteness: "4" });
  answers.nodes.get("0").cut.add("D");
  answers.move = "C";
  const { nodes, move } = answers.document();
  assert.deepEqual(nodes.A, { value: 1.5, order: ["C", "B"] });
  assert.deepEqual(nodes.B, { window: ["-inf", 2], cut: ["D"], remoteness: 4, keep: null });
  assert.equal(move, "C");
});

test("several pay-offs are a list; a word is refused", () => {
  const answers = answersTo([node("", "A", ["value"])], { payoffs: 3 });
  answers.nodes.get("").value = "(1, 2 3)";
  assert.deepEqual(answers.document().nodes.A.value, [1, 2, 3]);
  answers.nodes.get("").value = "1, many, 3";
  assert.throws(() => answers.document());
});

test("leaves that are visited, depths and cases have their own place", () => {
  const leaves = answersTo([node("", "A", []), node("0", "B", [], { leaf: true })], { visited: true });
  assert.equal(leaves.document().visited, null);
  leaves.nodes.get("0").visited = true;
  assert.deepEqual(leaves.document().visited, ["B"]);
  const deeper = answersTo([node("", "A", [])], { depths: [1, 2] });
  Object.assign(deeper.after.get(2), { value: "7", move: "B" });
  assert.deepEqual(deeper.document().depths, { 1: { value: null, move: null }, 2: { value: 7, move: "B" } });
  const cases = answersTo([node("", "A", [])], { choices: { squared: "squared" } });
  cases.chosen.set("squared", "B");
  assert.deepEqual(cases.document().choices, { squared: "B" });
});
