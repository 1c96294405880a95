/**
 * Searches and solves positions with the kernels of a game, one at a time, with one table.
 *
 * @typedef {import("../spielbaum.d.ts").Line} Line
 * @typedef {import("../spielbaum.d.ts").Move} Move
 * @typedef {import("../spielbaum.d.ts").Result} Result
 * @typedef {import("../spielbaum.d.ts").SearchOptions} SearchOptions
 * @typedef {import("../spielbaum.d.ts").SolveOptions} SolveOptions
 * @typedef {import("./kernel.js").State} State
 * @typedef {import("./deepening.js").Found} Found
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Position} Position
 */

import { checkLimit, Clock } from "./clock.js";
import { Deepening } from "./deepening.js";
import { Exact } from "./exact.js";
import { Kernel, same } from "./kernel.js";
import { ThreadPool } from "./sharing.js";
import { BOTH, HIGH, LOW, pliesToEnd } from "./values.js";
import { Workspace } from "./workspace.js";

const MOST_NODES = 2 ** 53 - 1;
const MOST_THREADS = 256;

export class Engine {
  /**
   * An engine whose searches share their table with helpers in workers; `close` ends them.
   *
   * @param {Game} game @param {{ megabytes?: number, threads?: number }} [options]
   */
  static async withThreads(game, { megabytes, threads = 2 } = {}) {
    checkLimit("threads", threads, 1, MOST_THREADS);
    if (game.content === null) {
      throw new TypeError("threads need the bytes of the module: load the game from them");
    }
    const { content } = game;
    const bytes = ArrayBuffer.isView(content)
      ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
      : new Uint8Array(content);
    return new Engine(game, { megabytes, pool: await ThreadPool.start(bytes, threads) });
  }

  /** @param {Game} game @param {{ megabytes?: number, pool?: ThreadPool | null }} [options] */
  constructor(game, { megabytes = 16, pool = null } = {}) {
    checkLimit("megabytes", megabytes, 1, 2048);
    if (!game.facts.kernels.includes("search")) {
      throw new TypeError(
        `in ${game.name} chance has moves: such games are searched by the driver in Python`,
      );
    }
    this.game = game;
    this.facts = game.facts;
    this.pool = pool;
    this.kernel = pool === null
      ? new Kernel(game.module, game.facts)
      : new Kernel(pool.module, game.facts, { memory: pool.memory, stack: pool.stack() });
    const { bucket } = this.facts.sizes;
    let buckets = 1;
    while (buckets * 2 * bucket * 8 <= megabytes * 2 ** 20) buckets *= 2;
    this.tableWords = buckets * bucket;
    this.shared = {
      table: this.kernel.allocate(this.tableWords),
      control: this.kernel.allocate(this.facts.sizes.control),
    };
    this.window = this.kernel.allocate(2);
    this.generation = 1;
    this.oldest = 1;
    this.writer = "";
    this.inUse = this.facts.sizes.small;
    this.kept = 0;
    this.busy = false;
    /** Of each thread. @type {Workspace[]} */
    this.searching = [];
    /** @type {Workspace | null} */
    this.solving = null;
  }

  /** How many threads search together. */
  get threads() {
    return this.pool?.threads ?? 1;
  }

  /** End the helpers. */
  close() {
    this.pool?.close();
  }

  /** Forget everything: what follows is what a new engine would do. */
  clear() {
    this.nextGeneration();
    this.oldest = this.generation;
    this.inUse = this.facts.sizes.small;
    this.kept = 0;
  }

  /** @param {Position} position @param {SearchOptions} [options] @returns {Promise<Result>} */
  search(position, options = {}) {
    const { depth, nodes, seconds, lines = 1, everyMove = false } = options;
    checkLimit("depth", depth, 1, this.facts.sizes.mostDepth);
    checkLimit("nodes", nodes, 1, MOST_NODES);
    checkLimit("seconds", seconds, 0, 1e7);
    checkLimit("lines", lines, 1, 1e6);
    if (depth === undefined && nodes === undefined && seconds === undefined && !options.signal) {
      throw new RangeError("a search needs a limit: depth, nodes, seconds, or a signal that ends it");
    }
    if (everyMove && (options.only || lines > 1)) {
      throw new RangeError("everyMove goes neither with only nor with lines");
    }
    return this.alone(position, async () => {
      const clock = new Clock(seconds, options.signal);
      const left = this.leftOut(position, options.only ?? []);
      const each = nodes === undefined ? MOST_NODES : Math.max(Math.floor(nodes / this.threads), 1);
      this.renew("search");
      const works = Array.from(
        { length: this.threads },
        (_, number) => this.forSearch(number, position, depth === undefined, each),
      );
      const last = depth ?? this.facts.sizes.mostDepth;
      const most = Math.min(lines, left.filter((out) => !out).length);
      const deepening = new Deepening(this, works[0], clock, left, most);
      const tell = (/** @type {Found} */ found) =>
        options.report?.(this.result(position, found, works, clock, left));
      this.help(works, position.state, left, last, everyMove);
      let found;
      try {
        found = await deepening.iterate(position.state, 1, last, everyMove, tell);
      } finally {
        works[0].words("control")[0] = 1n;
        await this.pool?.ended();
      }
      if (this.pool?.raised) this.kernel.raised();
      return this.result(position, found, works, clock, left);
    });
  }

