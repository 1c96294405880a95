// @ts-self-types="./spielbaum.d.ts"
/**
 * Drives the WebAssembly module of a game (`spielbaum wasm GAME`): rules, search, exact solver, counting.
 * The kernels are in the module; here is what calls them depth by depth, as `engine/deepening.py`,
 * `engine/engine.py` and `engine/exact.py` do, with the same numbers, so that the same tree is searched.
 * How the memory is laid out is told by the module itself (its section `spielbaum`); see docs/reference/wasm.md.
 *
 * @typedef {import("./spielbaum.d.ts").Facts} Facts
 * @typedef {import("./spielbaum.d.ts").Move} Move
 * @typedef {import("./spielbaum.d.ts").Line} Line
 * @typedef {import("./spielbaum.d.ts").Result} Result
 * @typedef {import("./spielbaum.d.ts").SearchOptions} SearchOptions
 * @typedef {import("./spielbaum.d.ts").SolveOptions} SolveOptions
 * @typedef {BigInt64Array} State
 * @typedef {{ depth: number, value: number, proof: number, moves: number[], lines: Found[], partial: boolean }} Found
 * @typedef {(state: number, move: number, out: number, room: number) => number} Question
 * @typedef {(workspace: number, number: number, window: number) => number} KernelCall
 */

const FORMAT = 2;
const INFINITY = 2 ** 40;
const MOST_NODES = 2 ** 53 - 1;
// Which side of a value is proven.
const LOW = 1;
const HIGH = 2;
const BOTH = 3;
/** Seconds that a search runs before it looks up, where it can be stopped. */
const SLICE = 0.1;

/** The search was told to end before the value was proven. */
class Stopped extends Error {}

/** @param {bigint} word @returns {number | bigint} */
function plain(word) {
  const number = Number(word);
  return Number.isSafeInteger(number) ? number : word;
}

/** @param {State} one @param {State} other */
function same(one, other) {
  return one.every((word, at) => word === other[at]);
}

