// The rules and the engine of one game, as WebAssembly, in a Web Worker; answers what it takes to play it.
//
// Rules come from the module, the picture of a position and the names of moves from functions that were translated
// from Python (`seen.js` of the page), and so do the slips of levels. Sentences about the end of a game are written
// when the page is made: there are as many as there are results.

import * as py from "./python_values.js";

/** @import { Engine, Game, Position, Move } from "../../../../engine/js/spielbaum.d.ts" */
/** @import { Ending, PositionView } from "../play/messages.d.ts" */
/** @typedef {{ game: string, start: string, moves: string[], player?: string }} Body */
/**
 * @typedef {object} Facts
 * @property {string[]} specs how the game may be called
 * @property {number | null} moveWidth
 * @property {[number, number][]} levels nodes and slips
 * @property {boolean} preferEarly
 * @property {Record<string, Record<string, Ending>>} endings
 */

const ROOT = new URL("../../../", import.meta.url);
/** Megabytes of a level's table, as everywhere. */
const TABLE = 16;
/** Seconds of thinking where nothing is said. */
const SECONDS = 1;

/** What is wrong with a question, as the key of a sentence. */
class Problem extends Error {
  /** @param {string} key @param {Record<string, unknown>} [fields] */
  constructor(key, fields = {}) {
    super(key);
    this.fields = fields;
  }
}

const facts = /** @type {Promise<Facts>} */ (file("light.json").then((response) => response.json()));
const seen = /** @type {Promise<any>} */ (import(new URL("game/seen.js", ROOT).href));
const loaded = load();
loaded.catch(() => {}); // whoever asks hears it
/** @type {Map<number, AbortController>} */
const thinking = new Map();

/** @param {string} name */
async function file(name) {
  const response = await fetch(new URL(name, ROOT));
  if (!response.ok) throw new TypeError(`${name}: ${response.status}`);
  return response;
}

/** @type {Map<number, Promise<Engine>>} */
const threaded = new Map();

/** The engine with so many threads. @param {number} threads @returns {Promise<Engine>} */
async function engineWith(threads) {
  const { game, engine } = await loaded;
  if (threads === 1) return engine;
  const { Engine } = await import(new URL("game/spielbaum.js", ROOT).href);
  const most = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency : 1;
  if (!(threads <= most)) throw new Problem("web.light.threads", { given: threads, most });
  const found = threaded.get(threads) ?? Engine.withThreads(game, { megabytes: TABLE, threads });
  threaded.set(threads, found);
  return found;
}

/** @returns {Promise<{ game: Game, engine: Engine }>} */
async function load() {
  if (typeof WebAssembly !== "object") throw new Problem("web.light.no_webassembly");
  const { Engine, Game } = await import(new URL("game/spielbaum.js", ROOT).href);
  const packed = (await file("game/rules.wasm.bin")).body;
  const content = new Response(/** @type {any} */ (packed).pipeThrough(new DecompressionStream("gzip")))
    .arrayBuffer();
  const game = await Game.load(
    await content.catch(() => {
      throw new Problem("web.site.damaged", { file: "rules.wasm.bin" });
    }),
  );
  return { game, engine: new Engine(game, { megabytes: TABLE }) };
}

// --- the game as the translated functions know it

const GameRecord = py.record(
  "Game",
  ["legal", "play", "ended", "utility", "estimate", "facts", "presentation"],
  {},
  false,
);
const FactsRecord = py.record("Facts", ["players"], {}, false);
const PresentationRecord = py.record("Presentation", ["round"], {}, false);
const PositionRecord = py.record("Position", ["game", "state", "player"], {}, false);
const RandomRecord = py.record("Random", ["random", "shuffle"], {}, false);

/** Chance of one's own: pages have no seeds. */
const random = RandomRecord(Math.random, (/** @type {unknown[]} */ items) => {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other], items[at]];
  }
  return null;
});

/** A move as Python has it. @param {Move} move */
const value = (move) => Array.isArray(move) ? move.map(BigInt) : BigInt(move);

/**
 * A position as the translated functions know it; states are positions.
 *
 * @param {Position} position
 */
function known(position) {
  const { rules, facts: { unit } } = /** @type {any} */ (position.game);
  const game = GameRecord(
    (/** @type {Position} */ one) => one.moves,
    (/** @type {Position} */ one, /** @type {Move} */ move) => one.play(move),
    (/** @type {Position} */ one) => one.over,
    (/** @type {Position} */ one) => BigInt(one.utility),
    (/** @type {Position} */ one) => rules.number("evaluate", one.state) / unit,
    FactsRecord(2n),
    PresentationRecord(null),
  );
  return PositionRecord(game, position, position.over ? null : BigInt(position.player));
}

/** @param {Position} position @returns {Promise<string[]>} */
async function names(position) {
  const { moveText, unpack } = await seen;
  const state = unpack([...position.state]);
  return position.moves.map((move) => moveText(state, value(move)));
}

/** @param {string[]} items @param {number | null} width */
function words(items, width) {
  if (!width) return items;
  return items.flatMap((item) =>
    item.replaceAll(/[\s,]+/g, "").match(new RegExp(`.{1,${width}}`, "gu")) ?? []
  );
}