  /**
   * Let the helpers search too: where one move is wanted, half of the threads go one depth ahead; where all moves
   * are valued, each begins at another one.
   *
   * @param {Workspace[]} works @param {State} state @param {boolean[]} left
   * @param {number} last @param {boolean} everyMove
   */
  help(works, state, left, last, everyMove) {
    for (let number = 1; number < works.length; number++) {
      this.pool?.begin(number - 1, {
        directory: works[number].directory,
        state: [...state],
        left,
        first: everyMove ? 1 : 1 + number % 2,
        last,
        everyMove,
        offset: number / works.length,
        aspire: true,
      });
    }
  }

  /** @param {Position} position @param {SolveOptions} [options] @returns {Promise<Result>} */
  solve(position, options = {}) {
    checkLimit("seconds", options.seconds, 0, 1e7);
    this.checkSolvable();
    return this.alone(position, () => {
      const clock = new Clock(options.seconds, options.signal);
      return new Exact(this, this.forSolving(1), clock).solve(position.state, options);
    });
  }

  /** @param {Position[]} positions @param {{ fresh?: boolean }} [options] @returns {number[]} */
  values(positions, { fresh = false } = {}) {
    this.checkSolvable();
    const work = this.forSolving(Math.max(positions.length, 1));
    const exact = new Exact(this, work, new Clock(undefined, undefined));
    return exact.values(positions.map((position) => position.state), fresh);
  }

  /** @param {Position} position @param {number} depth @returns {number[]} */
  perft(position, depth) {
    checkLimit("depth", depth, 1, this.facts.sizes.mostDepth);
    this.renew("search");
    const work = this.forSearch(0, position, false, MOST_NODES);
    do {
      work.words("rows").set(position.state);
      this.kernel.run("perft", work.directory, depth);
    } while (work.madeRoom());
    return Array.from(work.words("history").subarray(0, depth), Number);
  }

  checkSolvable() {
    if (!this.facts.kernels.includes("solve")) {
      throw new Error(`positions of ${this.game.name} come again: only a search can judge them`);
    }
  }

  /** @template T @param {Position} position @param {() => Promise<T>} work */
  async alone(position, work) {
    if (position.game.module !== this.game.module) throw new TypeError("the position is of another game");
    if (position.over) throw new Error("the game is over: there is nothing to search");
    if (this.busy) throw new Error("the engine is busy: wait for its answer, or use another one");
    this.busy = true;
    try {
      return await work();
    } finally {
      this.busy = false;
    }
  }

  /** @param {Position} position @param {Move[]} only */
  leftOut(position, only) {
    const legal = this.kernel.moves(position.state);
    const wanted = only.map((move) => this.game.wordsOf(move));
    for (const [at, move] of wanted.entries()) {
      if (!legal.some((other) => same(other, move))) throw new RangeError(`${only[at]} is no legal move`);
    }
    return legal.map((move) => only.length > 0 && !wanted.some((other) => same(other, move)));
  }

  /** @param {string} writer */
  renew(writer) {
    this.nextGeneration();
    if (writer !== this.writer) {
      this.oldest = this.generation;
      this.inUse = this.facts.sizes.small;
      this.kept = 0;
      this.writer = writer;
    }
  }

  nextGeneration() {
    const most = this.facts.sizes.mostGeneration;
    if (this.generation === most) {
      const by = this.oldest - 1 || Math.floor(most / 2);
      this.lowerGenerations(by);
      this.generation -= by;
      this.oldest = 1;
    }
    this.generation += 1;
  }

  /** Give room to the counter, which is byte 1 of the second word of an entry. @param {number} by */
  lowerGenerations(by) {
    const bytes = new Uint8Array(this.kernel.memory.buffer, this.shared.table, 8 * this.tableWords);
    for (let at = 0; at < bytes.length; at += 16) {
      const before = bytes[at + 9];
      if (before < this.oldest) {
        bytes.fill(0, at, at + 16);
      } else {
        const after = Math.max(before - by, 1);
        bytes[at + 1] ^= before ^ after;
        bytes[at + 9] = after;
      }
    }
  }

