// Stones on squares; choosing a square puts one there.

import { el } from "../dom.js";
import { t } from "../language.js";
import { markWords, place, withArrows } from "./common.js";
import { stone } from "./pieces.js";

/** @import { BoardContext } from "./context.d.ts" */

/** @param {BoardContext} context */
export function grid(context) {
  const { game, board } = context;
  const columns = board.rows[0]?.length ?? 0;
  const names = board.column_names;
  const cells = board.rows.map((row, y) => [
    el("span", { class: "edge", "aria-hidden": "true" }, board.row_names[y] ?? ""),
    row.map((cell, x) => {
      const name = `${names[x] ?? x + 1}${board.row_names[y] ?? y + 1}`;
      const words = [
        name,
        cell.player === null ? t("web.board.empty") : game.player_names[cell.player],
        ...markWords(cell.mark),
      ];
      return place(context, {
        move: cell.move,
        label: words.join(", "),
        key: `cell-${x}-${y}`,
        classes: `cell ${cell.mark ?? ""} ${(x + y) % 2 ? "odd" : ""}`,
        children: cell.player === null ? [] : [stone(game, cell.player)],
      });
    }),
  ]);
  const box = el(
    "div",
    { class: "board grid", role: "group", "aria-label": t("web.board.label"), data: { columns } },
    cells,
    el("span", { class: "edge" }),
    names.map((name) => el("span", { class: "edge", "aria-hidden": "true" }, name)),
  );
  box.style.setProperty("--columns", String(columns));
  box.style.setProperty("--rows", String(board.rows.length));
  return withArrows(box);
}
