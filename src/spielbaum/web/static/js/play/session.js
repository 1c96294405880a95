// A game being played: what the address says, what the server answers to it, and who thinks.
//
// The server keeps nothing. Every change here goes into the address first, so a reload in the middle of a
// search comes back to the same position and the search begins again.

import * as api from "../api.js";
import { piecesMove } from "../board/index.js";
import { CHANCE, gameFacts } from "../games.js";
import * as place from "../place.js";
import { Analyses } from "./analysis.js";
import { Clocks, fullClocks, parseControl } from "./clock.js";
import { fillPlayers, newSeed, readAddress, writeAddress } from "./address.js";
import { isHuman, usualOpponent } from "./players.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { ChosenMove, PositionView, ReviewedPly, SearchInfo, Values } from "./messages.d.ts" */
/** @import { Analysis } from "./analysis.js" */
/** @import { PlayState, Preparing, Rolling, Thinking } from "./state.d.ts" */

/** Milliseconds before an analysis that gave way to others goes on. */
const BREATH = 500;

export class Session {
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
    this.state = readAddress(this.usual);
    this.clocks = new Clocks({
      state: () => this.state,
      runs: () => this.clockRuns,
      shown: ticks,
      out: (player) => this.runOut(player),
    });
    /** @type {GameView | null} What holds in every position of the game … */
    this.game = null;
    /** @type {PositionView | null} … and the position on the board. */
    this.view = null;
    /** @type {SearchInfo | null} */
    this.info = null;
    /** @type {string | null} */
    this.hinted = null;
    /** @type {Values | null} */
    this.values = null;
    /** @type {Thinking | null} */
    this.thinking = null;
    /** What was found out about positions during this visit. */
    this.analyses = new Analyses();
    /** @type {string} Why there is no analysis of this position. */
    this.unanalysed = "";
    /**
     * What is known of the whole game.
     *
     * @type {{ key: string, movers: number[], rounds: number[], ended: boolean } | null}
     */
    this.whole = null;
    this.pending = false;
    /** @type {Promise<boolean>} Whether the position that was asked for last has come. */
    this.arrival = Promise.resolve(false);
    this.analysing = false;
    /** @type {PlayState | null} The last state that the server accepted. */
    this.accepted = null;
    /** @type {((move: string) => Promise<void>) | null} Who judges moves that are not part of the game. */
    this.practice = null;
    /** @type {boolean | null} Whether somebody switched the analysis on or off. */
    this.switched = null;
    this.shortened = false;
    /** The last move was found in plain Python, as the rules are not compiled yet. */
    this.interpreted = false;
    /** @type {Preparing} The rules are being compiled for the analysis. */
    this.preparing = false;
    this.work = new AbortController();
    /** Ends the analysis that goes on. */
    this.leaveAnalysis = () => {};
  }

  // --- what there is to see

  /** Whether the position on the board is the last one of the game. */
  get live() {
    return this.state.at === this.state.moves.length;
  }

  /** Whether moves go from one place of the board to another. */
  get piecesMove() {
    return this.game !== null && this.view !== null && piecesMove(this.game, this.view);
  }

  get over() {
    return this.view !== null && (this.view.ending !== null || (this.live && this.state.resigned !== null));
  }

  /** Whether the game has come to its end, wherever in it one looks. */
  get finished() {
    return (this.whole?.ended ?? false) || this.state.resigned !== null;
  }

  /**
   * Whether positions are analysed: where nobody has switched that, only when the game has been played. Who
   * looks for a better move finds it without.
   */
  get wantsValues() {
    return this.practice === null && (this.switched ?? this.finished);
  }

  get humanToMove() {
    return this.view !== null && !this.over && isHuman(this.state.players[this.view.to_move]);
  }

  get hasHuman() {
    return this.state.players.some(isHuman);
  }

  /** The player that the one person plays; null where it is not one against others. */
  get you() {
    const people = this.state.players.flatMap((spec, player) => (isHuman(spec) ? [player] : []));
    return people.length === 1 && this.state.players.length > 1 ? people[0] : null;
  }

  /** A person may choose a move now; looking at an earlier position, the moves after it are replaced. */
  get playable() {
    if (this.practice !== null) return this.view !== null && !this.pending && this.view.ending === null;
    return this.view !== null && !this.pending && !this.thinking && this.view.ending === null &&
      (!this.live || this.state.resigned === null) &&
      isHuman(this.state.players[this.view.to_move]);
  }

  /** Whether the dice are being thrown. */
  get rolling() {
    return this.view?.to_move === CHANCE && this.live && !this.state.paused && !this.over;
  }

  get movers() {
    return this.whole?.movers ?? this.view?.movers ?? [];
  }

  /** The round of each move, as people number them. */
  get rounds() {
    return this.whole?.rounds ?? this.view?.rounds ?? [];
  }

  /** Who begins; the dice may say so (null: not thrown yet). */
  get first() {
    const known = [...this.movers, this.view?.to_move ?? CHANCE];
    return known.find((player) => player !== CHANCE) ?? null;
  }

  /** The ply that undo goes back to: where a person was to move; null where there is none. */
  get undoTarget() {
    for (let ply = this.state.at - 1; ply >= 0; ply -= 1) {
      const mover = this.movers[ply];
      if (this.hasHuman ? isHuman(this.state.players[mover]) : mover !== CHANCE) return ply;
    }
    return null;
  }

  get redoTarget() {
    const last = this.state.moves.length;
    for (let ply = this.state.at + 1; ply <= last; ply += 1) {
      if (ply === last || !this.hasHuman || isHuman(this.state.players[this.movers[ply]])) return ply;
    }
    return null;
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
    if (this.view?.to_move === CHANCE) this.roll(this.work.signal);
    else this.think(this.work.signal);
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

  /**
   * Whether the board is seen from the second player's side: where only that one is a person, or as it
   * was turned.
   */
  get flipped() {
    const [first, second] = this.state.players;
    return (!isHuman(first) && isHuman(second)) !== this.state.flip;
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
    if (wanted) return this.analyse();
    this.values = null;
    this.changed();
    return Promise.resolve();
  }

  /**
   * Judge the plies from `first` to `last` of the game, or of the game with another last move; goes on while
   * one looks around, and asks again for what is missing where the server had others to serve.
   *
   * @param {{ first: number, last: number, seconds: number, moves?: string[] }} part
   * @param {{ ply: (ply: ReviewedPly) => void, signal: AbortSignal }} options
   * @returns {Promise<boolean>}
   */
  async judge({ first, last, seconds, moves = this.state.moves }, { ply, signal }) {
    const { game, start } = this.state;
    let left = last;
    /** @param {ReviewedPly} found */
    const take = (found) => {
      left = Math.min(left, found.ply - 1);
      if (!signal.aborted) ply(found);
    };
    while (left >= first) {
      const body = { game, start, moves, first, last: left, seconds };
      const before = left;
      const done = await this.ask(() => api.stream("/api/review", body, { signal, on: { ply: take } }));
      if (!done || signal.aborted) return false;
      // Nothing is judged where nature moves.
      if (left === before) return true;
      if (left >= first && done.shortened) await api.pause(BREATH, signal).catch(() => {});
    }
    return !signal.aborted;
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

  where() {
    return {
      game: this.state.game,
      start: this.state.start,
      moves: this.state.moves.slice(0, this.state.at),
    };
  }

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
    this.arrival = this.load(address);
    return this.arrival;
  }

  /**
   * @param {"replace" | "push" | "none"} address
   * @returns {Promise<boolean>}
   */
  async load(address) {
    this.restart();
    const { signal } = this.work;
    this.pending = true;
    this.loads();
    if (this.view !== null && address !== "none") this.write(address);
    const found = await this.ask(() =>
      Promise.all([this.fetch(signal), gameFacts(this.state.game, { signal })])
    );
    if (signal.aborted) return false;
    this.pending = false;
    if (found === null) {
      if (this.accepted) this.state = { ...this.accepted };
      else return this.openDefault();
    } else {
      [this.view, this.game] = found;
      this.state.players = fillPlayers(
        this.state.players,
        this.game.player_names.length,
        usualOpponent(this.game),
      );
      this.fillClocks();
      this.accepted = { ...this.state };
    }
    this.write("replace");
    this.changed();
    // Whoever was told may have asked for another position already.
    if (signal.aborted) return false;
    if (found !== null) this.react(signal);
    return found !== null;
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

  /**
   * The address cannot be shown at all: its sentence is on the screen, and below it a game to play,
   * the same if possible.
   */
  openDefault() {
    const empty = readAddress(this.usual, "");
    const same = (/** @type {PlayState} */ one, /** @type {PlayState} */ other) =>
      JSON.stringify(one) === JSON.stringify(other);
    if (same(this.state, empty)) return Promise.resolve(false);
    const again = { ...empty, game: this.state.game };
    this.state = same(this.state, again) ? empty : again;
    return this.refresh();
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<PositionView>}
   */
  async fetch(signal) {
    if (this.whole?.key !== this.lineKey()) {
      const { game, start, moves } = this.state;
      /** @type {PositionView} */
      const whole = await api.post("/api/position", { game, start, moves }, { signal });
      // What was asked for meanwhile is not changed by an old answer.
      signal.throwIfAborted();
      // Moves may have been packed into one text; the server took them apart.
      this.state.moves = whole.history;
      this.state.at = Math.max(0, Math.min(this.state.at, whole.history.length));
      const { movers, rounds, ending } = whole;
      this.whole = { key: this.lineKey(), movers, rounds, ended: ending !== null };
      if (this.live) return whole;
    }
    return api.post("/api/position", this.where(), { signal });
  }

  lineKey() {
    return JSON.stringify([this.state.game, this.state.start, this.state.moves]);
  }

  /** @param {"replace" | "push"} how */
  write(how) {
    place.write(writeAddress(this.state, this.game?.move_width ?? null), how);
  }

  /** @param {AbortSignal} signal */
  react(signal) {
    if (this.view === null || this.over) return;
    if (this.rolling) this.roll(signal);
    else if (this.view.to_move === CHANCE) return;
    else if (!this.humanToMove && this.live && !this.state.paused) this.thinkSoon(signal);
    else if (this.wantsValues) this.analyse();
  }

  /** Analyse the position until everything is proven, or something else is on the board. */
  async analyse() {
    const all = this.work.signal;
    if (!this.view || this.view.ending !== null || this.thinking || this.view.to_move === CHANCE) return;
    const own = new AbortController();
    const signal = AbortSignal.any([all, own.signal]);
    this.leaveAnalysis = () => own.abort();
    const where = this.where();
    const key = JSON.stringify(where);
    this.analysing = true;
    this.unanalysed = "";
    this.showAnalysis(this.analyses.get(key));
    this.changed();
    let since = performance.now();
    /** @param {Values} values */
    const take = (values) => {
      const now = performance.now();
      if (signal.aborted) return;
      this.showAnalysis(this.analyses.add(key, values, (now - since) / 1000));
      since = now;
      this.changed();
    };
    const info = (/** @type {SearchInfo} */ found) => {
      if (signal.aborted) return;
      this.showAnalysis(this.analyses.note(key, found));
      this.changed();
    };
    const preparing = (/** @type {Preparing} */ preparing) => {
      this.preparing = preparing;
      this.changed();
    };
    try {
      while (!this.analyses.get(key).values?.complete) {
        since = performance.now();
        const body = { ...where, seconds: this.analyses.get(key).seconds };
        const values = await api.stream("/api/analyse", body, {
          signal,
          on: { values: take, info, preparing },
        });
        if (signal.aborted) return;
        take(values);
        if (values.shortened) await api.pause(BREATH, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof api.Refused)) throw error;
      this.unanalysed = error.message;
    }
    this.analysing = false;
    this.changed();
  }

  /** @param {Analysis} analysis */
  showAnalysis({ values, info }) {
    this.values = values;
    this.info = info ?? this.info;
  }

  /**
   * Nature moves: the server throws, the same again with the same seed, and the throw becomes a move.
   *
   * @param {AbortSignal} signal
   */
  async roll(signal) {
    if (!this.state.seed) {
      // An address without a seed is a game of its own: two of them have different dice.
      this.state.seed = newSeed();
      this.write("replace");
    }
    const body = { ...this.where(), seed: this.state.seed };
    /** @type {Rolling | null} */
    const thrown = await this.ask(() => api.post("/api/throw", body, { signal }));
    if (signal.aborted) return;
    if (!thrown) {
      this.state.paused = true;
      this.changed();
      return;
    }
    await this.rolls(thrown, signal);
    if (!signal.aborted) await this.advance(thrown.move);
  }

  /**
   * Let the computer think; where nobody else plays, after a moment in which the last move can be seen.
   *
   * @param {AbortSignal} signal
   */
  async thinkSoon(signal) {
    if (!this.hasHuman && this.state.pace > 0 && this.state.moves.length > 0) {
      try {
        await api.pause(1000 * this.state.pace, signal);
      } catch {
        return; // something else is on the board
      }
    }
    await this.think(signal);
  }

  /** @param {AbortSignal} signal */
  async think(signal) {
    if (this.view === null) return;
    const player = this.view.to_move;
    /** @type {Thinking} */
    const thinking = { player, job: null, preparing: false, busy: false, hurry: false };
    this.thinking = thinking;
    this.changed();
    const on = {
      busy: () => {
        thinking.busy = true;
        this.changed();
      },
      queued: (/** @type {{ job: string }} */ { job }) => {
        thinking.job = job;
        thinking.busy = false;
        this.changed();
        if (thinking.hurry) this.moveNow();
      },
      preparing: (/** @type {Preparing} */ preparing) => {
        thinking.preparing = preparing;
        this.changed();
      },
      info: (/** @type {SearchInfo} */ info) => {
        this.info = info;
        this.changed();
      },
    };
    const clock = this.state.clock && this.state.left[player] !== undefined
      ? { clock: this.state.clock, left: Math.max(0.01, this.clocks.left(player)) }
      : {};
    const body = { ...this.where(), player: this.state.players[player], seed: this.state.seed, ...clock };
    /** @type {ChosenMove | null} */
    const chosen = await this.ask(() => api.stream("/api/think", body, { signal, on }));
    if (signal.aborted) return;
    this.thinking = null;
    if (!chosen) {
      // Refused: the position stays, and somebody else may be chosen to play.
      this.state.paused = true;
      this.changed();
      return;
    }
    this.shortened = chosen.shortened;
    this.interpreted = chosen.interpreted;
    this.info = chosen.info;
    if (chosen.resigns || chosen.move === null) {
      this.state.resigned = player;
      await this.refresh();
    } else {
      await this.advance(chosen.move);
    }
  }
}