  /** @param {number} number @param {Position} position @param {boolean} deeper @param {number} nodes */
  forSearch(number, position, deeper, nodes) {
    const { sizes, switches, words } = this.facts;
    const drawn = this.drawn(position.states.slice(0, -1));
    const path = drawn.length + sizes.plies + 1;
    const work = this.searching[number] ??= new Workspace(this.kernel, {
      table: [this.tableWords, 1],
      control: [sizes.control, 1],
      info: [sizes.info, 1],
      rows: [sizes.rows, words + sizes.extra],
      killers: [sizes.plies, sizes.plyNotes],
      history: [sizes.history, 1],
      line: [sizes.plies + 1, sizes.plies + 2],
      path: [path, 1],
      estimates: [Math.max(sizes.estimates, 1), 1],
      events: [0, sizes.event],
    }, this.shared);
    if (work.shapes.path[0] < path) work.put("path", [path + 256, 1]);
    for (const name of ["info", "killers", "history", "control"]) work.words(name).fill(0n);
    work.set("GENERATION", this.generation);
    work.set("OLDEST", this.oldest);
    work.set("NODE_LIMIT", nodes);
    work.set("SWITCHES", switches.all | (deeper ? switches.deeperEntries : 0));
    work.set("PATH", drawn.length);
    work.words("path").set(drawn);
    return work;
  }

  /** @param {number} tasks */
  forSolving(tasks) {
    const { sizes, words, grows } = this.facts;
    this.renew("solve");
    const work = this.solving ??= new Workspace(this.kernel, {
      table: [this.tableWords, 1],
      control: [sizes.control, 1],
      info: [sizes.info, 1],
      rows: [sizes.rows, words + sizes.extra],
      history: [sizes.history, 1],
      frames: [sizes.frames, sizes.frame],
      tasks: [tasks, words + sizes.task],
      events: [0, sizes.event],
    }, this.shared);
    if (work.shapes.tasks[0] < tasks) work.put("tasks", [tasks, words + sizes.task]);
    for (const name of ["info", "history", "control"]) work.words(name).fill(0n);
    work.set("GENERATION", this.generation);
    work.set("OLDEST", this.oldest);
    work.set("NODE_LIMIT", MOST_NODES);
    work.set("IN_USE", grows ? Math.min(this.inUse, this.tableWords) : this.tableWords);
    work.set("KEPT", this.kept);
    return work;
  }

  /** Checks of the positions that are a draw when they come again. @param {State[]} before */
  drawn(before) {
    if (!this.facts.repeats) return [];
    /** @type {Map<bigint, number>} */
    const times = new Map();
    for (const state of before) {
      const [check] = this.kernel.key("key", state);
      times.set(check, (times.get(check) ?? 0) + 1);
    }
    const enough = Math.max(this.facts.repetition - 1, 1);
    return [...times].filter(([, count]) => count >= enough).map(([check]) => check);
  }

  /** A kernel's value in points. @param {number} value */
  points(value) {
    const { near, unit } = this.facts;
    return Math.floor((value + Math.floor(near / 2)) / near) / unit;
  }

  /**
   * @param {Position} position @param {Found | null} found @param {Workspace[]} works
   * @param {Clock} clock @param {boolean[]} left @returns {Result}
   */
  result(position, found, works, clock, left) {
    const state = position.state;
    const player = this.kernel.number("player", state);
    const counted = {
      nodes: works.reduce((sum, work) => sum + work.get("NODES"), 0),
      seconds: clock.seconds,
    };
    if (found === null) {
      const value = this.kernel.number("evaluate", state) / this.facts.unit * (player === 0 ? 1 : -1);
      const first = this.game.moveOf(this.kernel.moves(state)[left.indexOf(false)]);
      const none = { proof: "estimate", bound: "exact", distance: null, depth: 0, lines: [] };
      return /** @type {Result} */ ({ value, player, moves: [first], ...none, ...counted });
    }
    const lines = found.lines.map((line) => this.line(state, player, line));
    return { ...this.line(state, player, found), ...counted, lines };
  }

  /** @param {State} state @param {number} player @param {Found} found @returns {Line} */
  line(state, player, found) {
    /** @type {Move[]} */
    const moves = [];
    let after = state;
    for (const index of found.moves) {
      const legal = this.kernel.moves(after);
      if (index >= legal.length) break;
      moves.push(this.game.moveOf(legal[index]));
      after = this.kernel.play(after, legal[index]);
    }
    let distance = pliesToEnd(found.value, this.facts.near);
    if (distance === null && found.proof === BOTH && this.kernel.number("ended", after) !== 0) {
      distance = moves.length;
    }
    const proof = found.proof === BOTH ? "proven" : found.proof ? "bound" : "estimate";
    const bound = found.proof === LOW ? "at least" : found.proof === HIGH ? "at most" : "exact";
    return { value: this.points(found.value), player, moves, proof, bound, distance, depth: found.depth };
  }
}
