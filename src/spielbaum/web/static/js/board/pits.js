// Pits with seeds: a row for each player, the first player's at the bottom, and a store for each.

import { el, svg } from "../dom.js";
import { t } from "../language.js";
import { place, withArrows } from "./common.js";
import { token } from "./pieces.js";

/** @import { CellView } from "../play/messages.d.ts" */
/** @import { BoardContext } from "./context.d.ts" */

/** @param {BoardContext} context */
export function pits(context) {
  const { game, board } = context;
  const [top, bottom] = board.rows;
  const houses = bottom.length - 1;
  const names = board.column_names;
  /**
   * @param {CellView} cell
   * @param {number} index
   * @param {number} player
   */
  const house = (cell, index, player) => {
    // The houses of the second player run from right to left.
    const name = names[player === 0 ? index : houses - 1 - index] ?? String(index + 1);
    return el(
      "div",
      { class: `pit-box player-${player}` },
      place(context, {
        move: cell.move,
        label: t("web.board.house", { name, player: game.player_names[player], count: cell.count }) +
          (cell.mark ? `, ${t(`web.board.${cell.mark}`)}` : ""),
        key: `pit-${player}-${index}`,
        classes: `pit ${cell.mark ?? ""}`,
        children: [
          seeds(cell.count, index + 7 * player),
          el("span", { class: "count", "aria-hidden": "true" }, cell.count),
        ],
      }),
      el("span", { class: "edge", "aria-hidden": "true" }, name),
    );
  };
  /**
   * @param {CellView} cell
   * @param {number} player
   */
  const store = (cell, player) =>
    el(
      "div",
      {
        class: `store player-${player}`,
        role: "img",
        "aria-label": t("web.board.store", { player: game.player_names[player], count: cell.count }),
      },
      token(game, player),
      seeds(cell.count, 31 + player),
      el("span", { class: "count" }, cell.count),
      el("span", { class: "store-name" }, game.player_names[player]),
    );
  const box = el(
    "div",
    { class: "board pits", role: "group", "aria-label": t("web.board.label") },
    store(top[0], 1),
    el("div", { class: "pit-row" }, top.slice(1).map((cell, index) => house(cell, index, 1))),
    el("div", { class: "pit-row" }, bottom.slice(0, -1).map((cell, index) => house(cell, index, 0))),
    store(bottom[bottom.length - 1], 0),
  );
  box.style.setProperty("--columns", String(houses));
  return withArrows(box);
}

/**
 * The seeds of a pit, lying as they would in a bowl: on a spiral, turned a little differently in each pit.
 *
 * @param {number | null} count
 * @param {number} turn
 */
function seeds(count, turn) {
  const shown = Math.min(count ?? 0, 40);
  const dots = Array.from({ length: shown }, (_, i) => {
    const radius = 39 * Math.sqrt((i + 0.4) / Math.max(shown, 6));
    const angle = i * 2.39996 + turn;
    return svg("circle", {
      cx: (50 + radius * Math.cos(angle)).toFixed(1),
      cy: (50 + radius * Math.sin(angle)).toFixed(1),
      r: 8.5,
      class: `seed seed-${(i + turn) % 3}`,
    });
  });
  return svg("svg", { viewBox: "0 0 100 100", class: "seeds", "aria-hidden": "true" }, dots);
}
