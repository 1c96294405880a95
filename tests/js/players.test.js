import assert from "node:assert/strict";
import { test } from "node:test";
import { use } from "../../src/spielbaum/web/static/js/language.js";
import {
  isHuman,
  parsePlayer,
  playerWords,
  writePlayer,
} from "../../src/spielbaum/web/static/js/play/players.js";
import { openPage } from "./page.js";

openPage();

test("players that the form can show are written as they were read", () => {
  for (
    const spec of [
      "human",
      "engine:level=8",
      "engine:seconds=0.5",
      "engine:depth=6",
      "engine:weights=shipped,seconds=1.5",
      "perfect:seconds=2",
      "mcts:seconds=1",
      "alphabeta:depth=4",
      "alliance:depth=3,with=2",
      "random",
    ]
  ) {
    const { way, value } = parsePlayer(spec);
    assert.ok(way, spec);
    assert.equal(writePlayer(way, value ?? undefined), spec);
  }
});

test("players that say more than the form can are left as they are", () => {
  for (
    const spec of ["engine:level=3,seed=1", "engine", "alliance:depth=4,with=1", "stockfish", "mcts:nodes=9"]
  ) {
    assert.equal(parsePlayer(spec).way, null, spec);
    assert.equal(playerWords(spec), spec);
  }
});

test("in words, with the number as people write it", () => {
  use("de", { "web.way.seconds.named": "Engine, {value} s" });
  assert.equal(playerWords("engine:seconds=0.5"), "Engine, 0,5 s");
  assert.ok(isHuman("human") && !isHuman("engine:level=1") && !isHuman(undefined));
});
