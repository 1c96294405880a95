// Stones dropped into columns: each column is one button.

import { el } from "../dom.js";
import { t } from "../language.js";
import { place, withArrows } from "./common.js";
import { stone } from "./pieces.js";

/** @import { BoardContext } from "./context.d.ts" */

/** @param {BoardContext} context */
export function columns(context) {
  const { game, board } = context;
  const width = board.rows[0]?.length ?? 0;
  const buttons = Array.from({ length: width }, (_, x) => {
    const cells = board.rows.map((row) => row[x]);
    const name = board.column_names[x] ?? String(x + 1);
    const stones = cells.flatMap(({ player }) => player === null ? [] : [game.player_names[player]])
      .reverse();
    const words = [
      t("web.board.column", { name }),
      stones.length ? t("web.board.from_below", { stones: stones.join(", ") }) : t("web.board.empty"),
    ];
    if (cells.some((cell) => cell.mark === "last")) words.push(t("web.board.last"));
    if (cells.some((cell) => cell.mark === "win")) words.push(t("web.board.win"));
    const landing = cells.findLastIndex((cell) => cell.player === null);
    return place(context, {
      move: cells.find((cell) => cell.move !== null)?.move ?? null,
      label: words.join(", "),
      key: `column-${x}`,
      classes: "column",
      children: [
        cells.map((cell, y) =>
          el(
            "span",
            { class: `hole ${cell.mark ?? ""} ${y === landing ? "landing" : ""}` },
            cell.player === null ? null : stone(game, cell.player),
          )
        ),
        el("span", { class: "column-name", "aria-hidden": "true" }, name),
      ],
    });
  });
  const box = el("div", {
    class: `board columns mover-${game.colours[context.toMove]}`,
    role: "group",
    "aria-label": t("web.board.label"),
  }, buttons);
  box.style.setProperty("--columns", String(width));
  box.style.setProperty("--rows", String(board.rows.length));
  return withArrows(box);
}
