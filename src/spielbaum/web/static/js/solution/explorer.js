// A walk through a solution: what the address says, what the server answers to it, and the line of best play.
//
// Every change goes into the address, so that a reload comes back to the same position, a link shows it to
// others, and the browser's own buttons go back and forward.

import * as api from "../api.js";
import { piecesMove } from "../board/index.js";
import { gameFacts } from "../games.js";
import * as place from "../place.js";
import { readAddress, writeAddress } from "./address.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { PositionView } from "../play/messages.d.ts" */
/** @import { BestLine, FoundPosition, SolutionView, SolvedPosition } from "./messages.d.ts" */
/** @import { ExplorerState } from "./state.d.ts" */

/** Milliseconds between two moves of a line that plays by itself. */
const PACE = 1100;

/**
 * What tells a line of moves from others.
 *
 * @param {ExplorerState} state
 */
const keyOf = ({ game, start, moves }) => JSON.stringify([game, start, moves]);

export class Explorer {
  /**
   * `changed()` is called when there is something new to show, `failed(error)` when the server refuses.
   *
   * @param {{ usual: string, changed: () => void, failed: (error: Error) => void }} callbacks
   */
  constructor({ usual, changed, failed }) {
    this.usual = usual;
    this.changed = changed;
    this.failed = failed;
    /** @type {ExplorerState} */
    this.state = readAddress(usual);
    /** @type {GameView | null} What holds in every position of the game, … */
    this.game = null;
    /** @type {SolutionView | null} … what is in its solution, … */
    this.solution = null;
    /** @type {SolvedPosition | null} … and the position on the board. */
    this.found = null;
    /** @type {{ key: string, movers: number[], rounds: number[] } | null} What is known of all the moves. */
    this.whole = null;
    /** @type {string} Why there is nothing to show; empty where there is. */
    this.problem = "";
    /** Whether the solution of another game is waited for. */
    this.opening = false;
    /** @type {ReturnType<typeof setTimeout> | null} The next move of the line that plays by itself. */
    this.timer = null;
    /** @type {{ key: string, stops: BestLine["stops"] } | null} Why the line of best play is not longer. */
    this.line = null;
    /** The game whose solution is there, as it was asked for. */
    this.opened = "";
    this.work = new AbortController();
  }

  // --- what there is to see

  get movers() {
    return this.whole?.movers ?? [];
  }

  get rounds() {
    return this.whole?.rounds ?? [];
  }

  get piecesMove() {
    return this.game !== null && this.found !== null && piecesMove(this.game, this.found.position);
  }

  /** Why the line of best play ends here; null where it does not. */
  get stops() {
    const ends = this.state.at === this.state.moves.length && this.line?.key === this.whole?.key;
    return ends ? this.line?.stops ?? null : null;
  }

  get playing() {
    return this.timer !== null;
  }

  // --- what people do

  /** Show what the address says. */
  open() {
    this.state = readAddress(this.usual);
    return this.refresh("none");
  }

  /**
   * Another game, or another position of this one.
   *
   * @param {string} game
   */
  jump(game, start = "", { hidden = false } = {}) {
    this.state = { ...this.state, game, start, moves: [], at: 0, hidden };
    return this.refresh("push");
  }

  /** @param {string} move */
  play(move) {
    const moves = [...this.state.moves.slice(0, this.state.at), move];
    this.state = { ...this.state, moves, at: moves.length, hidden: false };
    return this.refresh("push");
  }

  /** @param {number} ply */
  goTo(ply) {
    const at = Math.max(0, Math.min(this.state.moves.length, ply));
    if (at === this.state.at && !this.playing) return Promise.resolve(true);
    this.state = { ...this.state, at, hidden: false };
    return this.refresh("replace");
  }

  turnBoard() {
    this.state.flip = !this.state.flip;
    this.write("replace");
    this.changed();
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    this.state.hidden = hidden;
    this.write("replace");
    this.changed();
  }

