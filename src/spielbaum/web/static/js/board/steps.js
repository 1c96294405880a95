// Moves that are made by choosing places one after the other, mostly a figure's square and its target: click
// them, drag the figure, or pick it up and put it down with Enter.

import { el, svg } from "../dom.js";
import { t } from "../language.js";
import { badgeOf, markWords, outcomeClass, withArrows } from "./common.js";
import { choosePromotion } from "./promotion.js";
import { figure } from "./pieces.js";
import { Drag } from "./drag.js";

/** @import { CellView, StepView } from "../play/messages.d.ts" */
/** @import { Badge, BoardContext, Place } from "./context.d.ts" */

/**
 * The places chosen so far, the first of them mostly that of the piece in hand; they stay chosen when the board is
 * drawn anew with other badges.
 *
 * @type {{ position: string, chosen: Place[] }}
 */
const hand = { position: "", chosen: [] };

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
    if (hand.position !== position || !playable) Object.assign(hand, { position, chosen: [] });
    this.legal = playable ? board.steps : [];
    this.hinted = board.steps.find((step) => step.move === context.hint) ?? null;
    /** @param {Iterable<number>} items */
    const inOrder = (items) => (flipped ? [...items].reverse() : [...items]);
    this.rows = inOrder(board.rows.keys());
    this.columns = inOrder((board.rows[0] ?? []).keys());
    /** @type {Place[]} */
    const squares = this.rows.flatMap((y) => this.columns.map((x) => /** @type {Place} */ ([y, x])));
    /** @type {Place[][]} */
    const held = board.hands.map((cells, player) => cells.map((_, x) => [board.rows.length + player, x]));
    /** @type {Place[]} */
    this.places = [...squares, ...held.flat()];
    this.buttons = new Map(this.places.map((place) => [key(place), this.square(place)]));
    /** @param {Place[]} places */
    const buttons = (places) => places.map((place) => this.buttons.get(key(place)) ?? null);
    this.squares = el(
      "div",
      { class: `squares ${board.lines.length ? "points" : ""}` },
      this.lines(),
      buttons(squares),
      this.arrow(),
    );
    const hands = held.map((places, player) =>
      el(
        "div",
        { class: "hand", role: "group", "aria-label": context.game.player_names[player] },
        buttons(places),
      )
    );
    const [near, far] = flipped ? [hands[1], hands[0]] : hands;
    this.done = el("button", {
      type: "button",
      class: "done",
      title: t("web.board.done_words"),
      on: { click: () => this.finish() },
    }, t("web.board.done"));
    /** @param {string} name */
    const edge = (name) => el("span", { class: "edge", "aria-hidden": "true" }, name);
    this.element = el(
      "div",
      { class: "board steps", role: "group", "aria-label": t("web.board.label") },
      far ?? null,
      el("div", { class: "ranks" }, this.rows.map((y) => edge(board.row_names[y] ?? ""))),
      this.squares,
      el("div", { class: "files" }, this.columns.map((x) => edge(board.column_names[x] ?? ""))),
      near ?? null,
      board.steps.some((step) => step.then.length)
        ? el("div", { class: "finish" }, this.done, el("p", { class: "faint" }, t("web.board.how")))
        : null,
    );
    this.element.style.setProperty("--hands", String(hands.length));
    this.element.style.setProperty("--columns", String(this.columns.length));
    this.element.style.setProperty("--rows", String(this.rows.length));
    this.element.addEventListener("keydown", (event) => this.press(event));
    this.drag = new Drag(this.element, {
      lift: (place) => {
        if (hand.chosen.length > 1 || this.cell(place).player === null || !this.from(place).length) {
          return null;
        }
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

  /** The moves that begin with the chosen places. */
  ways() {
    return this.legal.filter((step) => hand.chosen.every((place, at) => same(sequence(step)[at], place)));
  }

  /** @param {Place} place */
  to(place) {
    if (!hand.chosen.length) return [];
    return this.ways().filter((step) => same(sequence(step)[hand.chosen.length], place));
  }

  /** The moves for which no more has to be chosen; several where a figure becomes another. */
  finished() {
    return this.ways().filter((step) => sequence(step).length === hand.chosen.length);
  }

  // --- what people do

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key !== "Escape" || !hand.chosen.length) return;
    event.stopPropagation();
    this.letGo();
  }

  /**
   * A place was chosen: put the piece in hand down there, or take the one that stands there. The same place once
   * more ends the move, or takes the choice back.
   *
   * @param {Place} place
   */
  choose(place) {
    if (this.drag.justDropped) return;
    const { move } = this.cell(place);
    if (move !== null && this.context.playable) {
      this.context.play(move);
      return;
    }
    const again = hand.chosen.length > 0 && same(hand.chosen[hand.chosen.length - 1], place);
    if (again && this.finished().length) this.finish();
    else if (!again && this.arrive(place)) return;
    else if (!again && this.from(place).length) this.pick(place);
    else this.letGo();
  }

  /** Play what has been chosen. */
  finish() {
    const [step] = this.finished();
    if (step) this.play(step);
  }

  /** @param {Place} place */
  pick(place, { quiet = false } = {}) {
    hand.chosen = [place];
    this.mark();
    if (quiet) return;
    const cell = this.cell(place);
    if (this.legal.some((step) => step.covers.length)) this.tell(place);
    else {
      const targets = this.next().join(", ");
      this.context.say(
        t("web.say.picked", { figure: this.figureName(cell), place: this.name(place), targets }),
      );
    }
  }

  /** The names of the places that can be chosen next. */
  next() {
    const following = this.ways().flatMap((step) =>
      sequence(step).slice(hand.chosen.length, hand.chosen.length + 1)
    );
    return [...new Set(following.map((place) => this.name(place)))];
  }

  /**
   * Say what can be chosen after this place.
   *
   * @param {Place} place
   */
  tell(place) {
    const key = this.finished().length ? "web.say.done" : "web.say.chosen";
    this.context.say(t(key, { place: this.name(place), targets: this.next().join(", ") }));
  }

  letGo() {
    if (!hand.chosen.length) return;
    hand.chosen = [];
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
    if (ways.length === 1 && sequence(ways[0]).length === hand.chosen.length + 1) this.play(ways[0]);
    else if (ways.every((step) => step.becomes !== null)) this.promote(ways, place);
    else {
      hand.chosen.push(place);
      this.mark();
      this.tell(place);
    }
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
    hand.chosen = [];
    this.context.play(step.move);
  }

  // --- what there is to see

  /** @param {Place} place */
  cell([y, x]) {
    const { rows, hands } = this.context.board;
    return y < rows.length ? rows[y][x] : hands[y - rows.length][x];
  }

  /** @param {Place} place */
  inHand([y]) {
    return y >= this.context.board.rows.length;
  }

  /** @param {Place} place */
  name([y, x]) {
    const { board } = this.context;
    if (this.inHand([y, x])) return this.heldName([y, x]);
    return `${board.column_names[x] ?? x + 1}${board.row_names[y] ?? y + 1}`;
  }

  /**
   * How many of which piece are in whose hand.
   *
   * @param {Place} place
   */
  heldName(place) {
    const { game } = this.context;
    const { player, count, piece: letter } = this.cell(place);
    return t("web.board.in_hand", {
      player: game.player_names[player ?? 0],
      count: count ?? 0,
      figure: game.figures[letter ?? ""]?.name ?? letter ?? "",
    });
  }

  /** @param {CellView} cell */
  figureName(cell) {
    const { game } = this.context;
    if (cell.player === null) return t(cell.piece === null ? "web.board.empty" : "web.board.neutral");
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
      [...cell.joined].map((side) =>
        el("span", { class: `joint joint-${this.side(side)} ${this.colour(cell)}` })
      ),
      isEmpty(cell) ? null : figure(this.context.game, cell.player, cell.piece, this.context.flipped),
      cell.count ? el("span", { class: "held", "aria-hidden": "true" }, `×${cell.count}`) : null,
    );
  }

  /** @param {CellView} cell */
  colour(cell) {
    return cell.player === null ? "" : `colour-${this.context.game.colours[cell.player]}`;
  }

  /**
   * A side of a square as it is seen.
   *
   * @param {string} side
   */
  side(side) {
    return this.context.flipped ? "nesw"[("nesw".indexOf(side) + 2) % 4] : side;
  }

  /** The lines between points. */
  lines() {
    const { lines } = this.context.board;
    if (!lines.length) return null;
    return svg(
      "svg",
      { class: "lines", viewBox: `0 0 ${this.columns.length} ${this.rows.length}`, "aria-hidden": "true" },
      lines.map(([one, two]) => {
        const [[x1, y1], [x2, y2]] = [this.middle(one), this.middle(two)];
        return svg("line", { x1, y1, x2, y2 });
      }),
    );
  }

  /**
   * Where the middle of a square is, counted in squares.
   *
   * @param {Place} place
   */
  middle([y, x]) {
    return [this.columns.indexOf(x) + 0.5, this.rows.indexOf(y) + 0.5];
  }

  /** Everything on the squares that depends on the figure in hand. */
  mark() {
    const covered = hand.chosen.length > 1 ? this.ways().flatMap((step) => step.covers) : [];
    const finished = this.finished().length > 0;
    this.done.disabled = !finished;
    for (const place of this.places) {
      const button = this.buttons.get(key(place));
      if (button === undefined) continue;
      const cell = this.cell(place);
      const inHand = hand.chosen.some((one) => same(one, place));
      const finishes = finished && same(hand.chosen[hand.chosen.length - 1], place);
      const target = this.to(place).length > 0;
      const playable = cell.move !== null && this.context.playable;
      const movable = !playable && hand.chosen.length < 2 && this.from(place).length > 0;
      const hinted = this.hinted === null
        ? cell.move !== null && cell.move === this.context.hint
        : hintedPlaces(this.hinted).some((one) => same(one, place));
      const badge = cell.move === null
        ? this.badge(target ? this.to(place) : hand.chosen.length ? [] : this.from(place))
        : this.context.badges.get(cell.move) ?? null;
      const words = this.inHand(place)
        ? [this.name(place)]
        : [this.name(place), this.figureName(cell), ...markWords(cell.mark)];
      const cover = covered.some((one) => same(one, place));
      const takes = target && cell.player !== null && cell.player !== this.context.toMove;
      if (cover) words.push(t("web.board.covered"));
      if (finishes) words.push(t("web.board.done_words"));
      if (target) words.push(t(takes ? "web.board.takes" : "web.board.target"));
      if (hinted) words.push(t("web.board.hint"));
      if (badge) words.push(badge.words);
      /** @type {Record<string, boolean>} */
      const classes = {
        odd: (place[0] + place[1]) % 2 === 1,
        [cell.mark ?? "unmarked"]: true,
        left: cell.mark === "last" && isEmpty(cell),
        movable,
        target,
        capture: target && !isEmpty(cell),
        "in-hand": inHand,
        cover,
        [`colour-${this.context.game.colours[this.context.toMove]}`]: cover,
        "put-here": playable,
        playable: target || movable || playable || finishes,
        none: cell.count === 0,
        hinted,
        [outcomeClass(badge)]: badge !== null,
      };
      button.className = ["place square", ...Object.keys(classes).filter((name) => classes[name])].join(" ");
      button.setAttribute("aria-label", words.join(", "));
      if (movable || inHand) button.setAttribute("aria-pressed", String(inHand));
      else button.removeAttribute("aria-pressed");
      if (target || movable || playable || finishes) button.removeAttribute("aria-disabled");
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
    if (this.hinted === null || this.hinted.covers.length || this.inHand(this.hinted.origin)) return null;
    const [[x1, y1], [x2, y2]] = [this.middle(this.hinted.origin), this.middle(this.hinted.target)];
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
const same = (/** @type {Place | undefined} */ one, /** @type {Place} */ other) =>
  one !== undefined && one[0] === other[0] && one[1] === other[1];
const isEmpty = (/** @type {CellView} */ cell) => cell.player === null && cell.piece === null;

/**
 * The places that are chosen to make a move.
 *
 * @param {StepView} step
 * @returns {Place[]}
 */
const sequence = (step) => [step.origin, step.target, ...step.then];

/** @param {StepView} step */
const hintedPlaces = (step) => [step.origin, step.target, ...step.then, ...step.covers];
