// The moves of the game: each can be gone to, and the board be turned.

import { el, icon, showIfNew } from "../dom.js";
import { t } from "../language.js";
import { MARKS } from "./judged.js";
import { moveWords } from "./notation.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Verdict } from "./judged.js" */
/** @import { GameWalk } from "./state.d.ts" */

/**
 * Show the moves in the box; `verdicts` has those of a review, by the plies of their moves, `opening` is the name of
 * the opening, where it has one.
 *
 * @param {HTMLElement} box
 * @param {GameView} game
 * @param {GameWalk} session
 * @param {{ verdicts?: Map<number, Verdict>, opening?: string | null }} more
 */
export function drawHistory(box, game, session, { verdicts = new Map(), opening = null } = {}) {
  const { state } = session;
  /**
   * @param {"first" | "back" | "forward" | "last"} where
   * @param {number} ply
   * @param {boolean} enabled
   */
  const step = (where, ply, enabled) => {
    const label = t(`web.line.${where}`);
    return el("button", {
      type: "button",
      class: "round",
      "aria-label": label,
      title: label,
      disabled: !enabled,
      data: { key: `step-${where}` },
      on: { click: () => session.goTo(ply) },
    }, icon(where));
  };
  const flip = () => {
    const label = t("web.board.flip");
    return el("button", {
      type: "button",
      class: "round",
      "aria-label": label,
      title: label,
      data: { key: "flip" },
      on: { click: () => session.turnBoard() },
    }, icon("flip"));
  };
  const last = state.moves.length;
  // The number of a round stands before its first move, 9… where that is not the first player's.
  const number = (/** @type {number} */ index) => {
    const [round, before] = [session.rounds[index], session.rounds[index - 1]];
    // A turn may begin with a throw; nobody has moved after the last one yet.
    const player = session.movers.slice(index).find((mover) => mover >= 0) ?? 0;
    return round === undefined || round === before ? null : el(
      "span",
      { class: "round-number", "aria-hidden": "true" },
      player === 0 ? `${round}.` : `${round}…`,
    );
  };
  const mark = (/** @type {Verdict | undefined} */ verdict) =>
    verdict ? el("span", { class: `verdict ${verdict}`, "aria-hidden": "true" }, MARKS[verdict]) : null;
  /**
   * @param {string} move
   * @param {number} index
   */
  const label = (move, index) => {
    const words = t("web.line.move", {
      number: session.rounds[index] ?? index + 1,
      name: game.player_names[session.movers[index]] ?? t("web.chance"),
      move: moveWords(game, move),
    });
    const verdict = verdicts.get(index);
    return verdict ? `${words}, ${t(`web.review.mark.${verdict}`)}` : words;
  };
  const moves = () =>
    state.moves.map((move, index) =>
      el(
        "li",
        {},
        number(index),
        el(
          "button",
          {
            type: "button",
            class: `ply colour-${game.colours[session.movers[index]] ?? "none"}`,
            "aria-current": index + 1 === state.at ? "step" : null,
            "aria-label": label(move, index),
            data: { key: `ply-${index}` },
            on: { click: () => session.goTo(index + 1) },
          },
          moveWords(game, move),
          mark(verdicts.get(index)),
        ),
      )
    );
  showIfNew(box, [game.spec, state.moves, state.at, session.rounds, [...verdicts], opening], () => [
    el(
      "div",
      { class: "steps", role: "group", "aria-label": t("web.line.steps") },
      step("first", 0, state.at > 0),
      step("back", state.at - 1, state.at > 0),
      step("forward", state.at + 1, state.at < last),
      step("last", last, state.at < last),
      session.piecesMove ? flip() : null,
    ),
    last
      ? el("ol", { class: "plies", "aria-label": t("web.line.label") }, moves())
      : el("p", { class: "faint" }, t("web.line.none")),
    opening ? el("p", { class: "opening" }, opening) : null,
  ]);
  const current = box.querySelector("[aria-current]");
  const list = box.querySelector(".plies");
  if (current instanceof HTMLElement && list) {
    list.scrollLeft = current.offsetLeft - list.clientWidth / 2;
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }
}
