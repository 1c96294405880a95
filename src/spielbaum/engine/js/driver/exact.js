/**
 * Exact values, as `engine/exact.py` finds them.
 *
 * @typedef {import("../spielbaum.d.ts").Line} Line
 * @typedef {import("../spielbaum.d.ts").Result} Result
 * @typedef {import("../spielbaum.d.ts").SolveOptions} SolveOptions
 * @typedef {import("./kernel.js").State} State
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./workspace.js").Workspace} Workspace
 * @typedef {import("./clock.js").Clock} Clock
 */

import { same } from "./kernel.js";
import { fromParent, INFINITY, pliesToEnd } from "./values.js";

/** The search was told to end before the value was proven. */
class Stopped extends Error {}

/** The exact solver; see `engine/exact.py`. Values inside are for player 0, in 1/span points. */
export class Exact {
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
      path = [await this.best(state, low)];
      if (line) path = await this.line(state, low);
      for (const move of everyMove ? kernel.moves(state) : []) {
        const worth = await this.valueAfter(kernel.play(state, move), low, player);
        const child = fromParent(worth, this.facts.span);
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
      work.enlarge(grown);
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

  /**
   * The value of a position after a move of `mover`, whose best move is worth `best`: points are asked for from the
   * best move's on, in steps that double.
   *
   * @param {State} state @param {number} best @param {number} mover @returns {Promise<number>}
   */
  async valueAfter(state, best, mover) {
    if (this.facts.span > 1) return this.value(state);
    const worse = mover === 0 ? -1 : 1;
    let near = best;
    for (let step = 1;; step *= 2) {
      const far = near + worse * step;
      const [low, high] = await this.bounds(state, Math.min(near, far), Math.max(near, far));
      if (low < high) throw new Stopped();
      const found = mover === 0 ? high : low;
      if ((far - found) * worse > 0) return found;
      near = found;
    }
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
