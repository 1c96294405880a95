// Clocks: so long a move, or so long a game with an increment for each move. They run in the page.

import { fixed } from "../language.js";

/** @import { PlayState } from "./state.d.ts" */

/** Milliseconds between two looks at a clock that runs. */
const TICK = 100;
/** Below so many seconds tenths are shown. */
const SOON = 20;

/** What can be chosen, as the address writes it: seconds per game, with an increment, or per move. */
export const CONTROLS = ["", "60", "180+2", "300", "600+5", "1800+20", "5/move", "15/move", "60/move"];

/**
 * @typedef {{ move: number | null, game: number, increment: number }} Control
 */

/**
 * What a text such as `300+2` or `10/move` says; null where there is no clock.
 *
 * @param {string} text
 * @returns {Control | null}
 */
export function parseControl(text) {
  const match = /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?)|(\/move))?$/.exec(text);
  if (match === null || Number(match[1]) <= 0) return null;
  const seconds = Number(match[1]);
  return match[3]
    ? { move: seconds, game: seconds, increment: 0 }
    : { move: null, game: seconds, increment: Number(match[2] ?? 0) };
}

/**
 * What everybody has at the beginning.
 *
 * @param {string} control
 * @param {number} players
 */
export function fullClocks(control, players) {
  const read = parseControl(control);
  return read ? Array.from({ length: players }, () => read.game) : [];
}

/**
 * Seconds as a clock shows them: 4:05, or 7.3 where it matters; never less than nothing.
 *
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < SOON) return fixed(Math.ceil(left * 10 - 1e-6) / 10);
  const whole = Math.ceil(left);
  const minutes = Math.floor(whole / 60);
  const clock = `${minutes % 60}:${String(whole % 60).padStart(2, "0")}`;
  return minutes < 60 ? clock : `${Math.floor(minutes / 60)}:${clock.padStart(5, "0")}`;
}

/** The clocks of a game; what they show is in `state.left`, and time that runs is taken from it. */
export class Clocks {
  /**
   * `runs()` is whose clock runs, null for nobody; `shown()` is called as time goes by, `out(player)` when
   * somebody has none left.
   *
   * @param {{
   *   state: () => PlayState,
   *   runs: () => number | null,
   *   shown: () => void,
   *   out: (player: number) => void,
   *   now?: () => number,
   * }} callbacks
   */
  constructor({ state, runs, shown, out, now = () => performance.now() }) {
    this.state = state;
    this.runs = runs;
    this.shown = shown;
    this.out = out;
    this.now = now;
    /** @type {number | null} */
    this.player = null;
    this.since = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /**
   * What a player's clock shows.
   *
   * @param {number} player
   */
  left(player) {
    const left = this.state().left[player] ?? 0;
    return this.player === player ? left - (this.now() - this.since) / 1000 : left;
  }

  /** Take the time that has run from whoever had it, and let the right clock run from now on. */
  update() {
    const player = this.runs();
    this.settle();
    if (player === this.player) return;
    this.player = player;
    this.since = this.now();
    clearInterval(this.timer);
    this.timer = player === null ? undefined : setInterval(() => this.tick(), TICK);
  }

  settle() {
    if (this.player === null) return;
    const now = this.now();
    const { left } = this.state();
    if (left[this.player] !== undefined) left[this.player] -= (now - this.since) / 1000;
    this.since = now;
  }

  /**
   * Somebody has moved: there is the increment, or a whole move's time again.
   *
   * @param {number} player
   */
  moved(player) {
    this.settle();
    const state = this.state();
    const control = parseControl(state.clock);
    if (control === null || state.left[player] === undefined) return;
    state.left[player] = control.move ?? state.left[player] + control.increment;
  }

  tick() {
    const { player } = this;
    if (player !== null && this.left(player) <= 0) {
      this.settle();
      this.player = null;
      clearInterval(this.timer);
      this.state().left[player] = 0;
      this.out(player);
    }
    this.shown();
  }
}
