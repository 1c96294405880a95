// A game being played: what the address says, what the server answers to it, and who thinks.
//
// The server keeps nothing. Every change here goes into the address first, so a reload in the middle of a
// search comes back to the same position and the search begins again.

import * as api from "../api.js";
import { CHANCE } from "../games.js";
import * as place from "../place.js";
import { newSeed, readAddress, writeAddress } from "./address.js";
import { analyse } from "./analysing.js";
import { Analyses } from "./analysis.js";
import { Clocks, fullClocks, parseControl } from "./clock.js";
import { roll, think, thinkSoon } from "./computer.js";
import { isHuman } from "./players.js";
import { loadPosition } from "./positions.js";
import { ShownGame } from "./shown_game.js";

/** @import { SearchInfo, Values } from "./messages.d.ts" */
/** @import { PlayState, Preparing, Rolling } from "./state.d.ts" */

export class Session extends ShownGame {
  /**
   * `changed()` is called when there is something new to show, `failed(error)` when the server refuses,
   * `said(key)` when something begins that people should hear of; `rolls(throw)` shows a throw of the dice;
   * `loads()` is called when another position is asked for: what is on the board is no longer the game;
   * `ticks()` when a clock shows something else.
   *
   * @param {{
   *   usual: string,
   *   changed: () => void,
   *   failed: (error: Error) => void,
   *   said: (key: string) => void,
   *   rolls?: (rolling: Rolling, signal: AbortSignal) => Promise<void>,
   *   loads?: () => void,
   *   ticks?: () => void,
   * }} callbacks
   */
  constructor({
    usual,
    changed,
    failed,
    said,
    rolls = () => Promise.resolve(),
    loads = () => {},
    ticks = () => {},
  }) {
    super(readAddress(usual));
    /** The game where the address names none. */
    this.usual = usual;
    this.changed = () => {
      this.clocks.update();
      changed();
    };
    this.failed = failed;
    this.said = said;
    this.rolls = rolls;
    this.loads = loads;
    this.clocks = new Clocks({
      state: () => this.state,
      runs: () => this.clockRuns,
      shown: ticks,
      out: (player) => this.runOut(player),
    });
    /** @type {SearchInfo | null} */
    this.info = null;
    /** @type {string | null} */
    this.hinted = null;
    /** @type {Values | null} */
    this.values = null;
    /** What was found out about positions during this visit. */
    this.analyses = new Analyses();
    /** @type {string} Why there is no analysis of this position. */
    this.unanalysed = "";
    /** @type {Promise<boolean>} Whether the position that was asked for last has come. */
    this.arrival = Promise.resolve(false);
    this.analysing = false;
    /** @type {PlayState | null} The last state that the server accepted. */
    this.accepted = null;
    this.shortened = false;
    /** The last move was found in plain Python, as the rules are not compiled yet. */
    this.interpreted = false;
    /** @type {Preparing} The rules are being compiled for the analysis. */
    this.preparing = false;
    this.work = new AbortController();
    /** Ends the analysis that goes on. */
    this.leaveAnalysis = () => {};
  }

  /**
   * Whose clock runs; null for nobody's. It does from the first move on, while one is at the end of the game, and
   * not while a move is on its way, rules are compiled or a full server is asked again.
   *
   * @returns {number | null}
   */
  get clockRuns() {
    const { view, state, thinking } = this;
    if (!state.clock || view === null || !this.live || this.over || state.paused || this.practice) {
      return null;
    }
    if (state.moves.length === 0 || view.to_move === CHANCE || thinking?.preparing || thinking?.busy) {
      return null;
    }
    return this.pending ? this.clocks.player : view.to_move;
  }

  // --- what people do

  /** Show what the address says. */
  async open() {
    this.state = readAddress(this.usual);
    await this.refresh({ address: "none" });
  }

  newGame(
    game = this.state.game,
    start = game.split(":")[0] === this.state.game.split(":")[0] ? this.state.start : "",
  ) {
    this.shortened = false;
    this.interpreted = false;
    this.state = {
      ...this.state,
      game,
      start,
      moves: [],
      at: 0,
      resigned: null,
      overtime: false,
      left: [],
      paused: false,
      seed: newSeed(),
    };
    return this.refresh({ address: "push" });
  }

  /** @param {string} move */
  play(move) {
    if (!this.playable) return Promise.resolve();
    if (this.practice !== null) return this.practice(move);
    this.shortened = false;
    return this.advance(move);
  }

  /** @param {number} ply */
  goTo(ply) {
    this.shortened = false;
    this.state.at = Math.max(0, Math.min(this.state.moves.length, ply));
    return this.refresh();
  }

  /** @returns {Promise<unknown>} */
  undo() {
    // Whose move it was that is on its way to the server is known when the position has come.
    if (this.pending && this.whole?.key !== this.lineKey()) {
      return this.arrival.then((come) => come && this.undo());
    }
    const target = this.undoTarget;
    if (target === null) return Promise.resolve();
    if (this.state.resigned !== null) {
      this.forgive();
      if (this.humanToMove) return this.refresh();
    }
    if (!this.hasHuman) this.state.paused = true;
    return this.goTo(target);
  }

  redo() {
    return this.redoTarget === null ? Promise.resolve() : this.goTo(this.redoTarget);
  }

  /** Forget the moves after the position on the board and play on from it. */
  goOn() {
    this.state.moves = this.state.moves.slice(0, this.state.at);
    this.forgive();
    this.state.paused = false;
    return this.refresh({ address: "push" });
  }

  resign() {
    const people = this.state.players.flatMap((spec, player) => (isHuman(spec) ? [player] : []));
    if (!people.length || this.over || this.view === null) return Promise.resolve();
    this.state.resigned = this.humanToMove ? this.view.to_move : people[0];
    return this.resume();
  }

