/**
 * An instance of a module: words in, words out.
 *
 * @typedef {import("../spielbaum.d.ts").Facts} Facts
 * @typedef {BigInt64Array} State
 * @typedef {(state: number, move: number, out: number, room: number) => number} Question
 * @typedef {(workspace: number, number: number, window: number) => number} KernelCall
 */

/** @param {State} one @param {State} other */
export function same(one, other) {
  return one.every((word, at) => word === other[at]);
}

/** An instance of the module with its memory: words in, words out. */
export class Kernel {
  /**
   * @param {WebAssembly.Module} module @param {Facts} facts
   * @param {{ memory?: WebAssembly.Memory, stack?: number }} [shared] a memory that others have too, where the
   * module imports it, and the top of a stack of its own
   */
  constructor(module, facts, { memory, stack } = {}) {
    this.facts = facts;
    const imports = { stopped: () => 0, ...(memory && { memory }) };
    this.exports = new WebAssembly.Instance(module, { spielbaum: imports }).exports;
    if (stack) /** @type {WebAssembly.Global} */ (this.exports.stack_pointer).value = stack;
    this.memory = /** @type {WebAssembly.Memory} */ (this.exports.memory);
    this.room = 1 + 64 * facts.moveWords;
    this.state = this.allocate(facts.words);
    this.move = this.allocate(facts.moveWords);
    this.out = this.allocate(Math.max(this.room, facts.words));
  }

  /** The address of so many words, which are zero. @param {number} words */
  allocate(words) {
    const address = /** @type {(bytes: number) => number} */ (this.exports.allocate)(8 * words) >>> 0;
    if (address === 0) throw new RangeError(`no memory left for ${8 * words} bytes`);
    return address;
  }

  /** The words at an address, until the memory grows. @param {number} address @param {number} count */
  words(address, count) {
    return new BigInt64Array(this.memory.buffer, address, count);
  }

  /** @param {string} name @param {number} workspace @param {number} number @param {number} window */
  run(name, workspace, number, window = 0) {
    const call = /** @type {KernelCall} */ (this.exports[name]);
    if (call(workspace, number, window) !== 0) this.raised();
  }

  /** @returns {never} */
  raised() {
    throw new Error(`a rule of ${this.facts.game} raised an exception`);
  }

  /** The first words of the answer. @param {string} name @param {State} state @param {number} count @param {State} [move] */
  ask(name, state, count, move) {
    const { words, moveWords } = this.facts;
    this.words(this.state, words).set(state);
    if (move) this.words(this.move, moveWords).set(move);
    const call = /** @type {Question} */ (this.exports[name]);
    const room = Math.max(this.room, words);
    if (call(this.state, this.move, this.out, room) !== 0) this.raised();
    return this.words(this.out, count).slice();
  }

  /** @param {State} state @param {string} [name] @returns {State[]} */
  moves(state, name = "moves") {
    const { moveWords } = this.facts;
    const count = Number(this.ask(name, state, 1)[0]);
    if (1 + count * moveWords > this.room) {
      this.room = 1 + 2 * count * moveWords;
      this.out = this.allocate(Math.max(this.room, this.facts.words));
      return this.moves(state, name);
    }
    const found = this.words(this.out + 8, count * moveWords).slice();
    return Array.from({ length: count }, (_, at) => found.slice(at * moveWords, (at + 1) * moveWords));
  }

  /** @param {State} state @param {State} move */
  play(state, move) {
    return this.ask("play", state, this.facts.words, move);
  }

  /** @param {"player" | "ended" | "utility" | "evaluate" | "urgent"} name @param {State} state */
  number(name, state) {
    return Number(this.ask(name, state, 1)[0]);
  }

  /** @param {"key" | "rest_key"} name @param {State} state */
  key(name, state) {
    return this.ask(name, state, 2);
  }
}
