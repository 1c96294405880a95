// What every move is worth: as badges on the board, and as a list to read and to choose from.

import { el, show } from "../dom.js";
import { t } from "../language.js";

/** @import { Badge } from "../board/context.d.ts" */
/** @import { GameView } from "../messages.d.ts" */
/** @import { EntryView, SolvedMove } from "./messages.d.ts" */

/**
 * The moves as badges for the board; of several moves of a piece the best is shown.
 *
 * @param {SolvedMove[]} moves
 * @returns {Map<string, Badge>}
 */
export function badges(moves) {
  return new Map(moves.map(({ move, entry, best }, rank) => [
    move,
    { short: entry.short, words: entry.words, points: -rank, best, proven: true, outcome: entry.outcome },
  ]));
}

/**
 * A letter and a number on the colour of the outcome; the words stand beside it or are read out.
 *
 * @param {EntryView} entry
 */
export function pill({ outcome, short }) {
  return el("span", { class: `pill outcome-${outcome}`, "aria-hidden": "true" }, short);
}

/**
 * Show the moves, the best first, in the box.
 *
 * @param {HTMLElement} box
 * @param {GameView} game
 * @param {SolvedMove[]} moves
 * @param {{ hidden: boolean, play: (move: string) => void }} options
 */
export function drawMoves(box, game, moves, { hidden, play }) {
  const shown = hidden ? [...moves].sort((one, other) => one.move < other.move ? -1 : 1) : moves;
  const row = (/** @type {SolvedMove} */ { move, entry, best }) =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: `solved-move ${best && !hidden ? "best" : ""}`,
          data: { key: `solved-${move}` },
          on: { click: () => play(move) },
        },
        el("span", { class: "solved-name" }, game.move_names[move] ?? move),
        hidden ? null : [pill(entry), el("span", { class: "solved-words" }, entry.words)],
      ),
    );
  show(
    box,
    el("h2", { id: "moves-title" }, t("solution.page.moves")),
    shown.length
      ? el("ol", { class: "solved-moves", "aria-labelledby": "moves-title" }, shown.map(row))
      : el("p", { class: "faint" }, t("solution.page.no_moves")),
  );
}