/** An instance of the module with its memory: words in, words out. */
class Kernel {
  /** @param {WebAssembly.Module} module @param {Facts} facts */
  constructor(module, facts) {
    this.facts = facts;
    this.exports = new WebAssembly.Instance(module, { spielbaum: { stopped: () => 0 } }).exports;
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

export class Game {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const [section] = WebAssembly.Module.customSections(module, "spielbaum");
    if (!section) throw new TypeError("this is no module of a game: its section spielbaum is missing");
    /** @type {Facts} */
    this.facts = JSON.parse(new TextDecoder().decode(section));
    if (this.facts.format !== FORMAT) {
      throw new TypeError(`the module has the format ${this.facts.format}, this driver knows ${FORMAT}`);
    }
    this.module = module;
    this.rules = new Kernel(module, this.facts);
  }

  /** @param {string | URL | Response | BufferSource | WebAssembly.Module} source */
  static async load(source) {
    if (source instanceof WebAssembly.Module) return new Game(source);
    const from = typeof source === "string" || source instanceof URL ? await fetch(source) : source;
    if (!(from instanceof Response)) return new Game(await WebAssembly.compile(from));
    if (!from.ok) throw new Error(`${from.url} was not found (${from.status})`);
    // Not compileStreaming: plain hosts send modules with types that it refuses.
    return new Game(await WebAssembly.compile(await from.arrayBuffer()));
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

/** The arrays that a kernel works on, and the directory that tells it where they are. */
class Workspace {
  /** @param {Kernel} kernel @param {Record<string, [number, number]>} shapes @param {Record<string, number>} shared */
  constructor(kernel, shapes, shared) {
    this.kernel = kernel;
    const fields = kernel.facts.workspace;
    this.directory = kernel.allocate(3 * fields.length);
    /** @type {Record<string, [number, number]>} */
    this.shapes = {};
    /** @type {Record<string, number>} */
    this.addresses = {};
    for (const name of fields) this.put(name, shapes[name] ?? [1, 1], shared[name]);
  }

  /** @param {string} name @param {[number, number]} shape @param {number} [address] */
  put(name, shape, address = this.kernel.allocate(shape[0] * shape[1])) {
    this.shapes[name] = shape;
    this.addresses[name] = address;
    const at = this.directory + 24 * this.kernel.facts.workspace.indexOf(name);
    this.kernel.words(at, 3).set([BigInt(address), BigInt(shape[0]), BigInt(shape[1])]);
  }

  /** All words of an array, until the memory grows. @param {string} name */
  words(name) {
    const [rows, columns] = this.shapes[name];
    return this.kernel.words(this.addresses[name], rows * columns);
  }

  /** A word of `info` by its name. @param {string} name */
  get(name) {
    return Number(this.words("info")[this.kernel.facts.info[name]]);
  }

  /** @param {string} name @param {number} value */
  set(name, value) {
    this.words("info")[this.kernel.facts.info[name]] = BigInt(value);
  }
}

/** How long a search may go on, and whether it has to look up in between. */
class Clock {
  /** @param {number | undefined} seconds @param {AbortSignal | undefined} signal */
  constructor(seconds, signal) {
    this.began = performance.now();
    this.limit = seconds ?? Infinity;
    this.signal = signal;
    this.watched = seconds !== undefined || signal !== undefined;
    /** Nodes per second, so far; few, so that the first slice is short. */
    this.rate = 1e5;
  }

  get seconds() {
    return (performance.now() - this.began) / 1000;
  }

  get up() {
    return this.watched && (this.signal?.aborted || this.seconds >= this.limit);
  }

  /** Nodes of the next slice. @param {number} patience */
  slice(patience) {
    const seconds = Math.min(SLICE * patience, Math.max(this.limit - this.seconds, 0.001));
    return Math.max(1000, Math.round(this.rate * seconds));
  }

  /**
   * Run a kernel to its end, or in slices where the clock is watched. A slice that ends early is begun again:
   * what it has found is in the table, so little is done twice.
   * @param {Workspace} work @param {() => void} run @param {() => void} [between]
   */
  async run(work, run, between = () => {}) {
    const limit = work.get("NODE_LIMIT");
    for (let patience = 1;; patience *= 1.25) {
      const nodes = work.get("NODES");
      if (this.watched) work.set("NODE_LIMIT", Math.min(limit, nodes + this.slice(patience)));
      const began = performance.now();
      run();
      const counted = work.get("NODES");
      const cut = counted > work.get("NODE_LIMIT");
      work.set("NODE_LIMIT", limit);
      if (!this.watched) return;
      const spent = (performance.now() - began) / 1000;
      if (spent > 0.001) this.rate = (counted - nodes) / spent;
      // Others get their turn: whoever wants to stop it, for one.
      if (cut) await new Promise((resolve) => setTimeout(resolve));
      if (this.up) work.words("control")[0] = 1n;
      if (!cut || counted > limit || this.up) return;
      between();
    }
  }
}

/** @param {string} name @param {number | undefined} given @param {number} least @param {number} most */
function checkLimit(name, given, least, most) {
  if (given === undefined) return;
  const whole = name === "seconds" || Number.isInteger(given);
  if (typeof given !== "number" || !whole || !(given >= least && given <= most)) {
    throw new RangeError(`${name} must be a number from ${least} to ${most}, not ${given}`);
  }
}

export class Engine {
  /** @param {Game} game @param {{ megabytes?: number }} [options] */
  constructor(game, { megabytes = 16 } = {}) {
    checkLimit("megabytes", megabytes, 1, 2048);
    if (!game.facts.kernels.includes("search")) {
      throw new TypeError(
        `in ${game.name} chance has moves: such games are searched by the driver in Python`,
      );
    }
    this.game = game;
    this.facts = game.facts;
    this.kernel = new Kernel(game.module, game.facts);
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
    /** @type {Workspace | null} */
    this.searching = null;
    /** @type {Workspace | null} */
    this.solving = null;
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
      const work = this.forSearch(position, depth === undefined, nodes ?? MOST_NODES);
      const most = Math.min(lines, left.filter((out) => !out).length);
      const deepening = new Deepening(this, work, clock, left, most);
      const tell = (/** @type {Found} */ found) =>
        options.report?.(this.result(position, found, work, clock, left));
      const found = await deepening.iterate(
        position.state,
        depth ?? this.facts.sizes.mostDepth,
        everyMove,
        tell,
      );
      return this.result(position, found, work, clock, left);
    });
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
    const work = this.forSearch(position, false, MOST_NODES);
    work.words("rows").set(position.state);
    this.kernel.run("perft", work.directory, depth);
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

  /** @param {Position} position @param {boolean} deeper @param {number} nodes */
  forSearch(position, deeper, nodes) {
    const { sizes, switches, words } = this.facts;
    this.renew("search");
    const drawn = this.drawn(position.states.slice(0, -1));
    const path = drawn.length + sizes.plies + 1;
    const work = this.searching ??= new Workspace(this.kernel, {
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
   * @param {Position} position @param {Found | null} found @param {Workspace} work
   * @param {Clock} clock @param {boolean[]} left @returns {Result}
   */
  result(position, found, work, clock, left) {
    const state = position.state;
    const player = this.kernel.number("player", state);
    const counted = { nodes: work.get("NODES"), seconds: clock.seconds };
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

/** Plies to the end of the game, where the value tells them. @param {number} value @param {number} near */
function pliesToEnd(value, near) {
  const off = (near - Math.abs(value) % near) % near;
  return 0 < off && off < Math.floor(near / 2) - 1 ? off - 1 : null;
}

/** A child's value as its parent sees it: one ply further away. @param {number} value @param {number} near */
function fromParent(value, near) {
  if (pliesToEnd(value, near) === null) return value;
  return value > 0 ? value - 1 : value + 1;
}

/** The iterations over one position; see `engine/deepening.py`. */
class Deepening {
  /**
   * @param {Engine} engine @param {Workspace} work @param {Clock} clock
   * @param {boolean[]} left @param {number} lines
   */
  constructor(engine, work, clock, left, lines) {
    this.kernel = engine.kernel;
    this.facts = engine.facts;
    this.window = engine.window;
    this.work = work;
    this.clock = clock;
    this.left = left;
    this.lines = lines;
    work.put("root", [Math.max(left.length, 1), 1]);
    this.leaveOut([]);
  }

  get halted() {
    const { work } = this;
    return work.words("control")[0] !== 0n || work.get("NODES") > work.get("NODE_LIMIT") ||
      work.get("FAULT") !== 0;
  }

  /**
   * @param {State} state @param {number} last @param {boolean} everyMove
   * @param {(found: Found) => void} report @returns {Promise<Found | null>}
   */
  async iterate(state, last, everyMove, report) {
    /** @type {Found | null} */
    let found = null;
    for (let depth = 1; depth <= last; depth++) {
      /** @type {Found | null} */
      const news = everyMove ? await this.everyMove(state, depth) : await this.bestLines(state, depth, found);
      if (news === null) break;
      found = news;
      report(found);
      const proven = found.proof === BOTH && found.lines.every((line) => line.proof === BOTH);
      if (found.partial || (proven && this.lines === 1)) break;
    }
    return found;
  }

  /** @param {Found[]} found */
  leaveOut(found) {
    const root = this.work.words("root");
    for (const [at, out] of this.left.entries()) root[at] = out ? 1n : 0n;
    for (const one of found) root[one.moves[0]] = 1n;
    this.work.set("LEFT_OUT", root.includes(1n) ? 1 : 0);
  }

  /** @param {State} state @param {number} depth @param {Found | null} last @returns {Promise<Found | null>} */
  async bestLines(state, depth, last) {
    if (this.lines === 1) return await this.one(state, depth, last);
    const earlier = last === null ? [] : last.lines.length ? last.lines : [last];
    /** @type {Found[]} */
    const found = [];
    for (let place = 0; place < this.lines; place++) {
      this.leaveOut(found);
      const news = await this.one(state, depth, earlier[place] ?? null);
      if (news === null || (news.partial && found.length)) break;
      found.push(news);
    }
    if (!found.length) return null;
    found.sort((one, other) => other.value - one.value);
    const known = new Set(found.map((one) => one.moves[0]));
    const behind = earlier.filter((one) => !known.has(one.moves[0]));
    found.push(...behind.slice(0, this.lines - found.length));
    return { ...found[0], lines: found, partial: this.halted };
  }

  /** @param {State} state @param {number} depth @param {Found | null} last @returns {Promise<Found | null>} */
  async one(state, depth, last) {
    const { near, swing, unit } = this.facts;
    let margin = near *
      (swing === null ? Math.max(2, Math.floor(unit / 12)) : Math.max(1, Math.floor(swing / 4)));
    let low = -INFINITY;
    let high = INFINITY;
    if (last !== null && depth >= this.facts.sizes.aspirationDepth) {
      [low, high] = [last.value - margin, last.value + margin];
    }
    let known = last === null ? [] : last.moves;
    /** @type {number[]} */
    let better = [];
    for (;;) {
      this.work.set("FIRST", known.length ? known[0] + 1 : 0);
      /** The best line that slices before the last one had found. @type {{ moves: number[], value: number } | null} */
      let sliced = null;
      const [value, proof] = await this.search(state, depth, low, high, () => {
        if (this.line.length) sliced = { moves: this.line, value: this.work.get("PARTIAL") };
      });
      if (this.halted) {
        const now = this.line;
        const kept = /** @type {{ moves: number[], value: number } | null} */ (sliced);
        if (!now.length && kept) {
          return { depth: depth - 1, proof: 0, lines: [], partial: true, ...kept };
        }
        const moves = now.length ? now : better;
        if (!moves.length) return null;
        return {
          depth: depth - 1,
          value: this.work.get("PARTIAL"),
          proof: 0,
          moves,
          lines: [],
          partial: true,
        };
      }
      margin *= 4;
      if (value <= low) {
        low = margin > near * unit ? -INFINITY : value - margin;
      } else if (value >= high) {
        known = better = this.line;
        high = margin > near * unit ? INFINITY : value + margin;
      } else {
        return { depth, value, proof, moves: this.line, lines: [], partial: false };
      }
    }
  }

  /** @param {State} state @param {number} depth @returns {Promise<Found | null>} */
  async everyMove(state, depth) {
    const { kernel } = this;
    const { near } = this.facts;
    const me = kernel.number("player", state);
    /** @type {Found[]} */
    const lines = [];
    let best = -INFINITY;
    /** @type {number[]} */
    let line = [];
    let [low, high] = [0, HIGH];
    for (const [index, move] of kernel.moves(state).entries()) {
      const child = kernel.play(state, move);
      let [value, proof] = await this.below(state, child, depth);
      if (this.halted) return null;
      value = fromParent(value, near);
      if (kernel.number("player", child) !== me) {
        [value, proof] = [-value, ((proof & LOW) << 1) | (proof >> 1)];
      }
      proof |= this.surely(value, me);
      lines.push({ depth, value, proof, moves: [index], lines: [], partial: false });
      high &= proof;
      if (value > best || (value === best && !low && proof & LOW)) {
        [best, low, line] = [value, proof & LOW, [index, ...this.line]];
      }
    }
    const first = (/** @type {Found} */ one) => one.moves[0] === line[0] ? 0 : 1;
    lines.sort((one, other) =>
      first(one) - first(other) || other.value - one.value || one.moves[0] - other.moves[0]
    );
    lines[0] = { ...lines[0], moves: line };
    return {
      depth,
      value: best,
      proof: low | high | this.surely(best, me),
      moves: line,
      lines,
      partial: false,
    };
  }

  /**
   * A child searched as the search of its parent would.
   * @param {State} state @param {State} child @param {number} depth @returns {Promise<[number, number]>}
   */
  async below(state, child, depth) {
    const { work, kernel } = this;
    const deeper = kernel.number("urgent", child);
    if (!this.facts.repeats) return await this.search(child, depth - 1 + deeper, -INFINITY, INFINITY);
    const steps = work.get("PATH");
    const [here] = kernel.key("key", state);
    const [there] = kernel.key("key", child);
    work.words("path")[steps] = here;
    if (work.words("path").subarray(0, steps + 1).includes(there)) {
      work.words("line")[0] = 0n;
      return [0, 0];
    }
    work.set("PATH", steps + 1);
    const found = await this.search(child, depth - 1 + deeper, -INFINITY, INFINITY);
    work.set("PATH", steps);
    return found;
  }

  /** A value that no pay-off exceeds needs no further proof. @param {number} value @param {number} me */
  surely(value, me) {
    const { near, unit, values } = this.facts;
    const rounded = Math.floor((value + Math.floor(near / 2)) / near);
    const [least, greatest] = me === 0 ? values : [-values[1], -values[0]];
    return (rounded >= greatest * unit ? HIGH : 0) | (rounded <= least * unit ? LOW : 0);
  }

  /**
   * @param {State} state @param {number} depth @param {number} low @param {number} high
   * @param {() => void} [between] @returns {Promise<[number, number]>}
   */
  async search(state, depth, low, high, between) {
    const { work, kernel } = this;
    for (;;) {
      await this.clock.run(work, () => {
        work.words("rows").set(state);
        kernel.words(this.window, 2).set([BigInt(low), BigInt(high)]);
        kernel.run("search", work.directory, depth, this.window);
      }, between);
      if (work.get("FAULT") !== this.facts.faults.ROWS_FULL) break;
      work.set("FAULT", 0);
      work.put("rows", [4 * work.shapes.rows[0], work.shapes.rows[1]]);
    }
    const [value, proof] = kernel.words(this.window, 2);
    return [Number(value), Number(proof)];
  }

  get line() {
    const words = this.work.words("line");
    return Array.from(words.subarray(1, 1 + Number(words[0])), Number);
  }
}

/** The exact solver; see `engine/exact.py`. Values inside are for player 0, in 1/span points. */
class Exact {
  /** @param {Engine} engine @param {Workspace} work @param {Clock} clock */
  constructor(engine, work, clock) {
    this.engine = engine;
    this.kernel = engine.kernel;
    this.facts = engine.facts;
    this.work = work;
    this.clock = clock;
    /** Whether values tell the plies to the end: not where the game's key turns out to leave them out. */
    this.told = true;
  }

  /** @param {State} state @param {SolveOptions} options @returns {Promise<Result>} */
  async solve(state, { everyMove = false, line = true }) {
    const { kernel, engine } = this;
    const player = kernel.number("player", state);
    const sign = 1 - 2 * player;
    let [low, high] = [-INFINITY, INFINITY];
    /** @type {State[]} */
    let path = [];
    /** @type {Line[]} */
    const lines = [];
    try {
      [low, high] = await this.bounds(state, low, high);
      if (low < high) throw new Stopped();
      path = line ? await this.line(state, low) : [await this.best(state, low)];
      for (const move of everyMove ? kernel.moves(state) : []) {
        const child = fromParent(await this.value(kernel.play(state, move)), this.facts.span);
        const distance = this.told ? pliesToEnd(child, this.facts.span) : null;
        const value = sign * this.points(child);
        lines.push({
          value,
          player,
          moves: [engine.game.moveOf(move)],
          proof: "proven",
          bound: "exact",
          distance,
          depth: 0,
        });
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    } finally {
      this.end();
    }
    const proven = low === high && path.length > 0;
    const moves = path.map((move) => engine.game.moveOf(move));
    let distance = null;
    if (proven) {
      const after = path.reduce((before, move) => kernel.play(before, move), state);
      if (kernel.number("ended", after) !== 0 && this.told) distance = path.length;
    }
    const chosen = lines.find((one) => String(one.moves[0]) === String(moves[0]));
    if (proven && chosen) Object.assign(chosen, { moves, distance: distance ?? chosen.distance });
    lines.sort((one, other) => Number(one !== chosen) - Number(other !== chosen) || other.value - one.value);
    const value = sign * this.points(player === 0 ? low : high);
    return {
      value,
      player,
      moves,
      proof: proven ? "proven" : "bound",
      bound: proven ? "exact" : "at least",
      distance,
      depth: 0,
      nodes: this.work.get("NODES"),
      seconds: this.clock.seconds,
      lines,
    };
  }

  /** @param {State[]} states @param {boolean} fresh */
  values(states, fresh) {
    const { words, sizes } = this.facts;
    const width = words + sizes.task;
    this.work.set("FRESH", fresh ? 1 : 0);
    this.withoutFault(() => {
      const tasks = this.work.words("tasks");
      for (const [at, state] of states.entries()) {
        tasks.set(state, at * width);
        tasks.set([-BigInt(INFINITY), BigInt(INFINITY)], at * width + words);
      }
      this.kernel.run("solve", this.work.directory, states.length);
    });
    this.end();
    const tasks = this.work.words("tasks");
    return states.map((_, at) => {
      const [low, , , mover] = tasks.subarray(at * width + words, (at + 1) * width);
      return this.points(Number(low)) * (1 - 2 * Number(mover));
    });
  }

  /** @param {State} state @param {number} low @param {number} high @returns {Promise<[number, number]>} */
  async bounds(state, low, high) {
    const { work, kernel } = this;
    const { words } = this.facts;
    const set = (/** @type {number} */ least, /** @type {number} */ most) => {
      work.words("tasks").set(state);
      work.words("tasks").set([BigInt(least), BigInt(most)], words);
    };
    const get = () => Array.from(work.words("tasks").subarray(words, words + 2), Number);
    work.words("control").set([0n, -BigInt(INFINITY), BigInt(INFINITY)], 1);
    set(low, high);
    // What a slice has proven stays in the task, so the next one goes on with it.
    await this.clock.run(work, () => this.withoutFault(() => kernel.run("solve", work.directory, 1)), () => {
      const [least, most] = get();
      set(least, most);
    });
    let [least, most] = get();
    if (least > most && low <= most && least <= high) {
      if (this.points(least) > this.points(most)) throw this.broken();
      this.told = false;
      most = least;
    }
    return [least, most];
  }

  /** Do that, again with larger arrays where they were too small. @param {() => void} run */
  withoutFault(run) {
    const { work } = this;
    const { faults, sizes } = this.facts;
    for (;;) {
      run();
      const fault = work.get("FAULT");
      if (fault === 0) return;
      const grown = fault === faults.ROWS_FULL ? "rows" : "frames";
      if (grown === "frames" && work.shapes.frames[0] >= sizes.mostFrames) {
        throw new Error(`games of ${this.facts.game} do not end: there is no exact value`);
      }
      work.set("FAULT", 0);
      work.put(grown, [4 * work.shapes[grown][0], work.shapes[grown][1]]);
    }
  }

  end() {
    this.engine.inUse = this.work.get("IN_USE");
    this.engine.kept = this.work.get("KEPT");
  }

  /** @param {State} state @returns {Promise<number>} */
  async value(state) {
    const [low, high] = await this.bounds(state, -INFINITY, INFINITY);
    if (low < high) throw new Stopped();
    return low;
  }

  /** @param {State} state @param {number} goal */
  async atLeast(state, goal) {
    const [low, high] = await this.bounds(state, goal - 1, goal);
    if (low < high) throw new Stopped();
    return low >= goal;
  }

  /** @param {number} value */
  points(value) {
    return Math.floor((value + Math.floor(this.facts.span / 2)) / this.facts.span);
  }

  broken() {
    return new Error(
      `the solver of ${this.facts.game} contradicts itself: something its rules promise is untrue`,
    );
  }

  /** A move that keeps the value. @param {State} state @param {number} value @returns {Promise<State>} */
  async best(state, value) {
    const { kernel } = this;
    const me = kernel.number("player", state);
    const goal = this.goalBelow(me === 0 ? value : value + 1);
    for (const move of this.likelyFirst(state)) {
      if (await this.atLeast(kernel.play(state, move), goal) === (me === 0)) return move;
    }
    this.told = false;
    const whole = (this.points(value) + me) * this.facts.span - Math.floor(this.facts.span / 2);
    for (const move of kernel.moves(state)) {
      if (await this.atLeast(kernel.play(state, move), whole) === (me === 0)) return move;
    }
    throw this.broken();
  }

  /** @param {State} state @param {number} value @returns {Promise<State[]>} */
  async line(state, value) {
    const { kernel } = this;
    /** @type {State[]} */
    const played = [];
    while (kernel.number("ended", state) === 0) {
      let move;
      try {
        move = await this.best(state, value);
      } catch (error) {
        if (error instanceof Stopped && played.length) break;
        throw error;
      }
      played.push(move);
      state = kernel.play(state, move);
      if (pliesToEnd(value, this.facts.span) !== null && this.told) {
        value += value > 0 ? 1 : -1;
      } else if (kernel.number("ended", state) === 0) {
        value = await this.value(state);
      }
    }
    return played;
  }

  /** @param {number} goal */
  goalBelow(goal) {
    const { span } = this.facts;
    if (span === 1) return goal;
    const off = (span - Math.abs(goal) % span) % span;
    const last = span / 2 - 1;
    if (goal > 0) return 0 < off && off < last ? goal + 1 : goal;
    return 0 < off && off <= last ? goal - 1 : goal;
  }

  /** All moves, the one that the table remembers first. @param {State} state */
  likelyFirst(state) {
    const legal = this.kernel.moves(state);
    const child = this.remembered(state);
    const candidates = child < 0 ? [] : this.kernel.moves(state, "candidates");
    if (child < 0 || child >= candidates.length) return legal;
    const first = candidates[child];
    return [first, ...legal.filter((move) => !same(move, first))];
  }

  /** The number of the best child in the table, -1 where there is none; see `engine/table.py`. @param {State} state */
  remembered(state) {
    const [check, place] = this.kernel.key("rest_key", state);
    const { bucket } = this.facts.sizes;
    const buckets = BigInt(this.work.get("IN_USE") / bucket);
    const table = this.work.words("table");
    const start = Number(place & (buckets - 1n)) * bucket;
    for (let at = start; at < start + bucket; at += 2) {
      const data = table[at + 1];
      if ((table[at] ^ data) === check && Number((data >> 8n) & 255n) >= this.work.get("OLDEST")) {
        return Number((data >> 16n) & 255n);
      }
    }
    return -1;
  }
}
