/**
 * The rules: games and positions.
 *
 * @typedef {import("../spielbaum.d.ts").Facts} Facts
 * @typedef {import("../spielbaum.d.ts").Move} Move
 * @typedef {import("./kernel.js").State} State
 */

import { Kernel, same } from "./kernel.js";

const FORMAT = 3;

/** @param {bigint} word @returns {number | bigint} */
function plain(word) {
  const number = Number(word);
  return Number.isSafeInteger(number) ? number : word;
}

/** @param {string | URL} address */
async function fetched(address) {
  if (!(address instanceof URL && address.protocol === "file:")) return await fetch(address);
  const files = "node:fs/promises"; // In Node nothing else reads files, and bundlers need not look for it.
  return /** @type {BufferSource} */ (await (await import(files)).readFile(address));
}

/** What a module says about itself. @param {WebAssembly.Module} module @returns {Facts} */
export function factsOf(module) {
  const [section] = WebAssembly.Module.customSections(module, "spielbaum");
  if (!section) throw new TypeError("this is no module of a game: its section spielbaum is missing");
  const facts = JSON.parse(new TextDecoder().decode(section));
  if (facts.format !== FORMAT) {
    throw new TypeError(`the module has the format ${facts.format}, this driver knows ${FORMAT}`);
  }
  return facts;
}

export class Game {
  /** @param {WebAssembly.Module} module @param {BufferSource | null} [content] its bytes, which threads need */
  constructor(module, content = null) {
    this.facts = factsOf(module);
    this.module = module;
    this.content = content;
    this.rules = new Kernel(module, this.facts);
  }

  /** @param {string | URL | Response | BufferSource | WebAssembly.Module} source */
  static async load(source) {
    if (source instanceof WebAssembly.Module) return new Game(source);
    const from = typeof source === "string" || source instanceof URL ? await fetched(source) : source;
    if (from instanceof Response && !from.ok) throw new Error(`${from.url} was not found (${from.status})`);
    // Not compileStreaming: plain hosts send modules with types that it refuses.
    const content = from instanceof Response ? await from.arrayBuffer() : from;
    return new Game(await WebAssembly.compile(content), content);
  }

  get name() {
    return this.facts.game;
  }

  start() {
    return new Position(this, [BigInt64Array.from(this.facts.start, BigInt)], []);
  }

  /** @param {State} move @returns {Move} */
  moveOf(move) {
    return move.length === 1 ? plain(move[0]) : Array.from(move, plain);
  }

  /** @param {Move} move @returns {State} */
  wordsOf(move) {
    const parts = Array.isArray(move) ? move : [move];
    if (parts.length !== this.facts.moveWords) {
      throw new TypeError(`a move of ${this.name} has ${this.facts.moveWords} numbers, not ${parts.length}`);
    }
    return BigInt64Array.from(parts, BigInt);
  }
}

export class Position {
  /** @param {Game} game @param {State[]} states @param {Move[]} played */
  constructor(game, states, played) {
    this.game = game;
    this.states = states;
    this.played = played;
  }

  get state() {
    return this.states[this.states.length - 1];
  }

  get moves() {
    return this.over ? [] : this.game.rules.moves(this.state).map((move) => this.game.moveOf(move));
  }

  get player() {
    return this.game.rules.number("player", this.state);
  }

  get over() {
    return this.game.rules.number("ended", this.state) !== 0;
  }

  get utility() {
    if (!this.over) throw new Error("the game is not over: there is no pay-off yet");
    return this.game.rules.number("utility", this.state);
  }

  get key() {
    return this.game.rules.key("key", this.state)[0];
  }

  /** @param {Move} move */
  play(move) {
    const words = this.game.wordsOf(move);
    const legal = this.over ? [] : this.game.rules.moves(this.state);
    if (!legal.some((other) => same(other, words))) {
      const names = legal.map((other) => String(this.game.moveOf(other))).join(" ");
      throw new RangeError(`${move} is no legal move; legal are: ${names || "none, the game is over"}`);
    }
    const after = this.game.rules.play(this.state, words);
    return new Position(this.game, [...this.states, after], [...this.played, move]);
  }
}
