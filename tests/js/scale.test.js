import assert from "node:assert/strict";
import { test } from "node:test";
import { powers, scale, ticks } from "../../src/spielbaum/web/static/js/experiments/scale.js";

const near = (found, right) => {
  assert.equal(found.length, right.length, found.join(" "));
  found.forEach((value, index) => assert.ok(Math.abs(value - right[index]) < 1e-9, found.join(" ")));
};

test("round numbers divide an axis", () => {
  near(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  near(ticks(-13, 27, 4), [-10, 0, 10, 20]);
  near(ticks(0.3, 0.7, 2), [0.4, 0.6]);
});

test("powers divide a logarithmic one", () => {
  near(powers(1, 1e6, 10, 3), [1, 100, 10_000, 1e6]);
  near(powers(3, 60, 10, 9), [5, 10, 20, 50]);
  near(powers(1, 16, 2, 10), [1, 2, 4, 8, 16]);
});

test("a scale goes from edge to edge, and one value alone has room around it", () => {
  const linear = scale("linear", [0, 10], [100, 0], 5);
  assert.deepEqual([linear.at(0), linear.at(5), linear.at(10)], [100, 50, 0]);
  const log = scale("log10", [1, 100], [0, 200], 3);
  assert.ok(Math.abs(log.at(10) - 100) < 1e-9);
  const alone = scale("linear", [7, 7], [0, 10], 3);
  assert.equal(alone.at(7), 5);
  assert.deepEqual(scale("log2", [1, 4], [0, 1], 5, [1, 2, 4, 2]).ticks, [1, 2, 4]);
});
