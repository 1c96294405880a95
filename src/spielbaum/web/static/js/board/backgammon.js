// Backgammon: a throw is played man by man, by choosing where each stands and where it goes, or from a list.

import { el } from "../dom.js";
import { t } from "../language.js";
import { badgeOf, namedMove, place, withArrows } from "./common.js";
import { BAR, continuations, menOf, OFF, stepped } from "./men.js";
import { stone } from "./pieces.js";

/** @import { CellView, CubeView } from "../play/messages.d.ts" */
/** @import { GameView } from "../messages.d.ts" */
/** @import { Man, Men } from "./men.js" */
/** @import { BoardContext } from "./context.d.ts" */

/** So many men are drawn on a point; of more the number is written. */
const MOST_DRAWN = 5;

/**
 * What has been chosen of a move: the steps, and the place of the man in hand. It stays when the board is drawn
 * anew with other badges. The numbers stay while the dice roll, when it is nobody's turn.
 *
 * @type {{ position: string, steps: Man[], origin: number | null, numbersOf: number, open: boolean }}
 */
const hand = { position: "", steps: [], origin: null, numbersOf: 0, open: false };

/** @param {BoardContext} context */
export function backgammon(context) {
  return new Backgammon(context).element;
}

/**
 * A cell of the board: a point by the first player's number, or the bar or the tray of a player.
 *
 * @typedef {{ kind: "point", number: number } | { kind: "bar" | "off", player: number }} Spot
 */

