// The page *Play*: board on the left, everything else on the right.

import { actionButtons } from "../actions.js";
import * as api from "../api.js";
import { drawBoard } from "../board/index.js";
import { token } from "../board/pieces.js";
import { el, isTyping, show, showIfNew } from "../dom.js";
import { CHANCE } from "../games.js";
import { t } from "../language.js";
import * as place from "../place.js";
import { startShell } from "../shell.js";
import { EvaluationBar } from "./bar.js";
import { clockField, paceField } from "./clock_fields.js";
import { Dice } from "./dice.js";
import { gameForm } from "./game.js";
import { badges, Insight } from "./insight.js";
import { drawHistory } from "./history.js";
import { drawKeep } from "./keep.js";
import { MoveKeys } from "./keys.js";
import { MARKS } from "./judged.js";
import { isHuman, playerForm, playerWords } from "./players.js";
import { moveWords } from "./notation.js";
import { Practice } from "./practice.js";
import { Review } from "./review.js";
import { Session } from "./session.js";
import { Slides } from "./slides.js";
import { Strips } from "./strips.js";
import { TypedMoves } from "./typed.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { ReviewedPly } from "./messages.d.ts" */
/** @import { Preparing, Rolling } from "./state.d.ts" */

/** Parts of a game that are judged at the same time, at most. */
const MOST_PARTS = 3;

class Page {
  /**
   * @param {Shell} shell
   * @param {GameView[]} games
   */
  constructor(shell, games) {
    /** After how many moves somebody wanted to resign, and has to say so again; −1 for nobody. */
    this.resigning = -1;
    this.shell = shell;
    this.games = games;
    this.status = el("p", { class: "status" });
    this.board = el("div", { class: "stage" });
    this.dice = new Dice();
    this.bar = new EvaluationBar();
    this.strips = new Strips();
    this.line = el("section", { class: "card line listed", "aria-label": t("web.line.label") });
    this.note = el("p", { class: "note faint" });
    this.setup = el("section", { class: "card", "aria-label": t("web.play.setup") });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": t("web.play.actions") });
    this.keep = el("section", { class: "card keep", "aria-labelledby": "keep-title" });
    this.insight = new Insight((on) => this.session.switchAnalysis(on));
    this.review = new Review({
      judge: (part, options) => this.session.judge(part, options),
      // One worker stays free for whoever plays meanwhile, where there are enough of them.
      parts: Math.max(1, Math.min(shell.about.limits.workers ?? 1, MOST_PARTS)),
      changed: () => this.showReview(),
      said: (words) => shell.announce(words),
      goTo: (ply) => this.session.goTo(ply),
      practise: (plies) => this.practise(plies),
    });
    this.practice = new Practice({
      judge: (move, ply, signal) => this.judgeMove(move, ply, signal),
      goTo: (ply) => {
        this.session.practice = this.practice.active
          ? (move) => this.practice.attempt(this.shown.game, move)
          : null;
        return this.session.goTo(ply);
      },
      changed: () => this.draw(),
      said: (words) => shell.announce(words),
    });
    /** @type {string | null} */
    this.reviewed = null;
    this.told = "";
    this.session = new Session({
      usual: shell.about.default_game,
      changed: () => this.draw(),
      failed: (error) => {
        this.typed.failed();
        shell.notice(error.message);
      },
      said: (key) => shell.announce(t(key)),
      rolls: (rolling, signal) => this.roll(rolling, signal),
      loads: () => this.drawState(),
      ticks: () => this.strips.tick(this.session),
    });
    this.typed = new TypedMoves(this.session);
    this.slides = new Slides(this.session);
    this.keys = new MoveKeys({
      legal: () => (this.session.playable && !this.session.piecesMove ? this.shown.view.legal_moves : []),
      // where pieces go from place to place, moves are written in the field.
      loading: () => this.session.pending && !(this.session.piecesMove),
      play: (move) => this.session.play(move),
      write: (text) => this.session.piecesMove && this.typed.write(text),
      shown: (text) => this.typed.show(text),
    });
    show(
      shell.main,
      el("h1", { class: "hidden" }, t("web.page.play")),
      el(
        "div",
        { class: "play" },
        el(
          "div",
          { class: "left" },
          this.status,
          el(
            "div",
            { class: "with-bar" },
            el("div", { class: "above-board" }, this.strips.above, this.dice.element),
            this.bar.element,
            this.board,
            this.strips.below,
          ),
          this.note,
        ),
        el(
          "div",
          { class: "right" },
          this.practice.element,
          this.insight.element,
          this.line,
          this.actions,
          this.typed.element,
          this.review.element,
          this.setup,
          this.keep,
        ),
      ),
    );
    document.addEventListener("keydown", (event) => this.press(event));
    // The time that has run by now is in the address when the page comes back.
    window.addEventListener("pagehide", () => {
      this.session.clocks.settle();
      this.session.write("replace");
    });
    place.onReturn(() => this.session.open());
  }

