import assert from "node:assert/strict";
import { test } from "node:test";
import { Analyses, merged } from "../../src/spielbaum/web/static/js/play/analysis.js";

const value = (proof, short) => ({ proof, short });
const found = (depth, values, { proof = "estimate", complete = false } = {}) => ({
  move_values: Object.entries(values).map(([move, [kind, short, reply = ""]]) => ({
    move,
    value: value(kind, short),
    reply,
  })),
  info: { depth, value: value(proof, "") },
  complete,
});
const shorts = ({ move_values }) => move_values.map((one) => one.value.short);
const replies = ({ move_values }) => move_values.map((one) => one.reply);

test("the deeper analysis counts, and a proof stays", () => {
  const proven = found(5, { a: ["proven", "✓3"], b: ["estimate", "0"] });
  const deeper = found(9, { a: ["estimate", "1"], b: ["estimate", "2"] });
  assert.deepEqual(shorts(merged(proven, deeper)), ["✓3", "2"]);
  assert.deepEqual(shorts(merged(deeper, proven)), ["✓3", "2"]);
  const complete = found(1, { a: ["proven", "="], b: ["proven", "="] }, { proof: "proven", complete: true });
  assert.equal(merged(complete, deeper), complete);
  assert.equal(merged(deeper, complete), complete);
  const value = found(2, { a: ["proven", "✓3"], b: ["estimate", "0"] }, { proof: "proven" });
  assert.equal(merged(value, deeper).info.value.proof, "proven");
});

test("an analysis that gave way takes nothing back: no deeper value, no reply", () => {
  const proven = { proof: "proven" };
  const deep = found(9, { a: ["proven", "✓1"], b: ["estimate", "2", "x"] }, proven);
  const cutShort = found(2, { a: ["proven", "✓1"], b: ["estimate", "5"] }, proven);
  assert.deepEqual(shorts(merged(deep, cutShort)), ["✓1", "2"]);
  assert.deepEqual(replies(merged(deep, cutShort)), ["", "x"]);
  const again = found(9, { a: ["proven", "✓1"], b: ["estimate", "3"] }, proven);
  assert.deepEqual(shorts(merged(deep, again)), ["✓1", "3"]);
  assert.deepEqual(replies(merged(deep, again)), ["", "x"]);
  const newer = found(10, { a: ["proven", "✓1"], b: ["estimate", "4", "y"] }, proven);
  assert.deepEqual(replies(merged(deep, newer)), ["", "y"]);
  // What was guessed to answer a move need not answer it once its value is proven.
  const solved = found(10, { a: ["proven", "✓1"], b: ["proven", "✗4"] }, proven);
  assert.deepEqual(replies(merged(deep, solved)), ["", ""]);
  const exact = found(null, { a: ["proven", "✓1"], b: ["estimate", "6"] }, proven);
  assert.equal(merged(deep, exact).info.depth, null);
});

test("moves that the better search did not judge stay known, and are not the best ones", () => {
  const all = found(4, { a: ["estimate", "3"], b: ["estimate", "9", "x"] });
  all.move_values[1].best = true;
  const one = found(9, { a: ["proven", "✓1"] }, { proof: "proven" });
  for (const both of [merged(all, one), merged(one, all)]) {
    assert.deepEqual(shorts(both), ["✓1", "9"]);
    assert.deepEqual(replies(both), ["", "x"]);
    assert.equal(both.move_values[1].best, false);
  }
});

test("a position that one comes back to is known, with the time spent on it", () => {
  const analyses = new Analyses();
  assert.equal(analyses.get("here").values, null);
  analyses.add("here", found(3, { a: ["estimate", "1"] }), 2);
  analyses.add("here", found(2, { a: ["estimate", "5"] }), 3);
  assert.deepEqual(shorts(analyses.get("here").values), ["1"]);
  assert.equal(analyses.get("here").seconds, 5);
  analyses.note("here", { depth: 7, value: value("estimate", "") });
  assert.equal(analyses.add("here", found(6, { a: ["estimate", "2"] }), 1).info.depth, 7);
  analyses.note("here", { depth: 1, value: value("proven", "") });
  assert.equal(analyses.note("here", { depth: 9, value: value("estimate", "") }).info.depth, 1);
});