class Backgammon {
  /** @param {BoardContext} context */
  constructor(context) {
    this.context = context;
    const { board, playable, toMove } = context;
    const position = JSON.stringify([board.rows, board.dice, context.legal]);
    if (hand.position !== position || !playable) {
      Object.assign(hand, { position, steps: [], origin: null });
    }
    if (toMove >= 0) hand.numbersOf = toMove;
    /** Whoever counts the points. */
    this.mover = hand.numbersOf;
    this.start = this.menAtStart();
    this.hinted = context.hint === null ? [] : menOf(context.hint);
    this.squares = el("div", { class: "points-box" });
    const { cube } = board;
    this.below = el("div", { class: "throw" });
    this.element = el(
      "div",
      { class: "board backgammon", role: "group", "aria-label": t("web.board.label") },
      this.squares,
      cube === null ? null : cubeLine(cube, context.game),
      this.below,
    );
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || (hand.origin === null && !hand.steps.length)) return;
      event.stopPropagation();
      this.takeBack();
    });
    this.draw();
    withArrows(this.squares);
  }

  // --- what is where

  /** The cells of a row of the description. @param {number} row @returns {Spot[]} */
  spots(row) {
    /** @type {Spot[]} */
    const points = Array.from(
      { length: 12 },
      (_, x) => ({ kind: "point", number: row === 0 ? 13 + x : 12 - x }),
    );
    const player = row === 0 ? 1 : 0;
    return [...points.slice(0, 6), { kind: "bar", player }, ...points.slice(6), { kind: "off", player }];
  }

  /**
   * The place of a cell as the mover counts; null where only the other player's men can be.
   *
   * @param {Spot} spot
   */
  placeOf(spot) {
    if (spot.kind === "point") return this.mover === 0 ? spot.number : BAR - spot.number;
    if (spot.player !== this.mover) return null;
    return spot.kind === "bar" ? BAR : OFF;
  }

  /** @returns {Men} */
  menAtStart() {
    const [own, other] = [Array(BAR + 1).fill(0), Array(BAR + 1).fill(0)];
    for (const [row, cells] of this.context.board.rows.entries()) {
      for (const [x, spot] of this.spots(row).entries()) {
        const place = this.placeOf(spot);
        const count = cells[x].count ?? 0;
        if (place === null && spot.kind === "bar") other[0] = count;
        else if (place !== null && spot.kind !== "point") own[place] = count;
        else if (place !== null && count) (cells[x].player === this.mover ? own : other)[place] = count;
      }
    }
    return { own, other };
  }

  /** The men as they stand after the steps chosen so far. */
  men() {
    return hand.steps.reduce(stepped, this.start);
  }

  /** The legal moves that begin with the steps chosen so far. */
  ways(steps = hand.steps) {
    const { legal, playable, board } = this.context;
    return playable ? continuations(legal, steps, board.dice, (place) => this.start.other[place] === 1) : [];
  }

  /**
   * Whose men, and how many, lie on a cell now.
   *
   * @param {Spot} spot
   * @param {CellView} cell
   * @returns {{ player: number, count: number }}
   */
  lying(spot, cell) {
    const { own, other } = this.men();
    const place = this.placeOf(spot);
    if (place === null) {
      return { player: 1 - this.mover, count: spot.kind === "bar" ? other[0] : cell.count ?? 0 };
    }
    if (own[place] || spot.kind !== "point") return { player: this.mover, count: own[place] };
    return { player: 1 - this.mover, count: other[place] };
  }

  // --- what people do

  /** @param {number} place */
  choose(place) {
    const left = this.ways().flatMap((way) => way.left);
    const { origin } = hand;
    if (origin !== null && left.some((man) => man.origin === origin && man.target === place)) {
      this.step({ origin, target: place });
    } else if (origin !== place && left.some((man) => man.origin === place)) {
      hand.origin = place;
      this.draw();
      const targets = [...new Set(left.filter((man) => man.origin === place).map((man) => man.target))];
      this.context.say(
        t("web.say.picked", {
          figure: this.context.game.player_names[this.mover],
          place: placeName(place),
          targets: targets.map(placeName).join(", "),
        }),
      );
    } else if (origin !== null) this.takeBack();
  }

  /** @param {Man} step */
  step(step) {
    hand.steps = [...hand.steps, step];
    hand.origin = null;
    // Seen at once, also where the move is complete and the server is only being told.
    this.draw();
    const done = this.ways().find(({ left }) => !left.length);
    if (done) {
      this.context.play(done.move);
      return;
    }
    const origins = [...new Set(this.ways().flatMap(({ left }) => left.map((man) => man.origin)))];
    this.context.say(
      t("web.say.chosen", {
        place: stepText(step),
        targets: origins.map(placeName).join(", "),
      }),
    );
  }

  /** Put the man in hand down again, else take the last step back. */
  takeBack() {
    if (hand.origin === null) hand.steps = hand.steps.slice(0, -1);
    hand.origin = null;
    this.draw();
    this.context.say(t("web.say.dropped"));
  }

  // --- what there is to see

  draw() {
    const active = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : null;
    const inside = this.element.contains(document.activeElement);
    const { board, flipped } = this.context;
    // Seen from the other side the rows change places: each player has the own last points below on the right.
    const order = flipped ? [1, 0] : [0, 1];
    const left = this.ways().flatMap((way) => way.left);
    this.squares.replaceChildren(
      ...order.map((row, at) =>
        el(
          "div",
          { class: `points-row ${at === 0 ? "upper" : "lower"}` },
          this.spots(row).map((spot, x) => this.cell(spot, board.rows[row][x], left, (x + at) % 2 === 1)),
        )
      ),
    );
    this.below.replaceChildren(...this.controls());
    const first = this.squares.querySelector(".playable") ?? this.squares.querySelector(".place");
    if (first instanceof HTMLElement) first.tabIndex = 0;
    if (!inside) return;
    const again = active && this.element.querySelector(`[data-key="${CSS.escape(active)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /**
   * @param {Spot} spot
   * @param {CellView} cell
   * @param {Man[]} left What may still go where.
   * @param {boolean} odd
   */
  cell(spot, cell, left, odd) {
    const { game } = this.context;
    const place = this.placeOf(spot);
    const { player, count } = this.lying(spot, cell);
    const inHand = place !== null && hand.origin === place;
    const target = hand.origin !== null &&
      left.some((man) => man.origin === hand.origin && man.target === place);
    const movable = place !== null && left.some((man) => man.origin === place);
    const hinted = !hand.steps.length &&
      this.hinted.some((man) => man.origin === place || man.target === place);
    const name = spot.kind === "point" ? String(place) : "";
    const key = spot.kind === "point" ? `point-${spot.number}` : `${spot.kind}-${spot.player}`;
    const words = [spot.kind === "point" ? t("web.board.point", { name }) : t(`web.board.${spot.kind}`)];
    if (count) {
      words.push(
        t(count === 1 ? "web.board.man" : "web.board.men", { player: game.player_names[player], count }),
      );
    } else {
      words.push(spot.kind === "point" ? t("web.board.empty") : game.player_names[player]);
      if (spot.kind !== "point") words.push(t("web.board.empty"));
    }
    if (target) words.push(t("web.board.target"));
    if (hinted) words.push(t("web.board.hint"));
    const enabled = target || movable;
    return el(
      "button",
      {
        type: "button",
        class: [
          `place spot on-${spot.kind}`,
          odd ? "odd" : "",
          enabled ? "playable" : "",
          target ? "target" : "",
          movable ? "movable" : "",
          inHand ? "in-hand" : "",
          hinted ? "hinted" : "",
        ].join(" "),
        "aria-label": words.join(", "),
        "aria-disabled": enabled ? null : "true",
        "aria-pressed": movable || inHand ? String(inHand) : null,
        tabindex: "-1",
        data: { key },
        on: { click: () => place !== null && this.choose(place) },
      },
      el("span", { class: "edge", "aria-hidden": "true" }, name),
      el("span", { class: "men", "aria-hidden": "true" }, this.stack(player, count)),
    );
  }

  /**
   * @param {number} player
   * @param {number} count
   */
  stack(player, count) {
    const shown = Math.min(count, MOST_DRAWN);
    return Array.from({ length: shown }, (_, at) =>
      el(
        "span",
        { class: "man" },
        stone(this.context.game, player),
        at === shown - 1 && count > MOST_DRAWN ? el("span", { class: "man-count" }, count) : null,
      ));
  }

  /** Below the board: what was chosen, with a way back, and the moves as a list. */
  controls() {
    const { playable, badges } = this.context;
    const moves = [...new Set(this.ways().map(({ move }) => move))];
    if (!playable) return [];
    if (!moves.length) return [this.decisions()];
    const chosen = hand.steps.map(stepText);
    const best = moves.find((move) => badges.get(move)?.best);
    const badge = best === undefined ? undefined : badges.get(best);
    return [
      el(
        "div",
        { class: "chosen" },
        el("span", {}, chosen.length ? chosen.join(" ") : t("web.board.how_backgammon")),
        el("button", {
          type: "button",
          class: "quiet",
          disabled: !chosen.length && hand.origin === null,
          data: { key: "take-back" },
          on: { click: () => this.takeBack() },
        }, t("web.board.take_back")),
      ),
      el(
        "details",
        {
          class: "move-list",
          open: hand.open,
          on: {
            toggle: (event) => {
              hand.open = /** @type {HTMLDetailsElement} */ (event.target).open;
            },
          },
        },
        el(
          "summary",
          { data: { key: "move-list" } },
          t("web.board.all_moves", { count: moves.length }),
          badge ? [" ", el("span", { class: "best-move" }, best ?? "", " ", badgeOf(badge))] : null,
        ),
        withArrows(el(
          "div",
          { class: "moves", role: "group", "aria-label": t("web.board.moves") },
          moves.map((move) => this.listed(move)),
        )),
      ),
    ];
  }

  /** What can be done that moves nobody: decisions about the cube, or to pass. */
  decisions() {
    const buttons = this.context.legal.map((move) => namedMove(this.context, move, "move large"));
    return el("div", { class: "large-moves", role: "group", "aria-label": t("web.board.moves") }, buttons);
  }

  /** @param {string} move */
  listed(move) {
    return place(this.context, {
      move,
      label: t("web.board.move", { move }),
      key: `move-${move}`,
      classes: "move",
      children: [el("span", {}, move)],
    });
  }
}

/**
 * The doubling cube, and in words who may turn it.
 *
 * @param {CubeView} cube
 * @param {GameView} game
 */
function cubeLine({ stake, owner, offered }, game) {
  const key = owner === null ? "middle" : offered ? "offered" : "owned";
  const player = owner === null ? "" : game.player_names[owner];
  return el(
    "p",
    { class: "cube-line" },
    el("span", { class: `cube ${key}`, "aria-hidden": "true" }, stake),
    owner === null ? null : el("span", { class: "man" }, stone(game, owner)),
    el("span", {}, t(`web.board.cube_${key}`, { stake, player })),
  );
}

/** A step as it is written in moves. @param {Man} step */
const stepText = ({ origin, target }) =>
  `${origin === BAR ? "bar" : origin}/${target === OFF ? "off" : target}`;

/** @param {number} place */
const placeName = (place) =>
  place === BAR ? t("web.board.bar") : place === OFF ? t("web.board.off") : String(place);