  // --- keys

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isTyping(event) || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    if (!control && this.slides.press(event.key)) {
      event.preventDefault();
      return;
    }
    /** @type {Record<string, () => unknown>} */
    const commands = control ? { z: () => this.session.undo(), y: () => this.session.redo() } : {
      ArrowLeft: () => this.session.goTo(this.session.state.at - 1),
      ArrowRight: () => this.session.goTo(this.session.state.at + 1),
      Home: () => this.session.goTo(0),
      End: () => this.session.goTo(this.session.state.moves.length),
      "!": () => this.session.moveNow(),
      "*": () => this.hint(),
    };
    const command = commands[event.key];
    const writes = (this.session.playable || this.session.pending) && this.session.view !== null &&
      this.session.piecesMove;
    if (!command && !control && writes && /^[\p{L}\d]$/u.test(event.key)) {
      // Moves with capital and small letters are written in the field; the key goes there too.
      this.typed.focus();
      return;
    }
    if (!command) return;
    event.preventDefault();
    command();
  }

  // --- drawing

  /** The game and the position on the board; nothing is drawn before there are some. */
  get shown() {
    const { game, view } = this.session;
    if (game === null || view === null) throw new Error("there is no position yet");
    return { game, view };
  }

  draw() {
    const { session } = this;
    if (session.view === null) return;
    const { game, view } = this.shown;
    this.drawStatus();
    if (!session.rolling) this.dice.show(this.thrown());
    const { playable, hinted, values } = session;
    showIfNew(this.board, [
      game.spec,
      view.board,
      view.text,
      view.legal_moves,
      playable,
      hinted,
      values?.move_values,
      session.flipped,
      this.markOnBoard(),
    ], () =>
      drawBoard(game, view, {
        play: (move) => session.play(move),
        playable,
        badges: values ? badges(values) : new Map(),
        hint: hinted,
        flipped: session.flipped,
        mark: this.markOnBoard(),
        say: (words) => this.shell.announce(words),
      }));
    this.drawActions();
    this.drawSetup();
    drawKeep(this.keep, this.shell, game, view.notation, session);
    this.insight.setOn(session.wantsValues);
    this.insight.show(game, session.info, this.insightState(), session.values);
    this.drawReview();
    const worth = session.info?.value ?? this.review.plies.get(session.state.at)?.value ?? null;
    this.bar.show(game, worth, view.ending, { on: session.wantsValues, flipped: session.flipped });
    this.strips.draw(game, session);
    this.note.textContent = this.noteText();
    this.keys.release();
    this.slides.release();
    this.typed.play();
  }

  /** What is worth saying below the board: at the beginning, what can be done here. */
  noteText() {
    const { session } = this;
    if (session.shortened) return t("web.insight.shortened");
    if (session.interpreted) return t("web.insight.interpreted");
    return session.state.moves.length === 0 && session.hasHuman ? t("web.play.welcome") : "";
  }

  /**
   * Show a throw; a new tile is seen where it comes to lie.
   *
   * @param {Rolling} rolling
   * @param {AbortSignal} signal
   * @returns {Promise<void>}
   */
  async roll(rolling, signal) {
    if (this.shown.view.board?.kind !== "tiles") await this.dice.roll(rolling, signal);
  }

  /** What the dice beside the board show: those of the position, else the throw that led to it. */
  thrown() {
    const { movers, state } = this.session;
    const { board } = this.shown.view;
    if (board?.dice.length) return board.dice.join("-");
    return movers[state.at - 1] === CHANCE && board?.kind !== "tiles" ? state.moves[state.at - 1] : null;
  }

  sentence() {
    const { session } = this;
    const { state } = session;
    const { game, view } = this.shown;
    const name = (/** @type {number} */ player) => game.player_names[player];
    if (view.ending !== null) return view.ending.text;
    if (session.live && state.resigned !== null) {
      const [winner, ...others] = game.player_names.filter((_, player) => player !== state.resigned);
      const how = state.overtime ? "overtime" : "resigned";
      const key = others.length ? `web.status.${how}` : `web.status.${how}_to`;
      return t(key, { name: name(state.resigned), winner });
    }
    if (view.to_move === CHANCE) return t(session.rolling ? "web.status.rolling" : "web.status.to_throw");
    const who = name(view.to_move);
    if (session.thinking?.preparing) return t("web.status.preparing", { name: who });
    if (session.thinking?.busy) return t("web.status.busy", { name: who });
    if (session.thinking) return t("web.status.thinking", { name: who });
    if (session.live && session.you === view.to_move) return t("web.status.yours", { name: who });
    if (isHuman(state.players[view.to_move])) return t("web.status.to_move", { name: who });
    return t(session.live ? "web.status.paused" : "web.status.looking", { name: who });
  }

  drawStatus() {
    const { session } = this;
    const { game, view } = this.shown;
    const text = this.sentence();
    const winners = view.ending !== null && !view.ending.draw ? view.ending.winners : null;
    const shown = winners ?? (session.over || view.to_move === CHANCE ? [] : [view.to_move]);
    showIfNew(this.status, [game.spec, shown, text, session.thinking !== null], () => [
      shown.map((player) => token(game, player)),
      el("span", {}, text),
      session.thinking
        ? el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"))
        : null,
    ]);
    this.drawState();
    this.tell(text);
  }

  /** What may be done, for style sheets and whoever drives the page: `human` only where a click counts. */
  drawState() {
    const { session } = this;
    if (session.view === null) return;
    this.status.dataset.state = session.pending
      ? "loading"
      : session.over
      ? "over"
      : session.thinking || session.rolling
      ? "thinking"
      : session.playable
      ? "human"
      : "waiting";
  }

  /**
   * For screen readers: the last move and what follows, once.
   *
   * @param {string} text
   */
  tell(text) {
    const { state } = this.session;
    const { game, view } = this.shown;
    const mover = this.session.movers[state.at - 1];
    const move = view.last ?? moveWords(game, state.moves[state.at - 1] ?? "");
    const played = () => t("web.say.played", { name: game.player_names[mover] ?? "", move });
    const last = state.at === 0 ? "" : mover === CHANCE ? t("web.say.thrown", { move }) : played();
    const whole = `${last} ${text}`.trim();
    if (whole === this.told) return;
    this.told = whole;
    this.shell.announce(whole);
  }

  drawActions() {
    const { session } = this;
    const { state } = session;
    const { view } = this.shown;
    const button = actionButtons((key) => t(`web.action.${key}`));
    const people = session.hasHuman;
    const running = !session.over && session.live;
    const waits = people && state.paused && running && !session.humanToMove;
    const sure = running && this.resigning === state.moves.length;
    const ask = (/** @type {number} */ after) => {
      this.resigning = after;
      this.drawActions();
      const next = this.actions.querySelector(
        after < 0 ? "[data-key='action-resign']" : "[data-key='action-resign_not']",
      );
      if (next instanceof HTMLElement) next.focus();
    };
    const enabled = [
      session.undoTarget,
      session.redoTarget,
      session.playable,
      session.thinking !== null,
      people,
      running,
      state.paused,
      session.live,
      session.practice !== null,
      waits,
      view.ending !== null,
      sure,
    ];
    showIfNew(this.actions, enabled, () => [
      button("new", true, () => session.newGame(), "primary"),
      button("undo", session.undoTarget !== null, () => session.undo()),
      button("redo", session.redoTarget !== null, () => session.redo()),
      button("hint", session.playable && session.practice === null, () => this.hint()),
      button("now", session.thinking !== null, () => session.moveNow()),
      sure
        ? [button("resign_sure", true, () => session.resign()), button("resign_not", true, () => ask(-1))]
        : people
        ? button("resign", running, () => ask(state.moves.length))
        : [
          button(state.paused ? "resume" : "pause", running, () => session.pause(!state.paused)),
          button("step", running && session.thinking === null, () => session.step()),
        ],
      session.live || session.practice
        ? null
        : button("go_on", view.ending === null, () => session.goOn(), "wide"),
      waits ? button("resume", true, () => session.pause(false), "wide") : null,
    ]);
  }

  drawSetup() {
    const { session } = this;
    const { game } = this.shown;
    const { clock, pace } = session.state;
    showIfNew(this.setup, [game, session.state.players, session.first, clock, pace], () => [
      gameForm(this.games, game, (spec) => session.newGame(spec)),
      el(
        "div",
        { class: "players" },
        game.player_names.map((_, player) =>
          playerForm(
            game,
            player,
            session.state.players[player],
            player === session.first && game.player_names.length > 1,
            (spec) => session.setPlayer(player, spec),
          )
        ),
        game.player_names.length < 2 ? null : el("button", {
          type: "button",
          class: "quiet",
          data: { key: "swap" },
          on: { click: () => session.swapPlayers() },
        }, t("web.player.swap")),
        game.player_names.length < 2 ? null : clockField(clock, (control) => session.setClock(control)),
        session.hasHuman ? null : paceField(pace, (seconds) => session.setPace(seconds)),
      ),
    ]);
  }

  insightState() {
    const { session } = this;
    if (session.view?.ending) return t("web.insight.over");
    const preparing = session.thinking ? session.thinking.preparing : session.analysing && session.preparing;
    if (preparing) return preparingWords(preparing);
    if (session.thinking) {
      return t("web.insight.thinking", { who: playerWords(session.state.players[session.thinking.player]) });
    }
    if (session.unanalysed) return session.unanalysed;
    if (session.wantsValues && session.values?.complete) return t("web.insight.complete");
    if (session.analysing) return t("web.insight.analysing");
    if (session.shortened) return t("web.insight.shortened");
    return "";
  }

  // --- after the game

  drawReview() {
    const { session } = this;
    const { state } = session;
    if (this.reviewed !== null && this.reviewed !== session.lineKey()) {
      this.reviewed = null;
      this.review.clear();
      this.practice.plies = [];
      session.practice = null;
    }
    const { practice } = this;
    if (practice.ply && !session.pending && state.at !== practice.ply.ply) {
      // Somebody went elsewhere.
      practice.plies = [];
      session.practice = null;
    }
    // A review asks what each move gave away, which a throw does not.
    this.review.element.hidden = this.shown.game.chance || state.moves.length < 2 ||
      (!this.reviewed && !session.over && session.live);
    this.showReview();
  }

  /** What is known of the moves by now: on the card of the review and behind the moves themselves. */
  showReview() {
    const { review, session, shown } = this;
    const { rounds, you } = session;
    review.draw(shown.game, { at: session.state.at, rounds, you, start: () => this.startReview() });
    this.practice.draw(shown.game);
    const { opening } = shown.view;
    drawHistory(this.line, shown.game, session, { verdicts: review.verdicts, opening });
  }

  /** The mark of the move that led to the position on the board; null where it has none. */
  markOnBoard() {
    const verdict = this.review.verdicts.get(this.session.state.at - 1);
    return verdict && !this.practice.active ? { sign: MARKS[verdict], verdict } : null;
  }

  startReview() {
    const { session } = this;
    this.reviewed = session.lineKey();
    this.shell.announce(t("web.review.running"));
    return this.review.run(session.state.moves.length, !this.shown.game.repeats);
  }

  /** @param {ReviewedPly[]} plies */
  practise(plies) {
    this.practice.start(plies);
    this.practice.element.scrollIntoView({ block: "nearest" });
    const [ply] = plies;
    const { game } = this.shown;
    this.shell.announce(
      t("web.practice.find", {
        name: game.player_names[ply.player ?? 0],
        move: moveWords(game, ply.move ?? ""),
      }),
    );
  }

  /**
   * What another move would have been worth there.
   *
   * @param {string} move
   * @param {number} ply
   * @param {AbortSignal} signal
   */
  async judgeMove(move, ply, signal) {
    const moves = [...this.session.state.moves.slice(0, ply), move];
    /** @type {ReviewedPly | null} */
    let found = null;
    const part = { first: ply, last: ply, seconds: 1, moves };
    await this.session.judge(part, { ply: (one) => (found = one), signal });
    return found;
  }

  async hint() {
    if (!this.session.playable) return;
    const info = await this.session.hint();
    if (!info) return;
    const move = moveWords(this.shown.game, info.move ?? "");
    this.shell.announce(t("web.say.hint", { move, worth: info.value.text }));
  }
}

const shell = await startShell("play");
const { games } = await api.get("/api/games");
shell.keys([
  ["1–9, a–z", t("web.help.move")],
  ["← ↑ ↓ →", t("web.help.arrows")],
  ["Enter, Esc, a–h …", t("web.help.steps")],
  ["←, →", t("web.help.step")],
  ["← ↑ ↓ →", t("web.help.slide")],
  ["*", t("web.help.hint")],
  ["!", t("web.help.now")],
  ["Ctrl Z, Ctrl Y", t("web.help.undo")],
]);
await new Page(shell, games).session.open();

/**
 * @param {Preparing} preparing
 */
function preparingWords(preparing) {
  if (typeof preparing !== "number") return t("web.insight.preparing");
  return t("web.insight.preparing_for", { seconds: Math.ceil(preparing) });
}