  /** Nobody has given up or run out of time any more; who had no time left gets all of it back. */
  forgive() {
    if (this.state.overtime) this.state.left = [];
    this.state.resigned = null;
    this.state.overtime = false;
    this.fillClocks();
  }

  /**
   * Somebody's time is up: the game is lost.
   *
   * @param {number} player
   */
  runOut(player) {
    this.state.resigned = player;
    this.state.overtime = true;
    return this.resume();
  }

  /** @param {string} control */
  setClock(control) {
    this.state.clock = control;
    this.state.left = [];
    this.fillClocks();
    return this.resume();
  }

  /** Clocks that show nothing yet are set. */
  fillClocks() {
    const players = this.game?.player_names.length ?? 0;
    if (parseControl(this.state.clock) === null) this.state.clock = "";
    if (this.state.left.length !== players) this.state.left = fullClocks(this.state.clock, players);
  }

  /** @param {number} seconds */
  setPace(seconds) {
    this.state.pace = seconds;
    return this.resume();
  }

  /** Computers play each other: one move, and no more. */
  step() {
    if (this.over || this.thinking || this.pending || !this.live) return;
    this.state.paused = true;
    this.write("replace");
    if (this.view?.to_move === CHANCE) roll(this, this.work.signal);
    else think(this, this.work.signal);
  }

  /**
   * @param {number} player
   * @param {string} spec
   */
  setPlayer(player, spec) {
    this.state.players = this.state.players.map((old, index) => (index === player ? spec : old));
    return this.resume();
  }

  swapPlayers() {
    const [first, ...others] = this.state.players;
    this.state.players = [...others, first];
    return this.resume();
  }

  turnBoard() {
    this.state.flip = !this.state.flip;
    this.write("replace");
    this.changed();
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.state.paused = paused;
    return this.resume();
  }

  /** Let the search answer at once; where it is not known yet, as soon as it is. */
  async moveNow() {
    if (!this.thinking) return;
    this.thinking.hurry = true;
    if (this.thinking.job) await api.post("/api/stop", { job: this.thinking.job });
  }

  async hint() {
    const { signal } = this.work;
    this.said("web.say.hinting");
    const hint = await this.ask(() => api.post("/api/hint", { ...this.where(), seconds: 1 }, { signal }));
    if (!hint || signal.aborted) return null;
    this.hinted = hint.info.move;
    this.info = hint.info;
    this.changed();
    return hint.info;
  }

  /** @param {boolean} wanted */
  switchAnalysis(wanted) {
    this.switched = wanted;
    this.leaveAnalysis();
    this.leaveAnalysis = () => {};
    if (wanted) return analyse(this);
    this.values = null;
    this.changed();
    return Promise.resolve();
  }

  /**
   * The game as a file.
   *
   * @param {string} format
   */
  record(format) {
    const { game, start, moves, players, resigned, overtime, seed, clock } = this.state;
    const body = { game, start, moves, players, resigned, overtime, seed, clock, format };
    return this.ask(() => api.post("/api/record", body));
  }

  // --- inside

  /**
   * The answer; null where the server refuses, which is said, or nobody wants it any more.
   *
   * @template A
   * @param {() => Promise<A>} question
   * @returns {Promise<A | null>}
   */
  async ask(question) {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Error) || error.name === "AbortError") return null;
      this.failed(error);
      return null;
    }
  }

  /** Everything that was under way for another position ends. */
  restart() {
    this.work.abort();
    this.work = new AbortController();
    this.thinking = null;
    this.hinted = null;
    this.values = null;
    this.analysing = false;
    this.unanalysed = "";
    this.info = null;
  }

  /** @param {string} move */
  async advance(move) {
    this.state.moves = [...this.state.moves.slice(0, this.state.at), move];
    this.state.at = this.state.moves.length;
    this.forgive();
    if (this.view !== null && this.view.to_move !== CHANCE) this.clocks.moved(this.view.to_move);
    const info = this.info;
    if (await this.refresh()) {
      // What the engine thought when it moved stays to be read.
      if (this.info === null && info !== null && !this.thinking) {
        this.info = info;
        this.changed();
      }
    }
  }

  /**
   * Ask for the position and show it; true where it is (still) the one that is wanted.
   *
   * The address is written before the server answers, so that a reload loses nothing; where the server
   * refuses, everything goes back to the last state it accepted.
   *
   * @param {{ address?: "replace" | "push" | "none" }} options
   * @returns {Promise<boolean>}
   */
  refresh({ address = "replace" } = {}) {
    this.arrival = loadPosition(this, address);
    return this.arrival;
  }

  /**
   * Go on from the position on the board with other players: the server need not be asked for it again, and a
   * click right after the change counts. While another position is on its way, that one is waited for.
   */
  resume() {
    if (this.pending || this.view === null) return this.refresh();
    this.restart();
    const { signal } = this.work;
    this.accepted = { ...this.state };
    this.write("replace");
    this.changed();
    // Whoever was told may have asked for another position already.
    if (!signal.aborted) this.react(signal);
    return Promise.resolve(!signal.aborted);
  }

  /** @param {"replace" | "push"} how */
  write(how) {
    place.write(writeAddress(this.state, this.game?.move_width ?? null), how);
  }

  /** @param {AbortSignal} signal */
  react(signal) {
    if (this.view === null || this.view.ending !== null) return;
    if (this.over) {
      // Who resigned or ran out of time moves no more; what the position is worth can be asked all the same.
      if (this.wantsValues) analyse(this);
    } else if (this.rolling) roll(this, signal);
    else if (this.view.to_move === CHANCE) return;
    else if (!this.humanToMove && this.live && !this.state.paused) thinkSoon(this, signal);
    else if (this.wantsValues) analyse(this);
  }
}
