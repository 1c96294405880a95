// Points of the players and of the turn under way, with large buttons for what can be done.

import { el } from "../dom.js";
import { t } from "../language.js";
import { place } from "./common.js";
import { token } from "./pieces.js";

/** @import { CellView } from "../play/messages.d.ts" */
/** @import { BoardContext } from "./context.d.ts" */

/** @param {BoardContext} context */
export function scores(context) {
  const { board, game } = context;
  /** @param {CellView} cell */
  const score = ({ player, count }) =>
    el(
      "div",
      { class: `score ${player === null ? "turn" : ""} ${player === context.toMove ? "to-move" : ""}` },
      el(
        "dt",
        {},
        player === null ? t("web.board.this_turn") : [token(game, player), game.player_names[player]],
      ),
      el("dd", {}, count),
    );
  // All moves are always there, so that the focus stays where it is while the die rolls.
  const buttons = Object.entries(game.move_names).map(([move, words]) => {
    const button = place(context, {
      move: context.legal.includes(move) ? move : null,
      label: words,
      key: `move-${move}`,
      classes: "move large",
      children: [el("span", {}, words)],
    });
    button.tabIndex = 0;
    return button;
  });
  return el(
    "div",
    { class: "board scores-box" },
    el("dl", { class: "scores", "aria-label": t("web.board.label") }, board.rows.flat().map(score)),
    el("div", { class: "large-moves", role: "group", "aria-label": t("web.board.moves") }, buttons),
  );
}
