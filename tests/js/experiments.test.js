import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../../src/spielbaum/web/static/js/experiments/address.js";
import { isDecimal } from "../../src/spielbaum/web/static/js/experiments/fields.js";
import { complete, suits, turned } from "../../src/spielbaum/web/static/js/experiments/schema.js";
import { joined } from "../../src/spielbaum/web/static/js/experiments/figure.js";
import { openPage } from "./page.js";

openPage();

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
    name: "duel",
    players: 2,
    needs: [],
    fields: [
      field("game", "game", ""),
      field("players", "players", ["random", "first"]),
      field("games", "whole", 100, { least: 1, most: 1000 }),
      field("bounds", "numbers", null),
      field("seed", "whole", 1),
    ],
  },
  {
    name: "fit",
    players: null,
    needs: ["weights"],
    fields: [
      field("game", "game", ""),
      field("games", "whole", 20, { most: 50 }),
      field("rate", "decimal", 0.5),
      field("seed", "text", ""),
    ],
  },
];

test("what a request does not say has its default, and what a kind does not know is dropped", () => {
  const { kind, settings } = complete(KINDS, { kind: "duel", settings: { games: 7, rate: 3 } });
  assert.deepEqual([kind, settings.games, settings.seed, "rate" in settings], ["duel", 7, 1, false]);
  assert.equal(complete(KINDS, { kind: "unknown" }).kind, "duel");
});

test("another kind of run keeps what was changed and still fits", () => {
  const request = complete(KINDS, {
    kind: "duel",
    name: "mine",
    settings: { game: "nim", games: 40, seed: 9 },
  });
  const other = turned(KINDS, request, "fit");
  assert.deepEqual([other.name, other.settings.game, other.settings.games], ["mine", "nim", 40]);
  assert.equal(other.settings.seed, ""); // of another type
  const many = turned(KINDS, complete(KINDS, { kind: "duel", settings: { games: 400 } }), "fit");
  assert.equal(many.settings.games, 20); // more than it allows
  const untouched = turned(KINDS, complete(KINDS, { kind: "duel" }), "fit");
  assert.equal(untouched.settings.games, 20);
});

test("whatever is written into the address is read again", () => {
  const settings = {
    game: "mnk:k=3",
    players: ["engine:nodes=5,seed=1", "random"],
    games: 4,
    bounds: [0.5, -1],
  };
  const request = { kind: "duel", name: "a-1", workers: 2, settings };
  const search = new URL(writeAddress({ names: [], request }), "http://localhost/").search;
  assert.deepEqual(readAddress(KINDS, search), { names: [], isNew: true, request });
  const runs = new URL(writeAddress({ names: ["a", "b"] }), "http://localhost/").search;
  assert.deepEqual([runs, readAddress(KINDS, runs).names], ["?run=a&run=b", ["a", "b"]]);
});

test("what cannot be read in an address is left out", () => {
  const { settings, workers } = readAddress(KINDS, "?new&games=many&bounds=1,x&workers=-1&rate=1").request;
  assert.deepEqual([settings, workers], [{}, null]);
});

test("decimal numbers as people write them", () => {
  for (const text of ["0", "0.5", ".5", "2.", "1e9", "1E-3"]) assert.ok(isDecimal(text), text);
  for (const text of ["", ".", "-1", "1,5", "1e999", "x"]) assert.ok(!isDecimal(text), text);
});

test("a kind of run says which games suit it", () => {
  const game = { player_names: ["a", "b"], parameters: [{ name: "weights" }] };
  assert.ok(KINDS.every((kind) => suits(kind, game)));
  assert.ok(!suits(KINDS[0], { ...game, player_names: ["a", "b", "c"] }));
  assert.ok(!suits(KINDS[1], { ...game, parameters: [] }));
});

test("figures of several runs are one, their rows below each other", () => {
  const axis = { title: "", scale: "log2", percent: false, zero: null };
  const figure = (kind, points) => ({
    key: "k",
    title: "",
    about: "",
    kind,
    x: axis,
    y: axis,
    levels: [],
    names: ["r"],
    columns: ["c"],
    rows: [["1"]],
    series: [{ name: "s", style: "measured", points }],
  });
  const view = (name, kind) => ({
    line: { name },
    figures: [figure(kind, [{ x: 0, y: 1, low: null, high: null }])],
  });
  const [lines] = joined([view("a", "lines"), view("b", "lines")]);
  assert.deepEqual(lines.series.map(({ name }) => name), ["a", "b"]);
  assert.deepEqual(lines.rows, [["a", "1"], ["b", "1"]]);
  const [rows] = joined([view("a", "rows"), view("b", "rows")]);
  assert.deepEqual([rows.names, rows.series.map(({ points }) => points[0].x)], [["a: r", "b: r"], [0, 1]]);
  assert.deepEqual(joined([view("a", "lines")]), []);
});
