/**
 * Limits of a search.
 *
 * @typedef {import("./workspace.js").Workspace} Workspace
 */

/** Seconds that a search runs before it looks up, where it can be stopped. */
const SLICE = 0.1;

/** How long a search may go on, and whether it has to look up in between. */
export class Clock {
  /** @param {number} [seconds] @param {AbortSignal} [signal] */
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
export function checkLimit(name, given, least, most) {
  if (given === undefined) return;
  const whole = name === "seconds" || Number.isInteger(given);
  if (typeof given !== "number" || !whole || !(given >= least && given <= most)) {
    throw new RangeError(`${name} must be a number from ${least} to ${most}, not ${given}`);
  }
}
