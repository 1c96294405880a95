// Stones. A player is told by the shape on the stone as well as by its colour.

import { svg } from "../dom.js";

/** @import { GameView } from "../messages.d.ts" */

const SHAPES = [
  () => svg("path", { d: "M35 35 65 65M65 35 35 65" }),
  () => svg("circle", { cx: 50, cy: 50, r: 18 }),
  () => svg("path", { d: "M50 31 69 64H31Z" }),
  () => svg("rect", { x: 34, y: 34, width: 32, height: 32 }),
];

/**
 * The stone of a player, in the colour the game gives it.
 *
 * @param {GameView} game
 * @param {number} player
 */
export function stone(game, player) {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: `stone colour-${game.colours[player]}`, "aria-hidden": "true" },
    svg("circle", { cx: 50, cy: 50, r: 44, class: "stone-face" }),
    svg("circle", { cx: 50, cy: 50, r: 35, class: "stone-rim" }),
    svg("g", { class: "stone-shape" }, SHAPES[player % SHAPES.length]()),
  );
}

/** A piece that belongs to nobody. */
export function neutral() {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "stone neutral", "aria-hidden": "true" },
    svg("circle", { cx: 50, cy: 50, r: 28, class: "stone-face" }),
    svg("circle", { cx: 50, cy: 50, r: 9, class: "neutral-dot" }),
  );
}

/**
 * A piece of a player by its letter: its outline where there is one, else a stone with the letter.
 *
 * @param {GameView} game
 * @param {number | null} player
 * @param {string | null} letter
 * @param {boolean} flipped Whether the board is seen from the second player's side.
 */
export function figure(game, player, letter, flipped = false) {
  if (player === null) return neutral();
  const shape = letter === null ? undefined : game.figures[letter];
  if (!shape) {
    const one = stone(game, player);
    if (letter !== null) {
      one.querySelector(".stone-shape")?.replaceWith(
        svg("text", { x: 50, y: 68, class: "stone-letter" }, letter),
      );
    }
    return one;
  }
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: `figure player-${player}`, "aria-hidden": "true" },
    svg("path", {
      d: shape.outline,
      class: "figure-face",
      transform: shape.turns && (player === 1) !== flipped ? "rotate(180 50 50)" : "",
    }),
    shape.inner ? svg("path", { d: shape.inner, class: "figure-lines" }) : null,
  );
}

/**
 * A small stone beside a player's name; a figure where the game has some, such as the king.
 *
 * @param {GameView} game
 * @param {number} player
 */
export function token(game, player) {
  const small = game.emblem === null ? stone(game, player) : figure(game, player, game.emblem);
  small.classList.add("small");
  return small;
}
