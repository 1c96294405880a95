// Figures that go from square to square: click or drag one to its target, or pick it up and put it down
// with Enter.

import { el, svg } from "../dom.js";
import { t } from "../language.js";
import { badgeOf, markWords, withArrows } from "./common.js";
import { choosePromotion } from "./promotion.js";
import { figure } from "./pieces.js";
import { Drag } from "./drag.js";

/** @import { CellView, StepView } from "../play/messages.d.ts" */
/** @import { Badge, BoardContext, Place } from "./context.d.ts" */

/**
 * The piece in hand; it stays there when the board is drawn anew with other badges.
 *
 * @type {{ position: string, origin: Place | null }}
 */
const hand = { position: "", origin: null };

/** @param {BoardContext} context */
export function steps(context) {
  return new Steps(context).element;
}

class Steps {
  /** @param {BoardContext} context */
  constructor(context) {
    this.context = context;
    const { board, playable, flipped } = context;
    const position = JSON.stringify([board.rows, board.steps]);
    if (hand.position !== position || !playable) Object.assign(hand, { position, origin: null });
    this.legal = playable ? board.steps : [];
    this.hinted = board.steps.find((step) => step.move === context.hint) ?? null;
    /** @param {Iterable<number>} items */
    const inOrder = (items) => (flipped ? [...items].reverse() : [...items]);
    this.rows = inOrder(board.rows.keys());
    this.columns = inOrder((board.rows[0] ?? []).keys());
    /** @type {Place[]} */
    this.places = this.rows.flatMap((y) => this.columns.map((x) => /** @type {Place} */ ([y, x])));
    this.buttons = new Map(this.places.map((place) => [key(place), this.square(place)]));
    this.squares = el("div", { class: "squares" }, [...this.buttons.values()], this.arrow());
    /** @param {string} name */
    const edge = (name) => el("span", { class: "edge", "aria-hidden": "true" }, name);
    this.element = el(
      "div",
      { class: "board steps", role: "group", "aria-label": t("web.board.label") },
      el("div", { class: "ranks" }, this.rows.map((y) => edge(board.row_names[y] ?? ""))),
      this.squares,
      el("div", { class: "files" }, this.columns.map((x) => edge(board.column_names[x] ?? ""))),
    );
    this.element.style.setProperty("--columns", String(this.columns.length));
    this.element.style.setProperty("--rows", String(this.rows.length));
    this.element.addEventListener("keydown", (event) => this.press(event));
    this.drag = new Drag(this.squares, {
      lift: (place) => {
        if (!this.from(place).length) return null;
        this.pick(place, { quiet: true });
        return this.buttons.get(key(place))?.querySelector("svg") ?? null;
      },
      drop: (place) => place !== null && this.arrive(place),
    });
    this.mark();
    withArrows(this.element);
  }

  // --- what is legal

  /** @param {Place} place */
  from(place) {
    return this.legal.filter((step) => same(step.origin, place));
  }

  /** @param {Place} place */
  to(place) {
    return hand.origin === null ? [] : this.from(hand.origin).filter((step) => same(step.target, place));
  }

