// The evaluation bar beside the board: how well each of two players stands.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { ValueView } from "./messages.d.ts" */

export class EvaluationBar {
  constructor() {
    this.rest = el("span", { class: "bar-rest" });
    this.part = el("span", { class: "bar-part" });
    this.element = el("div", { class: "bar", role: "img" }, this.rest, this.part);
  }

  /**
   * The first player's part is below, as that player's side of the board is, or above where it is turned. The
   * room for the bar is kept while there is none, so that the board does not jump; a proven value has no
   * hatching at its edge.
   *
   * @param {GameView} game
   * @param {ValueView | null} value
   * @param {{ on: boolean, flipped: boolean }} options
   */
  show(game, value, { on, flipped }) {
    const fits = game.two_player_zero_sum;
    this.element.hidden = !fits;
    this.element.classList.toggle("off", !on);
    this.element.setAttribute("aria-hidden", String(!on));
    if (!fits) return;
    this.element.setAttribute("aria-label", value ? value.text : t("web.insight.nothing"));
    this.element.classList.toggle("flipped", flipped);
    this.element.classList.toggle("estimated", value !== null && value.proof !== "proven");
    this.part.className = `bar-part colour-${game.colours[0]}`;
    this.rest.className = `bar-rest colour-${game.colours[1]}`;
    this.element.style.setProperty("--share", `${((value?.share ?? 0.5) * 100).toFixed(1)}%`);
  }
}
