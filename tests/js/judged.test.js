import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accuracy,
  better,
  decisive,
  lastOpen,
  split,
} from "../../src/spielbaum/web/static/js/play/judged.js";
import { moveWords } from "../../src/spielbaum/web/static/js/play/notation.js";

/**
 * @param {number} ply
 * @param {string} verdict
 * @param {number} fall
 */
const judged = (ply, verdict, fall, proof = "proven") => /** @type {any} */ ({
  ply,
  player: ply % 2,
  verdict,
  fall,
  value: { proof },
});

test("what players kept, and where the game was decided", () => {
  const plies = [
    judged(4, "blunder", 1),
    judged(2, "good", 0),
    judged(1, "blunder", 0.5),
    judged(5, "none", 0),
  ];
  assert.deepEqual(accuracy(plies, 0), 0.5);
  assert.deepEqual(accuracy(plies, 1), 0.5);
  assert.deepEqual(accuracy([], 0), null);
  assert.deepEqual(decisive(plies)?.ply, 1);
  assert.deepEqual(decisive([judged(0, "mistake", 0.3)]), undefined);
});

test("a game is judged in parts, the last one first", () => {
  assert.deepEqual(split(0, 80, 2), [[41, 80], [0, 40]]);
  assert.deepEqual(split(3, 3, 2), [[3, 3]]);
  assert.deepEqual(split(0, 6, 3), [[5, 6], [2, 4], [0, 1]]);
});

test("what is proven is not looked at again, and not replaced", () => {
  const plies = new Map([[2, judged(2, "good", 0)], [1, judged(1, "good", 0, "estimate")]]);
  assert.deepEqual(lastOpen(plies, 2), 1);
  assert.deepEqual(lastOpen(new Map([[0, judged(0, "good", 0)]]), 0), -1);
  const [proven, guess] = [judged(0, "good", 0), judged(0, "mistake", 0.3, "estimate")];
  assert.deepEqual(better(proven, guess), proven);
  assert.deepEqual(better(guess, proven), proven);
  assert.deepEqual(better(undefined, guess), guess);
});

test("pieces have the letters of the language", () => {
  const german = { letters: ["KQRBN", "KDTLS"] };
  assert.deepEqual(["Nxf3+", "e8=Q#", "O-O", "Rad1", "bxc3"].map((move) => moveWords(german, move)), [
    "Sxf3+",
    "e8=D#",
    "O-O",
    "Tad1",
    "bxc3",
  ]);
  assert.deepEqual(moveWords({ letters: [] }, "Nf3"), "Nf3");
});
