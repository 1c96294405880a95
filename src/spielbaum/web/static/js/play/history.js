// The moves of the game: each can be gone to, and the board be turned.

import { el, icon } from "../dom.js";
import { t } from "../language.js";
import { MARKS } from "./judged.js";
import { moveWords } from "./notation.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Verdict } from "./judged.js" */
/** @import { GameWalk } from "./state.d.ts" */

/** @type {WeakMap<HTMLElement, MoveList>} */
const drawn = new WeakMap();

/**
 * Show the moves in the box; `verdicts` has those of a review, by the plies of their moves, `opening` is the name of
 * the opening, where it has one.
 *
 * @param {HTMLElement} box
 * @param {GameView} game
 * @param {GameWalk} session
 * @param {{ verdicts?: Map<number, Verdict>, opening?: string | null }} more
 */
export function drawHistory(box, game, session, { verdicts = new Map(), opening = null } = {}) {
  const list = drawn.get(box) ?? new MoveList(box, session);
  drawn.set(box, list);
  list.draw(game, verdicts, opening);
}

/**
 * The list and the buttons above it. What stays the same keeps its elements: a press of the mouse ends on the button
 * on which it began, whatever is found out meanwhile.
 */
class MoveList {
  /**
   * @param {HTMLElement} box
   * @param {GameWalk} session
   */
  constructor(box, session) {
    this.session = session;
    /** @param {"first" | "back" | "forward" | "last" | "flip"} name */
    const button = (name, words = t(`web.line.${name}`), key = `step-${name}`) =>
      el("button", {
        type: "button",
        class: "round",
        "aria-label": words,
        title: words,
        data: { key },
        on: { click: () => this.press(name) },
      }, icon(name));
    this.first = button("first");
    this.back = button("back");
    this.forward = button("forward");
    this.last = button("last");
    this.flip = button("flip", t("web.board.flip"), "flip");
    this.moves = el("ol", { class: "plies", "aria-label": t("web.line.label") });
    this.none = el("p", { class: "faint" }, t("web.line.none"));
    this.opening = el("p", { class: "opening" });
    /** What each button of the list shows. @type {string[]} */
    this.shown = [];
    /** @type {HTMLElement[]} */
    this.buttons = [];
    /** Where the list was scrolled to. */
    this.at = "";
    const steps = { class: "steps", role: "group", "aria-label": t("web.line.steps") };
    box.replaceChildren(
      el("div", steps, this.first, this.back, this.forward, this.last, this.flip),
      this.moves,
      this.none,
      this.opening,
    );
  }

  /** @param {"first" | "back" | "forward" | "last" | "flip"} name */
  press(name) {
    const { session } = this;
    const { at, moves } = session.state;
    if (name === "flip") session.turnBoard();
    else session.goTo({ first: 0, back: at - 1, forward: at + 1, last: moves.length }[name]);
  }

  /**
   * @param {GameView} game
   * @param {Map<number, Verdict>} verdicts
   * @param {string | null} opening
   */
  draw(game, verdicts, opening) {
    const { session } = this;
    const { at, moves } = session.state;
    this.first.disabled = this.back.disabled = at <= 0;
    this.forward.disabled = this.last.disabled = at >= moves.length;
    this.flip.hidden = !session.piecesMove;
    this.moves.hidden = moves.length === 0;
    this.none.hidden = moves.length > 0;
    this.opening.hidden = opening === null;
    this.opening.textContent = opening;
    moves.forEach((move, index) => this.item(game, move, index));
    this.cut(moves.length);
    moves.forEach((move, index) => this.mark(game, move, index, verdicts.get(index)));
    const current = this.moves.querySelector("[aria-current]");
    const now = JSON.stringify([at, moves]);
    if (this.at === now || !(current instanceof HTMLElement)) return;
    this.at = now;
    this.moves.scrollLeft = current.offsetLeft - this.moves.clientWidth / 2;
    this.moves.scrollTop = current.offsetTop - this.moves.clientHeight / 2;
  }

  /**
   * What stays as it is once the move was made.
   *
   * @param {GameView} game
   * @param {string} move
   * @param {number} index
   */
  item(game, move, index) {
    const { session } = this;
    const number = this.number(index);
    const colour = game.colours[session.movers[index]] ?? "none";
    const shown = JSON.stringify([game.spec, move, number, colour]);
    if (this.shown[index] === shown) return;
    // What comes later belongs to another game, or is drawn anew with this.
    this.cut(index);
    const button = el(
      "button",
      {
        type: "button",
        class: `ply colour-${colour}`,
        data: { key: `ply-${index}` },
        on: { click: () => session.goTo(index + 1) },
      },
      moveWords(game, move),
    );
    // The moves of a round are one item, so that no line ends within it.
    if (number || index === 0) this.moves.append(el("li"));
    if (number) {
      this.moves.lastElementChild?.append(
        el("span", { class: "round-number", "aria-hidden": "true" }, number),
      );
    }
    this.moves.lastElementChild?.append(button);
    this.buttons[index] = button;
    this.shown[index] = shown;
  }

  /**
   * Keep so many moves.
   *
   * @param {number} count
   */
  cut(count) {
    this.shown.splice(count);
    for (const button of this.buttons.splice(count)) button.remove();
    // A round without a move has nothing but its number.
    while (this.moves.lastElementChild && !this.moves.lastElementChild.querySelector("button")) {
      this.moves.lastElementChild.remove();
    }
  }

  /** The number of a round stands before its first move, 9… where that is not the first player's. @param {number} index */
  number(index) {
    const { movers, rounds } = this.session;
    const [round, before] = [rounds[index], rounds[index - 1]];
    if (round === undefined || round === before) return "";
    // A turn may begin with a throw; nobody has moved after the last one yet.
    const player = movers.slice(index).find((mover) => mover >= 0) ?? 0;
    return player === 0 ? `${round}.` : `${round}…`;
  }

  /**
   * What changes: whether the move is the one on the board, and what a review says of it.
   *
   * @param {GameView} game
   * @param {string} move
   * @param {number} index
   * @param {Verdict | undefined} verdict
   */
  mark(game, move, index, verdict) {
    const { session } = this;
    const button = this.buttons[index];
    const words = t("web.line.move", {
      number: session.rounds[index] ?? index + 1,
      name: game.player_names[session.movers[index]] ?? t("web.chance"),
      move: moveWords(game, move),
    });
    button.setAttribute("aria-label", verdict ? `${words}, ${t(`web.review.mark.${verdict}`)}` : words);
    if (index + 1 === session.state.at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    const sign = button.querySelector(".verdict");
    if (sign?.classList.contains(verdict ?? "none")) return;
    sign?.remove();
    if (verdict) {
      button.append(el("span", { class: `verdict ${verdict}`, "aria-hidden": "true" }, MARKS[verdict]));
    }
  }
}