  /**
   * Put the line of best play behind the position on the board, and go along it unless people want less
   * motion; then they step through it.
   */
  async bestLine() {
    this.stop();
    const { signal } = this.work;
    const { game, start, moves, at } = this.state;
    const body = { game, start, moves: moves.slice(0, at) };
    /** @type {BestLine | null} */
    const line = await this.ask(() => api.post("/api/solution/line", body, { signal }));
    if (line === null || signal.aborted) return null;
    this.state = { ...this.state, moves: [...body.moves, ...line.moves], hidden: false };
    // Known before the position is there: whoever steps on at once is told why the line ends, too.
    this.line = { key: keyOf(this.state), stops: line.stops };
    if (!await this.refresh("push")) return null;
    if (line.moves.length && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.follow();
    this.changed();
    return line;
  }

  /** One move after the other, to the last one. */
  follow() {
    this.timer = setTimeout(async () => {
      const shown = await this.step();
      if (shown && this.state.at < this.state.moves.length) this.follow();
      else this.stop();
      this.changed();
    }, PACE);
  }

  step() {
    this.state = { ...this.state, at: Math.min(this.state.moves.length, this.state.at + 1) };
    return this.refresh("replace", { playing: true });
  }

  /** The line stays where it is. */
  stop() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /**
   * A position worth a look; null where there is none.
   *
   * @param {"longest_win" | "only_move"} kind
   * @returns {Promise<FoundPosition | null>}
   */
  async find(kind) {
    this.stop();
    const { signal } = this.work;
    const { game } = this.state;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 2 ** 31;
    /** @type {FoundPosition | null} */
    const found = await this.ask(() => api.post("/api/solution/find", { game, kind, seed }, { signal }));
    if (found === null || signal.aborted) return null;
    if (found.start !== null) await this.jump(game, found.start, { hidden: kind === "only_move" });
    return found;
  }

  // --- inside

  /**
   * Ask for what the state names and show it; whether it is (still) the one that is wanted.
   *
   * @param {"replace" | "push" | "none"} address
   */
  async refresh(address, { playing = false } = {}) {
    if (!playing) this.stop();
    this.work.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    if (address !== "none") this.write(address);
    try {
      await this.fetch(signal);
      this.problem = "";
      this.write("replace");
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof Error)) throw error;
      [this.problem, this.found] = [error.message, null];
    }
    this.opening = false;
    this.changed();
    return this.found !== null;
  }

  /** @param {AbortSignal} signal */
  async fetch(signal) {
    const asked = this.state;
    const { game, start } = asked;
    if (this.game === null || this.solution === null || this.opened !== game) {
      this.opening = true;
      this.changed();
      const facts = await gameFacts(game, { signal });
      const solution = await api.post("/api/solution", { game }, { signal });
      [this.game, this.solution, this.opened] = [facts, solution, game];
    }
    if (this.whole?.key !== keyOf(asked)) {
      /** @type {PositionView} */
      const whole = await api.post("/api/position", { game, start, moves: asked.moves }, { signal });
      // Moves may have been packed into one text; the server took them apart.
      asked.moves = whole.history;
      this.whole = { key: keyOf(asked), movers: whole.movers, rounds: whole.rounds };
    }
    asked.at = Math.max(0, Math.min(asked.at, asked.moves.length));
    const here = { game, start, moves: asked.moves.slice(0, asked.at) };
    this.found = await api.post("/api/solution/position", here, { signal });
  }

  /**
   * What the server answers; null where it refuses, which is told, or where nobody waits any more.
   *
   * @template A
   * @param {() => Promise<A>} action
   * @returns {Promise<A | null>}
   */
  async ask(action) {
    const { signal } = this.work;
    try {
      return await action();
    } catch (error) {
      if (!signal.aborted) {
        if (!(error instanceof Error)) throw error;
        this.failed(error);
      }
      return null;
    }
  }

  /** @param {"replace" | "push"} how */
  write(how) {
    place.write(writeAddress(this.state, this.game?.move_width ?? null), how);
  }
}
