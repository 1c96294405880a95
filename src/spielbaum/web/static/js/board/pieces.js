// Stones. A player is told by the shape on the stone as well as by its colour.

import { svg } from "../dom.js";

const SHAPES = [
  () => svg("path", { d: "M35 35 65 65M65 35 35 65" }),
  () => svg("circle", { cx: 50, cy: 50, r: 18 }),
  () => svg("path", { d: "M50 31 69 64H31Z" }),
  () => svg("rect", { x: 34, y: 34, width: 32, height: 32 }),
];

/** The stone of a player, in the colour the game gives it. */
export function stone(game, player) {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: `stone colour-${game.colours[player]}`, "aria-hidden": "true" },
    svg("circle", { cx: 50, cy: 50, r: 44, class: "stone-face" }),
    svg("circle", { cx: 50, cy: 50, r: 35, class: "stone-rim" }),
    svg("g", { class: "stone-shape" }, SHAPES[player % SHAPES.length]()),
  );
}

/** A player's name after a small stone. */
export function token(game, player) {
  const small = stone(game, player);
  small.classList.add("small");
  return small;
}
