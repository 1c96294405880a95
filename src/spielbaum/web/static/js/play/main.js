// The page *Play*: board on the left, everything else on the right.

import * as api from "../api.js";
import { drawBoard } from "../board/index.js";
import { el, isTyping, show, showIfNew } from "../dom.js";
import { CHANCE } from "../games.js";
import { t } from "../language.js";
import * as place from "../place.js";
import { startShell } from "../shell.js";
import { Actions } from "./actions.js";
import { judge } from "./analysing.js";
import { EvaluationBar } from "./bar.js";
import { Dice } from "./dice.js";
import { drawHistory } from "./history.js";
import { badges, Insight } from "./insight.js";
import { MARKS } from "./judged.js";
import { drawKeep } from "./keep.js";
import { MoveKeys } from "./keys.js";
import { moveWords } from "./notation.js";
import { Practice } from "./practice.js";
import { Review } from "./review.js";
import { ReviewRounds } from "./review_rounds.js";
import { Session } from "./session.js";
import { drawSetup } from "./setup.js";
import { Slides } from "./slides.js";
import { Status } from "./status.js";
import { Strips } from "./strips.js";
import { TypedMoves } from "./typed.js";
import { analysisWords, noteWords } from "./words.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { ReviewedPly } from "./messages.d.ts" */
/** @import { Rolling } from "./state.d.ts" */

/** Parts of a game that are judged at the same time, at most. */
const MOST_PARTS = 3;

class Page {
  /**
   * @param {Shell} shell
   * @param {GameView[]} games
   */
  constructor(shell, games) {
    this.shell = shell;
    this.games = games;
    this.status = new Status((words) => shell.announce(words));
    this.board = el("div", { class: "stage" });
    this.dice = new Dice();
    this.bar = new EvaluationBar();
    this.strips = new Strips();
    this.line = el("section", { class: "card line listed", "aria-label": t("web.line.label") });
    this.note = el("p", { class: "note faint" });
    this.setup = el("section", { class: "card", "aria-label": t("web.play.setup") });
    this.actions = new Actions(() => this.hint());
    this.keep = el("section", { class: "card keep", "aria-labelledby": "keep-title" });
    this.insight = new Insight((on) => this.session.switchAnalysis(on));
    this.judging = new ReviewRounds({
      judge: (part, options) => judge(this.session, part, options),
      // One worker stays free for whoever plays meanwhile, where there are enough of them.
      parts: Math.max(1, Math.min(shell.about.limits.workers ?? 1, MOST_PARTS)),
      changed: () => this.showReview(),
      said: (words) => shell.announce(words),
    });
    this.review = new Review(this.judging, {
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
    this.session = new Session({
      usual: shell.about.default_game,
      changed: () => this.draw(),
      failed: (error) => {
        this.typed.failed();
        shell.notice(error.message);
      },
      said: (key) => shell.announce(t(key)),
      rolls: (rolling, signal) => this.roll(rolling, signal),
      loads: () => this.status.drawState(this.session),
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
          this.status.element,
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
          this.actions.element,
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
    this.status.draw(session, game, view);
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
    this.actions.draw(session, view);
    drawSetup(this.setup, this.games, game, session);
    drawKeep(this.keep, this.shell, game, view.notation, session);
    this.insight.setOn(session.wantsValues);
    this.insight.show(game, session.info, analysisWords(session), session.values);
    this.drawReview();
    const worth = session.info?.value ?? this.judging.plies.get(session.state.at)?.value ?? null;
    this.bar.show(game, worth, view.ending, { on: session.wantsValues, flipped: session.flipped });
    this.strips.draw(game, session);
    this.note.textContent = noteWords(session);
    this.keys.release();
    this.slides.release();
    this.typed.play();
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

  // --- after the game

  drawReview() {
    const { session } = this;
    const { state } = session;
    if (this.reviewed !== null && this.reviewed !== session.lineKey()) {
      this.reviewed = null;
      this.judging.clear();
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
    const { judging, review, session, shown } = this;
    const { rounds, you } = session;
    review.draw(shown.game, { at: session.state.at, rounds, you, start: () => this.startReview() });
    this.practice.draw(shown.game);
    const { opening } = shown.view;
    drawHistory(this.line, shown.game, session, { verdicts: judging.verdicts, opening });
  }

  /** The mark of the move that led to the position on the board; null where it has none. */
  markOnBoard() {
    const verdict = this.judging.verdicts.get(this.session.state.at - 1);
    return verdict && !this.practice.active ? { sign: MARKS[verdict], verdict } : null;
  }

  startReview() {
    const { session } = this;
    this.reviewed = session.lineKey();
    this.shell.announce(t("web.review.running"));
    return this.judging.run(session.state.moves.length, !this.shown.game.repeats);
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
    await judge(this.session, part, { ply: (one) => (found = one), signal });
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
  [t("web.key.steps"), t("web.help.steps")],
  ["←, →", t("web.help.step")],
  ["← ↑ ↓ →", t("web.help.slide")],
  ["*", t("web.help.hint")],
  ["!", t("web.help.now")],
  [t("web.key.undo"), t("web.help.undo")],
]);
await new Page(shell, games).session.open();
