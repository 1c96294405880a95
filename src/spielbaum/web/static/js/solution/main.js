// The page *Solution*: every position of a game with its value and remoteness. Board on the left, everything
// else on the right, what is in the solution as a whole below.

import { actionButtons } from "../actions.js";
import * as api from "../api.js";
import { drawBoard } from "../board/index.js";
import { token } from "../board/pieces.js";
import { commandWords, el, isTyping, show, showIfNew } from "../dom.js";
import { copy, save } from "../files.js";
import { CHANCE } from "../games.js";
import { t } from "../language.js";
import { joinMoves } from "../play/address.js";
import { gameForm } from "../play/game.js";
import * as place from "../place.js";
import { drawHistory } from "../play/history.js";
import { MoveKeys } from "../play/keys.js";
import { positionForm } from "../play/position.js";
import { startShell } from "../shell.js";
import { spaceIsFree } from "../space.js";
import { Explorer } from "./explorer.js";
import { badges, drawMoves, pill } from "./moves.js";
import { overview, solvedGames } from "./overview.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { SolvedMove, Solutions, SolvedPosition } from "./messages.d.ts" */

class Page {
  /**
   * @param {Shell} shell
   * @param {GameView[]} games
   * @param {Solutions} solutions
   */
  constructor(shell, games, solutions) {
    this.shell = shell;
    this.games = games.filter((game) =>
      game.two_player_zero_sum || (game.chance && game.player_names.length === 1)
    );
    this.solutions = solutions;
    this.status = el("p", { class: "status" });
    this.board = el("div", { class: "stage" });
    this.line = el("div", { class: "line" });
    this.note = el("p", { class: "note" });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": t("solution.page.actions") });
    this.hide = el("div", { class: "hide" });
    this.moves = el("section", { class: "card moves-card", "aria-labelledby": "moves-title" });
    this.setup = el("section", { class: "card", "aria-label": t("solution.page.setup") });
    this.keep = el("section", { class: "card keep", "aria-labelledby": "keep-title" });
    this.list = el("section", { class: "card" });
    this.whole = el("section", { class: "whole" });
    /** @type {{ move: string, right: boolean, words: string } | null} How the riddle was answered. */
    this.answer = null;
    this.told = "";
    /** The game for which the list was asked for again. */
    this.listed = "";
    this.explorer = new Explorer({
      usual: solutions.default_game,
      changed: () => this.draw(),
      failed: (error) => shell.refused(error),
    });
    this.keys = new MoveKeys({
      legal: () => this.explorer.found?.position.legal_moves ?? [],
      loading: () => false,
      play: (move) => this.play(move),
      write: () => false,
      shown: () => {},
    });
    show(
      shell.main,
      el("h1", { class: "hidden" }, t("web.page.solution")),
      el(
        "div",
        { class: "play explorer" },
        el("div", { class: "left" }, this.status, this.board, this.line, this.note),
        el("div", { class: "right" }, this.actions, this.hide, this.moves, this.setup, this.keep, this.list),
        this.whole,
      ),
    );
    document.addEventListener("keydown", (event) => this.press(event));
    place.onReturn(() => {
      this.answer = null;
      this.explorer.open();
    });
  }

