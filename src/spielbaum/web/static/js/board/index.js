// A board from its description. The board knows no rules, only what the server says is legal.

import { el } from "../dom.js";
import { t } from "../language.js";
import { backgammon } from "./backgammon.js";
import { badgeOf, namedMove } from "./common.js";
import { columns } from "./columns.js";
import { grid } from "./grid.js";
import { heaps } from "./heaps.js";
import { menOf } from "./men.js";
import { pits } from "./pits.js";
import { scores } from "./scores.js";
import { steps } from "./steps.js";
import { tiles } from "./tiles.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { PositionView } from "../play/messages.d.ts" */
/** @import { BoardContext, BoardOptions } from "./context.d.ts" */

/** @type {Record<string, (context: BoardContext) => HTMLElement>} */
const KINDS = { grid, points: steps, columns, pits, heaps, tiles, scores, backgammon };

/**
 * The board of a position, as an element.
 *
 * @param {GameView} game
 * @param {PositionView} view
 * @param {BoardOptions} options
 */
export function drawBoard(
  game,
  view,
  {
    play = () => {},
    playable = false,
    badges = new Map(),
    hint = null,
    flipped = false,
    mark = null,
    say = () => {},
  } = {},
) {
  const { board } = view;
  const stepwise = board !== null && board.kind !== "backgammon" && piecesMove(game, view);
  const draw = board && (stepwise ? steps : KINDS[board.kind]);
  /** @type {Omit<BoardContext, "board">} */
  const context = {
    game,
    toMove: view.to_move,
    // Nobody chooses the outcome of a throw.
    legal: view.to_move < 0 ? [] : view.legal_moves,
    play,
    playable,
    badges,
    hint,
    flipped,
    mark,
    say,
  };
  const drawn = board && draw
    ? draw({ ...context, board })
    : el("pre", { class: "board text", tabindex: "0", "aria-label": t("web.board.label") }, view.text);
  // Beside the last move, where it can be seen on the board.
  if (mark) {
    const sign = el("span", { class: `glyph ${mark.verdict}`, "aria-hidden": "true" }, mark.sign);
    drawn.querySelector(".last:not(.left)")?.append(sign);
  }
  // A pass is no place on the board, and a game without a picture has no places at all.
  const onBoard = new Set(
    board && draw ? [...board.rows.flat(), ...board.steps].map(({ move }) => move) : [],
  );
  // Some boards have buttons for moves that are no places.
  for (const move of context.legal) {
    const button = drawn.querySelector(`[data-key="${CSS.escape(`move-${move}`)}"]`);
    if (button || (draw === backgammon && menOf(move).length)) onBoard.add(move);
  }
  const others = context.legal.filter((move) => !onBoard.has(move));
  const buttons = others.map((move) => namedMove(context, move, "move"));
  return el(
    "div",
    { class: "board-box" },
    drawn,
    others.length
      ? el("div", { class: "moves", role: "group", "aria-label": t("web.board.moves") }, buttons)
      : null,
  );
}

/**
 * Whether moves go from one place to another, or will once the pieces are placed.
 *
 * @param {GameView} game
 * @param {PositionView} view
 */
export function piecesMove(game, { board }) {
  if (board === null) return false;
  const pieces = board.kind === "points" || board.kind === "backgammon" ||
    board.rows.flat().some(({ piece }) => piece !== null);
  return pieces || board.steps.length > 0 || Object.keys(game.figures).length > 0;
}

export { badgeOf };
