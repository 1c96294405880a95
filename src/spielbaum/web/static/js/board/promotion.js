// A figure arrives where it becomes another: which one?

import { el } from "../dom.js";
import { t } from "../language.js";
import { figure } from "./pieces.js";

/** Ask; the chosen one of the steps, or null. Arrow keys go from figure to figure, Escape cancels. */
export function choosePromotion(game, player, ways) {
  return new Promise((resolve) => {
    const answer = (step) => {
      dialog.remove();
      resolve(step);
    };
    const buttons = ways.map((step) => {
      const name = game.figures[step.becomes]?.name ?? step.becomes;
      return el(
        "button",
        {
          type: "button",
          class: "choice",
          "aria-label": name,
          title: name,
          on: { click: () => answer(step) },
        },
        figure(game, player, step.becomes),
        el("span", { "aria-hidden": "true" }, name),
      );
    });
    const arrows = (event) => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
    };
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
