// A figure arrives where it becomes another: which one?

import { el } from "../dom.js";
import { t } from "../language.js";
import { figure } from "./pieces.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { StepView } from "../play/messages.d.ts" */

/**
 * Ask; the chosen one of the steps, or null. Arrow keys go from figure to figure, Escape cancels.
 *
 * @param {GameView} game
 * @param {number} player
 * @param {StepView[]} ways
 * @returns {Promise<StepView | null>}
 */
export function choosePromotion(game, player, ways) {
  return new Promise((resolve) => {
    /** @param {StepView | null} step */
    const answer = (step) => {
      dialog.remove();
      resolve(step);
    };
    const buttons = ways.map((step) => {
      const letter = step.becomes ?? "";
      const name = game.figures[letter]?.name ?? letter;
      return el(
        "button",
        {
          type: "button",
          class: "choice",
          "aria-label": name,
          title: name,
          on: { click: () => answer(step) },
        },
        figure(game, player, letter),
        el("span", { "aria-hidden": "true" }, name),
      );
    });
    /** @param {KeyboardEvent} event */
    const arrows = (event) => {
      const back = ["ArrowLeft", "ArrowUp"].includes(event.key);
      if (!back && !["ArrowRight", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons[(at + (back ? -1 : 1) + buttons.length) % buttons.length].focus();
    };
    /** @type {HTMLDialogElement} */
    const dialog = el(
      "dialog",
      {
        class: "promotion",
        "aria-labelledby": "promotion-title",
        on: {
          cancel: () => answer(null),
          keydown: arrows,
          click: (event) => event.target === dialog && answer(null),
        },
      },
      el("h2", { id: "promotion-title" }, t("web.board.promotion")),
      el("div", { class: "choices" }, buttons),
      el(
        "button",
        { type: "button", class: "quiet", on: { click: () => answer(null) } },
        t("web.board.cancel"),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    buttons[0].focus();
  });
}