/** @param {Body} body */
async function played({ game, start, moves }) {
  const { specs, moveWidth } = await facts;
  if (!specs.includes(game)) throw new Problem("web.light.other_game", { game });
  if (start) throw new Problem("web.light.no_start");
  let position = (await loaded).game.start();
  const texts = [];
  const all = words(moves, moveWidth);
  for (const [index, word] of all.entries()) {
    const legal = await names(position);
    const at = legal.findIndex((name) => name.toLowerCase() === word.trim().toLowerCase());
    if (at < 0) {
      const fields = { move: word, number: index + 1, legal: legal.slice(0, 12).join(", ") };
      throw new Problem(position.over ? "web.light.over" : "web.light.illegal", fields);
    }
    texts.push(legal[at]);
    position = position.play(position.moves[at]);
  }
  return { position, texts };
}

// --- what is asked

/**
 * Without names of openings, which these pages do not show; what players have by now is put into words by the page.
 *
 * @param {Body} body
 * @param {string} language
 * @returns {Promise<PositionView>}
 */
async function show(body, language) {
  const { position, texts } = await played(body);
  const { boardText, made, markLast, markStep, notation, picture, rounds, tally, unpack } = await seen;
  const { endings } = await facts;
  const states = position.states.map((state) => unpack([...state]));
  const state = states[states.length - 1];
  let board = picture(state);
  const text = boardText(board);
  const last = texts.at(-1);
  if (last !== undefined) {
    const before = picture(states[states.length - 2]);
    const step = made(before, last);
    board = step === null ? markLast(before, board, last) : markStep(board, step);
  }
  const { rules } = /** @type {any} */ (position.game);
  const movers = position.states.slice(0, -1).map((one) => rules.number("player", one));
  return {
    game: body.game,
    start: "",
    history: texts,
    movers,
    rounds: py.json(rounds(known(position).game, state, movers.map(BigInt))),
    to_move: position.player,
    legal_moves: await names(position),
    board: py.json(board),
    last: null,
    text,
    notation: notation ? notation(state) : null,
    tallies: tally ? py.json(tally(states[0], state)) : [],
    opening: null,
    ending: position.over ? endings[language][position.utility] : null,
  };
}

/** @param {Body} body @param {AbortSignal} signal */
async function think(body, signal) {
  const { position } = await played(body);
  if (position.over) throw new Problem("web.light.over", { move: "" });
  const [kind, options = ""] = (body.player ?? "").split(/:(.*)/s);
  const given = Object.fromEntries(options.split(",").filter(Boolean).map((one) => one.split("=")));
  const { move, slip } = kind === "random"
    ? { move: position.moves[Math.floor(Math.random() * position.moves.length)], slip: false }
    : kind === "first"
    ? { move: position.moves[0], slip: false }
    : kind === "engine"
    ? await chosen(position, given, signal)
    : unknownPlayer(body.player ?? "");
  const at = position.moves.findIndex((other) => String(other) === String(move));
  return { move: (await names(position))[at], resigns: false, slip, info: null, shortened: false };
}

/** @param {string} player @returns {never} */
function unknownPlayer(player) {
  throw new Problem("web.light.no_player", { player });
}

/**
 * @param {Position} position
 * @param {Record<string, string>} given
 * @param {AbortSignal} signal
 * @returns {Promise<{ move: Move, slip: boolean }>}
 */
async function chosen(position, given, signal) {
  const { glance, winsInOne } = await seen;
  const { levels, preferEarly } = await facts;
  const engine = await engineWith(Number(given.threads ?? 1));
  if (given.level === undefined) {
    const limits = Object.fromEntries(
      ["depth", "nodes", "seconds"].filter((name) => given[name]).map((name) => [name, Number(given[name])]),
    );
    if (!Object.keys(limits).length) limits.seconds = SECONDS;
    const found = await engine.search(position, { ...limits, signal });
    return { move: found.moves[0], slip: false };
  }
  // As `LevelPlayer` does.
  const level = levels[Number(given.level) - 1];
  if (!level) unknownPlayer(`engine:level=${given.level}`);
  const [nodes, slips] = level;
  const here = known(position);
  const wins = /** @type {Move[]} */ (winsInOne(here));
  const [win] = wins;
  if (win !== undefined && preferEarly) return { move: win, slip: false };
  if (Math.random() * 100 < slips) {
    return win === undefined ? { move: glance(here, random), slip: true } : { move: win, slip: false };
  }
  engine.clear();
  const found = await engine.search(position, { nodes, signal });
  const better = found.proof === "proven" || wins.some((one) => String(one) === String(found.moves[0]));
  return { move: win === undefined || better ? found.moves[0] : win, slip: false };
}

/**
 * @param {{ number: number, path: string, body: Body, language: string }} job
 * @returns {Promise<Record<string, unknown>>}
 */
async function answer({ number, path, body, language }) {
  try {
    if (path === "/api/position") return { done: await show(body, language) };
    if (path !== "/api/think") throw new Problem("web.light.unknown");
    // One search at a time: who asks for another one has no use for the one before.
    for (const other of thinking.values()) other.abort();
    while (thinking.size) await new Promise((resolve) => setTimeout(resolve, 5));
    const controller = new AbortController();
    thinking.set(number, controller);
    return { done: await think(body, controller.signal) };
  } catch (error) {
    if (error instanceof Problem) {
      return { problem: { status: 422, key: error.message, fields: error.fields } };
    }
    console.error(error);
    // Files that cannot be fetched.
    if (error instanceof TypeError && /fetch|: \d+$/.test(error.message)) return { unreachable: true };
    const fields = { error: String(error).slice(0, 200) };
    return { problem: { status: 500, key: "web.site.raised", fields } };
  } finally {
    thinking.delete(number);
  }
}

addEventListener("message", async ({ data }) => {
  if (data.stop !== undefined) thinking.get(data.stop)?.abort();
  else postMessage({ number: data.number, ...await answer(data) });
});
