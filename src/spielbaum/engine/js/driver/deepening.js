/**
 * Searches depth by depth, as `engine/deepening.py` does, with the same numbers.
 *
 * @typedef {import("./kernel.js").State} State
 * @typedef {{ depth: number, value: number, proof: number, moves: number[], lines: Found[], partial: boolean }} Found
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./workspace.js").Workspace} Workspace
 * @typedef {import("./clock.js").Clock} Clock
 */

import { BOTH, fromParent, HIGH, INFINITY, LOW } from "./values.js";

/** The iterations over one position; see `engine/deepening.py`. */
export class Deepening {
  /**
   * @param {Pick<Engine, "kernel" | "facts" | "window">} engine @param {Workspace} work @param {Clock} clock
   * @param {boolean[]} left @param {number} lines
   * @param {number} [offset] where this thread begins among the moves, from 0 (the first) to 1
   * @param {boolean} [aspire]
   */
  constructor({ kernel, facts, window }, work, clock, left, lines, offset = 0, aspire = true) {
    this.kernel = kernel;
    this.facts = facts;
    this.window = window;
    this.offset = offset;
    this.aspire = aspire;
    this.work = work;
    this.clock = clock;
    this.left = left;
    this.lines = lines;
    if (work.shapes.root[0] < left.length) work.put("root", [left.length, 1]);
    this.leaveOut([]);
  }

  get halted() {
    const { work } = this;
    return work.words("control")[0] !== 0n || work.get("NODES") > work.get("NODE_LIMIT") ||
      work.get("FAULT") !== 0;
  }

  /**
   * @param {State} state @param {number} first @param {number} last @param {boolean} everyMove
   * @param {(found: Found) => void} report @returns {Promise<Found | null>}
   */
  async iterate(state, first, last, everyMove, report) {
    /** @type {Found | null} */
    let found = null;
    for (let depth = first; depth <= last; depth++) {
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
    const root = this.work.words("root").fill(0n);
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
    if (this.aspire && last !== null && depth >= this.facts.sizes.aspirationDepth) {
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
    const legal = kernel.moves(state);
    const begin = Math.floor(this.offset * legal.length);
    for (let step = 0; step < legal.length; step++) {
      const index = (begin + step) % legal.length;
      const move = legal[index];
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
      if (!work.madeRoom()) break;
    }
    const [value, proof] = kernel.words(this.window, 2);
    return [Number(value), Number(proof)];
  }

  get line() {
    const words = this.work.words("line");
    return Array.from(words.subarray(1, 1 + Number(words[0])), Number);
  }
}
