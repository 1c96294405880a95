// The page *Play*: board on the left, everything else on the right.

import * as api from "../api.js";
import { drawBoard } from "../board/index.js";
import { token } from "../board/pieces.js";
import { el, icon, isTyping, show, showIfNew } from "../dom.js";
import { copy, save } from "../files.js";
import { t } from "../language.js";
import { startShell } from "../shell.js";
import { joinMoves } from "./address.js";
import { gameForm } from "./game.js";
import { badges, Insight } from "./insight.js";
import { positionForm } from "./position.js";
import { MoveKeys } from "./keys.js";
import { isHuman, playerForm, playerWords } from "./players.js";
import { Review } from "./review.js";
import { Session } from "./session.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { ReviewedPly } from "./messages.d.ts" */

class Page {
  /**
   * @param {Shell} shell
   * @param {GameView[]} games
   */
  constructor(shell, games) {
    this.shell = shell;
    this.games = games;
    this.status = el("p", { class: "status" });
    this.board = el("div", { class: "stage" });
    this.line = el("div", { class: "line" });
    this.note = el("p", { class: "note faint" });
    this.setup = el("section", { class: "card", "aria-label": t("web.play.setup") });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": t("web.play.actions") });
    this.field = el("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: "60",
      id: "typed",
      placeholder: t("web.play.type"),
    });
    this.typed = this.typedForm();
    this.keep = el("section", { class: "card keep", "aria-labelledby": "keep-title" });
    this.insight = new Insight((open) => this.session.showValues(open));
    this.review = new Review({ start: () => this.startReview(), goTo: (ply) => this.session.goTo(ply) });
    /** @type {string | null} */
    this.reviewed = null;
    /** @type {AbortController | null} */
    this.reviewing = null;
    this.told = "";
    /** @type {string[]} */
    this.typedAhead = [];
    /**
     * The typed move that the server has been asked for: an object of its own, for the same may be
     * typed twice.
     *
     * @type {{ text: string } | null}
     */
    this.trying = null;
    this.session = new Session({
      usual: shell.about.default_game,
      changed: () => this.draw(),
      failed: (error) => this.failed(error),
      said: (key) => shell.announce(t(key)),
    });
    this.keys = new MoveKeys({
      legal: () => (this.session.playable && !this.session.piecesMove ? this.shown.view.legal_moves : []),
      // where pieces go from place to place, moves are written in the field.
      loading: () => this.session.pending && !(this.session.piecesMove),
      play: (move) => this.session.play(move),
      write: (text) => this.write(text),
      shown: (text) => {
        this.field.placeholder = text || t("web.play.type");
      },
    });
    show(
      shell.main,
      el("h1", { class: "hidden" }, t("web.page.play")),
      el(
        "div",
        { class: "play" },
        el("div", { class: "left" }, this.status, this.board, this.line, this.note),
        el(
          "div",
          { class: "right" },
          this.actions,
          this.typed,
          this.setup,
          this.insight.element,
          this.review.element,
          this.keep,
        ),
      ),
    );
    document.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("popstate", () => this.session.open());
  }

  // --- keys

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isTyping(event) || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
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
      this.field.focus();
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
    ], () =>
      drawBoard(game, view, {
        play: (move) => session.play(move),
        playable,
        badges: values ? badges(values) : new Map(),
        hint: hinted,
        flipped: session.flipped,
        say: (words) => this.shell.announce(words),
      }));
    this.drawLine();
    this.drawActions();
    this.drawSetup();
    this.drawKeep();
    this.insight.show(game, session.info, this.insightState(), session.values);
    this.drawReview();
    this.note.textContent = session.shortened ? t("web.insight.shortened") : "";
    this.keys.release();
    this.playTyped();
  }

  sentence() {
    const { session } = this;
    const { state } = session;
    const { game, view } = this.shown;
    const name = (/** @type {number} */ player) => game.player_names[player];
    if (view.ending !== null) return view.ending.text;
    if (session.live && state.resigned !== null) {
      return t("web.status.resigned", { name: name(state.resigned) });
    }
    const who = name(view.to_move);
    if (session.thinking?.preparing) return t("web.status.preparing", { name: who });
    if (session.thinking?.busy) return t("web.status.busy", { name: who });
    if (session.thinking) return t("web.status.thinking", { name: who });
    if (isHuman(state.players[view.to_move])) return t("web.status.to_move", { name: who });
    return t(session.live ? "web.status.paused" : "web.status.looking", { name: who });
  }

  drawStatus() {
    const { session } = this;
    const { game, view } = this.shown;
    const text = this.sentence();
    const winners = view.ending !== null && !view.ending.draw ? view.ending.winners : null;
    const shown = winners ?? (session.over ? [] : [view.to_move]);
    showIfNew(this.status, [game.spec, shown, text, session.thinking !== null], () => [
      shown.map((player) => token(game, player)),
      el("span", {}, text),
      session.thinking
        ? el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"))
        : null,
    ]);
    this.status.dataset.state = session.over
      ? "over"
      : session.thinking
      ? "thinking"
      : session.playable
      ? "human"
      : "waiting";
    this.tell(text);
  }

  /**
   * For screen readers: the last move and what follows, once.
   *
   * @param {string} text
   */
  tell(text) {
    const { state } = this.session;
    const { game, view } = this.shown;
    const last = state.at > 0
      ? t("web.say.played", {
        name: game.player_names[this.session.movers[state.at - 1]] ?? "",
        move: view.last ?? state.moves[state.at - 1],
      })
      : "";
    const whole = `${last} ${text}`.trim();
    if (whole === this.told) return;
    this.told = whole;
    this.shell.announce(whole);
  }

  drawLine() {
    const { session } = this;
    const { state } = session;
    const { game } = this.shown;
    /**
     * @param {"first" | "back" | "forward" | "last"} where
     * @param {number} ply
     * @param {boolean} enabled
     */
    const step = (where, ply, enabled) => {
      const label = t(`web.line.${where}`);
      return el("button", {
        type: "button",
        class: "round",
        "aria-label": label,
        title: label,
        disabled: !enabled,
        data: { key: `step-${where}` },
        on: { click: () => session.goTo(ply) },
      }, icon(where));
    };
    const flip = () => {
      const label = t("web.board.flip");
      return el("button", {
        type: "button",
        class: "round",
        "aria-label": label,
        title: label,
        data: { key: "flip" },
        on: { click: () => session.turnBoard() },
      }, icon("flip"));
    };
    const last = state.moves.length;
    // The number of a round stands before its first move, 9… where that is not the first player's.
    const number = (/** @type {number} */ index) => {
      const [round, before] = [session.rounds[index], session.rounds[index - 1]];
      return round === undefined || round === before ? null : el(
        "span",
        { class: "round-number", "aria-hidden": "true" },
        session.movers[index] === 0 ? `${round}.` : `${round}…`,
      );
    };
    const moves = () =>
      state.moves.map((move, index) =>
        el(
          "li",
          {},
          number(index),
          el(
            "button",
            {
              type: "button",
              class: `ply colour-${game.colours[session.movers[index]] ?? "none"}`,
              "aria-current": index + 1 === state.at ? "step" : null,
              "aria-label": t("web.line.move", {
                number: session.rounds[index] ?? index + 1,
                name: game.player_names[session.movers[index]] ?? "",
                move,
              }),
              data: { key: `ply-${index}` },
              on: { click: () => session.goTo(index + 1) },
            },
            move,
          ),
        )
      );
    showIfNew(this.line, [game.spec, state.moves, state.at, session.rounds], () => [
      el(
        "div",
        { class: "steps", role: "group", "aria-label": t("web.line.steps") },
        step("first", 0, state.at > 0),
        step("back", state.at - 1, state.at > 0),
        step("forward", state.at + 1, state.at < last),
        step("last", last, state.at < last),
        session.piecesMove ? flip() : null,
      ),
      last
        ? el("ol", { class: "plies", "aria-label": t("web.line.label") }, moves())
        : el("p", { class: "faint" }, t("web.line.none")),
    ]);
    const current = this.line.querySelector("[aria-current]");
    const list = this.line.querySelector(".plies");
    if (current instanceof HTMLElement && list) list.scrollLeft = current.offsetLeft - list.clientWidth / 2;
  }

  drawActions() {
    const { session } = this;
    const { state } = session;
    const { view } = this.shown;
    /**
     * @param {string} key
     * @param {boolean} enabled
     * @param {() => unknown} run
     */
    const button = (key, enabled, run, classes = "") =>
      el("button", {
        type: "button",
        class: classes,
        disabled: !enabled,
        data: { key: `action-${key}` },
        on: { click: run },
      }, t(`web.action.${key}`));
    const people = session.hasHuman;
    const running = !session.over && session.live;
    const waits = people && state.paused && running && !session.humanToMove;
    const enabled = [
      session.undoTarget,
      session.redoTarget,
      session.playable,
      session.thinking !== null,
      people,
      running,
      state.paused,
      session.live,
      waits,
      view.ending !== null,
    ];
    showIfNew(this.actions, enabled, () => [
      button("new", true, () => session.newGame(), "primary"),
      button("undo", session.undoTarget !== null, () => session.undo()),
      button("redo", session.redoTarget !== null, () => session.redo()),
      button("hint", session.playable, () => this.hint()),
      button("now", session.thinking !== null, () => session.moveNow()),
      people
        ? button("resign", running, () => session.resign())
        : button(state.paused ? "resume" : "pause", running, () => session.pause(!state.paused)),
      session.live ? null : button("go_on", view.ending === null, () => session.goOn(), "wide"),
      waits ? button("resume", true, () => session.pause(false), "wide") : null,
    ]);
  }

  typedForm() {
    const { field } = this;
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return;
      field.value = "";
      this.typedAhead.push(...this.separate(text));
      this.playTyped();
    };
    return el(
      "form",
      { class: "typed", on: { submit } },
      el("label", { for: "typed" }, t("web.play.typed")),
      field,
      el("button", {}, t("web.play.play")),
    );
  }

  /**
   * Several moves may be written one after the other, unless the game's own have blanks in them.
   *
   * @param {string} text
   */
  separate(text) {
    const blanks = this.session.view?.legal_moves.some((move) => move.includes(" ")) ?? true;
    return blanks ? [text] : text.split(/\s+(?!e\.?p\.?$)/);
  }

  /**
   * Keys pressed before the game was known go into the field where its moves are written there.
   *
   * @param {string} text
   */
  write(text) {
    if (!this.session.piecesMove) return false;
    const { field } = this;
    field.value += text;
    field.focus();
    return true;
  }

  /** Moves that were typed while a position was loaded are played when it is there, one after the other. */
  playTyped() {
    const [text, ...rest] = this.typedAhead;
    if (this.session.pending || text === undefined) return;
    if (this.session.playable) {
      this.typedAhead = rest;
      const trying = (this.trying = { text });
      this.session.play(trying.text).then(() => {
        // The next one may be under way already.
        if (this.trying === trying) this.trying = null;
      });
      return;
    }
    // It is somebody else's turn: the moves stay in the field, to be played later.
    const { field } = this;
    // With a blank after them: whoever types on begins another move.
    field.value = [...this.typedAhead, field.value].join(" ");
    this.typedAhead = [];
  }

  drawSetup() {
    const { session } = this;
    const { game } = this.shown;
    showIfNew(this.setup, [game, session.state.players], () => [
      gameForm(this.games, game, (spec) => session.newGame(spec)),
      el(
        "div",
        { class: "players" },
        game.player_names.map((_, player) =>
          playerForm(game, player, session.state.players[player], (spec) => session.setPlayer(player, spec))
        ),
        el("button", {
          type: "button",
          class: "quiet",
          data: { key: "swap" },
          on: { click: () => session.swapPlayers() },
        }, t("web.player.swap")),
      ),
    ]);
  }

  insightState() {
    const { session } = this;
    if (session.thinking?.preparing) return t("web.insight.preparing");
    if (session.thinking) {
      return t("web.insight.thinking", { who: playerWords(session.state.players[session.thinking.player]) });
    }
    if (session.valuing) return t("web.insight.valuing");
    if (session.shortened) return t("web.insight.shortened");
    if (session.wantsValues && session.values) {
      return t("web.insight.values", { name: this.shown.game.player_names[session.values.view] });
    }
    return "";
  }

  // --- after the game

  drawReview() {
    const { session } = this;
    const { state } = session;
    const key = session.lineKey();
    if (this.reviewed !== null && this.reviewed !== key) {
      this.reviewing?.abort();
      this.reviewed = null;
      this.review.clear();
    }
    this.review.element.hidden = state.moves.length < 2 || (!this.reviewed && !session.over && session.live);
    this.review.draw(this.shown.game, state.at, session.rounds);
  }

  async startReview() {
    const { session } = this;
    this.reviewing = new AbortController();
    this.reviewed = session.lineKey();
    this.review.begin();
    this.shell.announce(t("web.review.running"));
    const draw = () => this.review.draw(this.shown.game, session.state.at, session.rounds);
    const done = await session.review({
      signal: this.reviewing.signal,
      ply: (ply) => {
        this.review.add(ply);
        draw();
      },
    });
    if (!done) return;
    const wrong =
      done.plies.filter((/** @type {ReviewedPly} */ ply) =>
        ply.verdict === "mistake" || ply.verdict === "inaccuracy"
      ).length;
    const seen = done.plies.length;
    this.review.end(
      wrong,
      seen <= session.state.moves.length ? t("web.review.shortened", { count: seen }) : "",
    );
    this.shell.announce(t(wrong === 1 ? "web.review.found_one" : "web.review.found", { count: wrong }));
    draw();
  }

  drawKeep() {
    const { session } = this;
    const { game, view: { notation } } = this.shown;
    const saveAs = async (/** @type {string} */ format) => {
      const file = await session.record(format);
      if (file) save(file);
    };
    /**
     * @param {string} key
     * @param {string} words
     * @param {() => void} run
     */
    const button = (key, words, run) =>
      el(
        "button",
        { type: "button", class: "quiet", data: { key: `keep-${key}` }, on: { click: run } },
        words,
      );
    const named = (
      /** @type {string} */ format,
    ) => (format === "text" ? t("web.keep.format.text") : format.toUpperCase());
    const moves = joinMoves(session.state.moves.slice(0, session.state.at), game.move_width);
    const treeLab = this.shell.about.pages.includes("tree_lab") &&
      el("a", {
        class: "button quiet",
        href: this.shell.link("tree_lab", {
          game: session.state.game,
          ...(session.state.start && { start: session.state.start }),
          moves,
        }),
      }, t("web.keep.tree_lab"));
    showIfNew(this.keep, [session.state.game, moves, notation], () => [
      el("h2", { id: "keep-title" }, t("web.keep.title")),
      el(
        "div",
        { class: "row" },
        button("link", t("web.keep.link"), () => copy(location.href, this.shell, "web.keep.copied")),
        game.record_formats.map((format) =>
          button(format, t("web.keep.save", { format: named(format) }), () => saveAs(format))
        ),
        treeLab || null,
      ),
      notation === null
        ? null
        : positionForm(notation, game.notation_name, (start) => session.newGame(session.state.game, start)),
    ]);
  }

  async hint() {
    if (!this.session.playable) return;
    const info = await this.session.hint();
    if (info) this.shell.announce(t("web.say.hint", { move: info.move, worth: info.value.text }));
  }

  /** @param {Error} error */
  failed(error) {
    this.typedAhead = [];
    if (this.trying) {
      // A typed move that was refused can be mended.
      const { field } = this;
      field.value ||= this.trying.text;
      field.select();
    }
    this.shell.notice(error.message);
  }
}

const shell = await startShell("play");
const { games } = await api.get("/api/games");
shell.keys([
  ["1–9, a–z", t("web.help.move")],
  ["← ↑ ↓ →", t("web.help.arrows")],
  ["Enter, Esc, a–h …", t("web.help.steps")],
  ["←, →", t("web.help.step")],
  ["*", t("web.help.hint")],
  ["!", t("web.help.now")],
  ["Ctrl Z, Ctrl Y", t("web.help.undo")],
]);
await new Page(shell, games).session.open();
