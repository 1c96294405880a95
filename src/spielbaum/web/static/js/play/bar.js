// The evaluation bar beside the board: how well each of two players stands.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Ending, ValueView } from "./messages.d.ts" */

export class EvaluationBar {
  constructor() {
    this.rest = el("span", { class: "bar-rest" });
    this.part = el("span", { class: "bar-part" });
    this.element = el("div", { class: "bar", role: "img" }, this.rest, this.part);
  }

  /**
   * The first player's part is below, as that player's side of the board is, or above where it is turned. The
   * room for the bar is kept while there is none, so that the board does not jump; a proven value has no
   * hatching at its edge. Where the game is over the bar is the winner's.
   *
   * @param {GameView} game
   * @param {ValueView | null} value
   * @param {Ending | null} ending
   * @param {{ on: boolean, flipped: boolean }} options
   */
  show(game, value, ending, { on, flipped }) {
    const fits = game.two_player_zero_sum;
    this.element.hidden = !fits;
    this.element.classList.toggle("off", !on);
    this.element.setAttribute("aria-hidden", String(!on));
    if (!fits) return;
    this.element.setAttribute("aria-label", ending?.text ?? value?.text ?? t("web.insight.nothing"));
    this.element.classList.toggle("flipped", flipped);
    this.element.classList.toggle("estimated", !ending && value !== null && value.proof !== "proven");
    this.part.className = `bar-part colour-${game.colours[0]}`;
    this.rest.className = `bar-rest colour-${game.colours[1]}`;
    const share = ending ? shareOf(ending) : value?.share ?? 0.5;
    this.element.style.setProperty("--share", `${(share * 100).toFixed(1)}%`);
  }
}

/**
 * The first player's part of a game that is over.
 *
 * @param {Ending} ending
 */
function shareOf({ draw, winners }) {
  if (draw) return 0.5;
  return winners.includes(0) ? 1 : 0;
}