  // --- what people do

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    const { explorer } = this;
    /** @type {Record<string, () => unknown>} */
    const commands = {
      ArrowLeft: () => this.goTo(explorer.state.at - 1),
      ArrowRight: () => this.goTo(explorer.state.at + 1),
      Home: () => this.goTo(0),
      End: () => this.goTo(explorer.state.moves.length),
      " ": () => this.playLine(),
    };
    const command = commands[event.key];
    if (!command || (event.key === " " && !spaceIsFree(event))) return;
    event.preventDefault();
    command();
  }

  /** @param {number} ply */
  goTo(ply) {
    this.answer = null;
    return this.explorer.goTo(ply);
  }

  /**
   * @param {string} game
   * @param {string} start
   */
  jump(game, start = "") {
    this.answer = null;
    return this.explorer.jump(game, start);
  }

  /** @param {string} move */
  play(move) {
    const { found, state } = this.explorer;
    const chosen = found?.moves.find((one) => one.move === move);
    this.answer = state.hidden && chosen
      ? { move, right: isRight(chosen, found), words: chosen.entry.words }
      : null;
    return this.explorer.play(move);
  }

  async playLine() {
    const { explorer } = this;
    this.answer = null;
    if (explorer.playing) {
      explorer.stop();
      this.shell.announce(t("solution.page.stopped"));
      this.draw();
      return;
    }
    if (explorer.found === null || explorer.found.position.ending !== null) return;
    const line = await explorer.bestLine();
    if (line) this.shell.announce(t("solution.page.line_words", { moves: line.moves.join(", ") }));
  }

  /** @param {"longest_win" | "only_move"} kind */
  async find(kind) {
    this.answer = null;
    const found = await this.explorer.find(kind);
    if (found && found.start === null) this.shell.notice(t("solution.page.not_found"));
  }

  async saveFigure() {
    try {
      save(await api.post("/api/solution/figure", { game: this.explorer.state.game }));
    } catch (error) {
      this.shell.refused(error);
    }
  }

  // --- drawing

  draw() {
    const { explorer } = this;
    const { game, found } = explorer;
    this.drawStatus();
    const shown = game !== null && found !== null && !explorer.opening;
    for (const part of [this.board, this.line, this.actions, this.hide, this.moves, this.keep, this.whole]) {
      part.hidden = !shown;
    }
    this.drawSetup();
    this.drawNote();
    if (!shown) return;
    this.drawBoard(game, found);
    drawHistory(this.line, game, explorer);
    this.drawActions(found);
    const { hidden } = explorer.state;
    showIfNew(this.hide, [hidden], () =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          checked: hidden,
          data: { key: "hide" },
          on: { change: ({ target }) => explorer.hide(target.checked) },
        }),
        t("solution.page.hide"),
      ));
    drawMoves(this.moves, game, found.moves, { hidden, play: (move) => this.play(move) });
    this.drawKeep(game, found);
    showIfNew(
      this.whole,
      [explorer.solution],
      () => explorer.solution && overview(explorer.solution, () => this.saveFigure()),
    );
  }

  /**
   * @param {GameView} game
   * @param {SolvedPosition} found
   */
  drawBoard(game, { position, moves }) {
    const { explorer } = this;
    const { hidden, flip } = explorer.state;
    showIfNew(this.board, [game.spec, position, moves, hidden, flip], () =>
      drawBoard(game, position, {
        play: (move) => this.play(move),
        playable: position.ending === null,
        badges: hidden ? new Map() : badges(moves),
        flipped: flip,
        say: (words) => this.shell.announce(words),
      }));
  }

  drawStatus() {
    const { explorer } = this;
    const { game, found } = explorer;
    if (explorer.problem || explorer.opening || game === null || found === null) {
      const text = explorer.problem || t("solution.page.opening");
      this.status.classList.toggle("problem", explorer.problem !== "");
      show(
        this.status,
        el("span", {}, commandWords(text)),
        explorer.problem
          ? null
          : el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      );
      this.status.dataset.state = explorer.problem ? "problem" : "opening";
      this.tell(text);
      return;
    }
    const { position, entry } = found;
    const who = game.player_names[position.to_move];
    const { hidden } = explorer.state;
    const text = position.ending
      ? position.ending.text
      : position.to_move === CHANCE
      ? t("table.nature", { entry: entry.words })
      : hidden
      ? t("web.status.to_move", { name: who })
      : t("table.to_move", { player: who, entry: entry.words });
    this.status.classList.remove("problem");
    showIfNew(this.status, [game.spec, position.to_move, entry, text], () => [
      position.ending || position.to_move === CHANCE ? null : token(game, position.to_move),
      el("span", {}, text),
      position.ending || hidden ? null : pill(entry),
    ]);
    this.status.dataset.state = position.ending ? "over" : "shown";
    this.tell(text);
  }

  drawNote() {
    const { explorer, answer } = this;
    const { found } = explorer;
    let text = "";
    const expected = explorer.game?.chance ? ".expected" : "";
    if (answer) text = t(`solution.page.${answer.right ? "right" : "wrong"}${expected}`, answer);
    else if (found && explorer.state.hidden && !found.position.ending && found.position.to_move !== CHANCE) {
      const winning = found.moves.filter(({ entry }) => entry.outcome === "win").length;
      text = t(winning === 1 && found.moves.length > 1 ? "solution.page.riddle" : "solution.page.find_best");
    } else if (found?.entry.outcome === "unknown") text = t("solution.page.unknown");
    else if (explorer.stops) text = t(`solution.page.stops.${explorer.stops}`);
    if (this.note.textContent === text) return;
    this.note.textContent = text;
    this.note.dataset.right = answer ? String(answer.right) : "";
    if (text) this.tell(`${this.told} ${text}`);
  }

  /**
   * For screen readers: the position and what it is worth, once.
   *
   * @param {string} text
   */
  tell(text) {
    const { state, found, game } = this.explorer;
    const last = found && game && state.at > 0
      ? t("web.say.played", {
        name: game.player_names[this.explorer.movers[state.at - 1]] ?? t("web.chance"),
        move: found.position.last ?? state.moves[state.at - 1],
      })
      : "";
    const whole = text.startsWith(last) ? text : `${last} ${text}`.trim();
    if (whole === this.told) return;
    this.told = whole;
    this.shell.announce(whole);
  }

  /** @param {SolvedPosition} found */
  drawActions({ position }) {
    const { explorer } = this;
    const button = actionButtons((key) => t(`solution.page.action.${key}`));
    const { playing, solution } = explorer;
    const won = solution?.longest ?? null;
    const over = position.ending !== null;
    showIfNew(this.actions, [playing, over, won, explorer.game?.chance], () => [
      playing
        ? button("stop", true, () => this.playLine(), "primary")
        : button("line", !over, () => this.playLine(), "primary"),
      ...(explorer.game?.chance ? [] : [
        button("only_move", won !== null, () => this.find("only_move")),
        button("longest_win", won !== null, () => this.find("longest_win")),
      ]),
    ]);
  }

  drawSetup() {
    const { explorer } = this;
    const game = explorer.problem ? null : explorer.game;
    const current = game?.spec ?? "";
    const chosen = game ?? this.games.find(({ name }) => name === explorer.state.game.split(":")[0]);
    showIfNew(
      this.setup,
      [chosen],
      () => chosen ? gameForm(this.games, chosen, (spec) => this.jump(spec)) : null,
    );
    showIfNew(
      this.list,
      [this.solutions, current],
      () => solvedGames(this.solutions, current, (spec) => this.shell.link("solution", { game: spec })),
    );
    this.renewList();
  }

  /** A game that was just solved belongs into the list. */
  async renewList() {
    const spec = this.explorer.solution?.spec;
    if (!spec || spec === this.listed || this.solutions.games.some((game) => game.spec === spec)) return;
    this.listed = spec;
    this.solutions = await api.get("/api/solution");
    this.drawSetup();
  }

  /**
   * @param {GameView} game
   * @param {SolvedPosition} found
   */
  drawKeep(game, { position }) {
    const { state } = this.explorer;
    const moves = joinMoves(state.moves.slice(0, state.at), game.move_width);
    const here = { game: state.game, ...(state.start && { start: state.start }), ...(moves && { moves }) };
    showIfNew(this.keep, [here, position.notation], () => [
      el("h2", { id: "keep-title" }, t("web.keep.title")),
      el(
        "div",
        { class: "row" },
        el("button", {
          type: "button",
          class: "quiet",
          data: { key: "keep-link" },
          on: { click: () => copy(place.href(), this.shell, "web.keep.copied") },
        }, t("web.keep.link")),
        el("a", { class: "button quiet", href: this.shell.link("play", here) }, t("solution.page.play")),
      ),
      position.notation === null
        ? null
        : positionForm(position.notation, game.notation_name, (start) => this.jump(state.game, start)),
    ]);
  }
}

/**
 * Whether a move keeps what the position is worth; with chance, whether it is among the best.
 *
 * @param {SolvedMove} chosen
 * @param {SolvedPosition | null} found
 */
function isRight(chosen, found) {
  if (chosen.entry.outcome === "expected") return chosen.best;
  return chosen.entry.outcome === found?.moves[0].entry.outcome;
}

const shell = await startShell("solution");
const [{ games }, solutions] = await Promise.all([api.get("/api/games"), api.get("/api/solution")]);
shell.keys([
  ["1–9, a–z", t("web.help.move")],
  ["← ↑ ↓ →", t("web.help.arrows")],
  ["←, →, Home, End", t("solution.page.help.step")],
  [t("solution.page.help.space"), t("solution.page.help.line")],
]);
await new Page(shell, games, solutions).explorer.open();
