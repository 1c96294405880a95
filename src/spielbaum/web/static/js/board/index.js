// A board from its description. The board knows no rules, only what the server says is legal.

import { el } from "../dom.js";
import { t } from "../language.js";
import { badgeOf, place } from "./common.js";
import { columns } from "./columns.js";
import { grid } from "./grid.js";
import { heaps } from "./heaps.js";
import { pits } from "./pits.js";
import { steps } from "./steps.js";

const KINDS = { grid, columns, pits, heaps };

/**
 * The board of a position, as an element.
 *
 * `game` and `view` are the server's answers; `play(move)` is called with the text of a chosen move; `playable` says
 * whether moves may be chosen now; `badges` maps moves to `{short, words, points, best, proven}`; `hint` is
 * a move to point at. Where figures wander, `flipped` shows the board from the other side, and `say` tells
 * what was picked up.
 */
export function drawBoard(
  game,
  view,
  { play = () => {}, playable = false, badges = new Map(), hint = null, flipped = false, say = () => {} } =
    {},
) {
  const context = {
    game,
    board: view.board,
    toMove: view.to_move,
    play,
    playable,
    badges,
    hint,
    flipped,
    say,
  };
  const draw = view.board && (wanders(game, view) ? steps : KINDS[view.board.kind]);
  const board = draw
    ? draw(context)
    : el("pre", { class: "board text", tabindex: "0", "aria-label": t("web.board.label") }, view.text);
  // A pass is no place on the board, and a game without a picture has no places at all.
  const onBoard = new Set(
    draw ? [...view.board.rows.flat(), ...view.board.steps].map(({ move }) => move) : [],
  );
  const others = view.legal_moves.filter((move) => !onBoard.has(move));
  const buttons = others.map((move) => {
    const words = game.move_names[move];
    const label = words ? `${words}, ${move}` : t("web.board.move", { move });
    const children = words ? [el("span", {}, words), el("kbd", {}, move)] : [el("span", {}, move)];
    return place(context, { move, label, key: `move-${move}`, classes: "move", children });
  });
  for (const button of buttons) button.tabIndex = 0;
  return el(
    "div",
    { class: "board-box" },
    board,
    others.length
      ? el("div", { class: "moves", role: "group", "aria-label": t("web.board.moves") }, buttons)
      : null,
  );
}

/** Whether moves go from one place to another. */
export function wanders(game, view) {
  return view.board !== null && (view.board.steps.length > 0 || Object.keys(game.figures).length > 0);
}

export { badgeOf };
