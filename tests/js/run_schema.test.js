import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../../src/spielbaum/web/static/js/experiments/address.js";
import {
  complete,
  fittingNames,
  fittingSettings,
  suits,
  turned,
} from "../../src/spielbaum/web/static/js/experiments/schema.js";
import { openPage } from "./page.js";

const field = (name, type, value, more = {}) => ({
  name,
  type,
  default: value,
  least: null,
  most: null,
  ...more,
});

const KINDS = [
  {
    name: "match",
    players: null,
    needs: [],
    fields: [
      field("game", "game", null),
      field("players", "players", ["random", "first"]),
      field("games", "whole", 100, { most: 2000 }),
      field("sprt", "numbers", null),
    ],
  },
  {
    name: "tune",
    players: 2,
    needs: ["weights"],
    fields: [
      field("game", "game", null),
      field("player", "player", "random"),
      field("games", "whole", 400, { most: 50 }),
      field("ridge", "decimal", 1),
    ],
  },
];

test("what is not said has the default of the schema", () => {
  const request = complete(KINDS, { kind: "match", settings: { games: 8, unknown: 1 } });
  assert.deepEqual(request.settings, { game: null, players: ["random", "first"], games: 8, sprt: null });
  assert.equal(complete(KINDS, {}).kind, "match");
});

test("as another kind of run the game stays, and what fits", () => {
  const whole = (settings) => turned(KINDS, complete(KINDS, { kind: "match", settings }), "tune").settings;
  assert.deepEqual(whole({ game: "nim", games: 40 }), { game: "nim", player: "random", games: 40, ridge: 1 });
  assert.equal(whole({ game: "nim", games: 1000 }).games, 400); // more than a tuning may have
  assert.equal(whole({ game: "nim" }).games, 400); // a default is no wish
});

test("games are offered that a kind of run can use", () => {
  const game = (players, ...names) => ({
    player_names: Array.from({ length: players }, String),
    parameters: names.map((name) => ({ name })),
  });
  assert.ok(suits(KINDS[0], game(3)));
  assert.ok(suits(KINDS[1], game(2, "weights")));
  assert.ok(!suits(KINDS[1], game(2, "size")));
  assert.ok(!suits(KINDS[1], game(3, "weights")));
});

test("names that are for two are not offered for three, nor kept", () => {
  const field = { name: "players", choices: { engine: "full engine", maxn: "max^n" }, for_two: ["engine"] };
  assert.deepEqual(Object.keys(fittingNames(field, 2).choices), ["engine", "maxn"]);
  assert.deepEqual(Object.keys(fittingNames(field, 3).choices), ["maxn"]);
  const kind = { fields: [field, { name: "games", for_two: [] }] };
  const settings = { players: ["engine", "maxn"], games: 60 };
  assert.deepEqual(fittingSettings(kind, settings, 3), { players: ["maxn"], games: 60 });
  assert.deepEqual(fittingSettings(kind, settings, 2), settings);
});

test("the address holds a request as it is", () => {
  openPage();
  const requests = [
    complete(KINDS, { kind: "match", name: "mine", workers: 2, settings: { game: "nim", sprt: [0, 10] } }),
    complete(KINDS, { kind: "match", settings: { game: "nim:size=3", players: [] } }),
    complete(KINDS, { kind: "tune", settings: { game: "othello", ridge: 0.5 } }),
  ];
  for (const request of requests) {
    const { search } = new URL(writeAddress({ names: [], request }), "http://localhost/");
    const read = readAddress(KINDS, search);
    assert.ok(read.isNew);
    assert.deepEqual(complete(KINDS, read.request), request);
  }
  assert.deepEqual(readAddress(KINDS, "?run=a&run=b").names, ["a", "b"]);
  assert.deepEqual(readAddress(KINDS, "?new&kind=tune&games=x&ridge=1e2").request.settings, { ridge: 100 });
});