  // --- what people do

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key !== "Escape" || hand.origin === null) return;
    event.stopPropagation();
    this.letGo();
  }

  /**
   * A square was chosen: put the piece in hand down there, or take the one that stands there.
   *
   * @param {Place} place
   */
  choose(place) {
    if (this.drag.justDropped || this.arrive(place)) return;
    const again = hand.origin !== null && same(hand.origin, place);
    if (!again && this.from(place).length) this.pick(place);
    else this.letGo();
  }

  /** @param {Place} place */
  pick(place, { quiet = false } = {}) {
    hand.origin = place;
    this.mark();
    if (quiet) return;
    const targets = [...new Set(this.from(place).map((step) => this.name(step.target)))];
    this.context.say(
      t("web.say.picked", {
        figure: this.figureName(this.cell(place)),
        place: this.name(place),
        targets: targets.join(", "),
      }),
    );
  }

  letGo() {
    if (hand.origin === null) return;
    hand.origin = null;
    this.mark();
    this.context.say(t("web.say.dropped"));
  }

  /**
   * Whether the piece in hand could go there; where it becomes another, people choose which.
   *
   * @param {Place} place
   */
  arrive(place) {
    const ways = this.to(place);
    if (!ways.length) return false;
    if (ways.length === 1) this.play(ways[0]);
    else this.promote(ways, place);
    return true;
  }

  /**
   * @param {StepView[]} ways
   * @param {Place} place
   */
  async promote(ways, place) {
    const player = this.cell(ways[0].origin).player ?? 0;
    const step = await choosePromotion(this.context.game, player, ways);
    if (step !== null) this.play(step);
    else this.letGo();
    // The board may have been drawn anew.
    const square = document.querySelector(`.square[data-key="square-${key(place)}"]`);
    if (square instanceof HTMLElement) square.focus({ preventScroll: true });
  }

  /** @param {StepView} step */
  play(step) {
    hand.origin = null;
    this.context.play(step.move);
  }

  // --- what there is to see

  /** @param {Place} place */
  cell([y, x]) {
    return this.context.board.rows[y][x];
  }

  /** @param {Place} place */
  name([y, x]) {
    const { board } = this.context;
    return `${board.column_names[x] ?? x + 1}${board.row_names[y] ?? y + 1}`;
  }

  /** @param {CellView} cell */
  figureName(cell) {
    const { game } = this.context;
    const player = game.player_names[cell.player ?? 0];
    return cell.piece === null
      ? player
      : t("web.board.figure", { player, figure: game.figures[cell.piece]?.name ?? cell.piece });
  }

  /** @param {Place} place */
  square(place) {
    const cell = this.cell(place);
    return el(
      "button",
      {
        type: "button",
        tabindex: "-1",
        data: { key: `square-${key(place)}`, place: key(place) },
        on: { click: () => this.choose(place) },
      },
      cell.player === null ? null : figure(this.context.game, cell.player, cell.piece),
    );
  }

  /** Everything on the squares that depends on the figure in hand. */
  mark() {
    for (const place of this.places) {
      const button = this.buttons.get(key(place));
      if (button === undefined) continue;
      const cell = this.cell(place);
      const inHand = hand.origin !== null && same(hand.origin, place);
      const target = this.to(place).length > 0;
      const movable = this.from(place).length > 0;
      const hinted = this.hinted !== null &&
        (same(this.hinted.origin, place) || same(this.hinted.target, place));
      const badge = this.badge(target ? this.to(place) : hand.origin === null ? this.from(place) : []);
      const words = [
        this.name(place),
        cell.player === null ? t("web.board.empty") : this.figureName(cell),
        ...markWords(cell.mark),
      ];
      if (target) words.push(t(cell.player === null ? "web.board.target" : "web.board.takes"));
      if (hinted) words.push(t("web.board.hint"));
      if (badge) words.push(badge.words);
      /** @type {Record<string, boolean>} */
      const classes = {
        odd: (place[0] + place[1]) % 2 === 1,
        [cell.mark ?? "unmarked"]: true,
        left: cell.mark === "last" && cell.player === null,
        movable,
        target,
        capture: target && cell.player !== null,
        "in-hand": inHand,
        playable: target || movable,
        hinted,
      };
      button.className = ["place square", ...Object.keys(classes).filter((name) => classes[name])].join(" ");
      button.setAttribute("aria-label", words.join(", "));
      if (movable) button.setAttribute("aria-pressed", String(inHand));
      if (target || movable) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
      button.querySelector(".badge")?.remove();
      if (badge) button.append(badgeOf(badge));
    }
  }

  /**
   * The value of the best of those moves.
   *
   * @param {StepView[]} ways
   */
  badge(ways) {
    const found = ways.flatMap(({ move }) => {
      const badge = this.context.badges.get(move);
      return badge ? [{ move, ...badge }] : [];
    });
    if (!found.length) return null;
    const better = (/** @type {Badge} */ one, /** @type {Badge} */ other) =>
      other.best || (!one.best && other.points > one.points);
    const best = found.reduce((one, other) => (better(one, other) ? other : one));
    return { ...best, words: `${best.move}: ${best.words}` };
  }

  /** The hint, pointing from square to square. */
  arrow() {
    if (this.hinted === null) return null;
    const at = (/** @type {Place} */ [y, x]) => [this.columns.indexOf(x) + 0.5, this.rows.indexOf(y) + 0.5];
    const [[x1, y1], [x2, y2]] = [at(this.hinted.origin), at(this.hinted.target)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [bx, by] = [x2 - 0.42 * dx, y2 - 0.42 * dy];
    const head = [
      [x2 - 0.05 * dx, y2 - 0.05 * dy],
      [bx - 0.2 * dy, by + 0.2 * dx],
      [bx + 0.2 * dy, by - 0.2 * dx],
    ];
    return svg(
      "svg",
      { class: "arrow", viewBox: `0 0 ${this.columns.length} ${this.rows.length}`, "aria-hidden": "true" },
      svg("line", { x1: x1 + 0.25 * dx, y1: y1 + 0.25 * dy, x2: bx, y2: by }),
      svg("polygon", {
        points: head.map((point) => point.map((number) => number.toFixed(3)).join(",")).join(" "),
      }),
    );
  }
}

const key = (/** @type {Place} */ place) => place.join("-");
const same = (/** @type {Place} */ one, /** @type {Place} */ other) =>
  one[0] === other[0] && one[1] === other[1];
