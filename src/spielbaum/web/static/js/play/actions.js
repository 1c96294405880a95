// The buttons below the game: new, take back, hint, resign …

import { actionButtons } from "../actions.js";
import { el, showIfNew } from "../dom.js";
import { t } from "../language.js";

/** @import { PositionView } from "./messages.d.ts" */
/** @import { Session } from "./session.js" */

export class Actions {
  /** @param {() => unknown} hint asks for a good move */
  constructor(hint) {
    this.hint = hint;
    this.element = el("div", { class: "actions", role: "group", "aria-label": t("web.play.actions") });
    /** After how many moves somebody wanted to resign, and has to say so again; −1 for nobody. */
    this.resigning = -1;
  }

  /**
   * @param {Session} session
   * @param {PositionView} view
   */
  draw(session, view) {
    const { state } = session;
    const button = actionButtons((key) => t(`web.action.${key}`));
    const people = session.hasHuman;
    const running = !session.over && session.live;
    const waits = people && state.paused && running && !session.humanToMove;
    const sure = running && this.resigning === state.moves.length;
    const ask = (/** @type {number} */ after) => {
      this.resigning = after;
      this.draw(session, view);
      const next = this.element.querySelector(
        after < 0 ? "[data-key='action-resign']" : "[data-key='action-resign_not']",
      );
      if (next instanceof HTMLElement) next.focus();
    };
    const enabled = [
      session.undoTarget,
      session.redoTarget,
      session.playable,
      session.thinking !== null,
      people,
      running,
      state.paused,
      session.live,
      session.practice !== null,
      waits,
      view.ending !== null,
      sure,
    ];
    showIfNew(this.element, enabled, () => [
      button("new", true, () => session.newGame(), "primary"),
      button("undo", session.undoTarget !== null, () => session.undo()),
      button("redo", session.redoTarget !== null, () => session.redo()),
      button("hint", session.playable && session.practice === null, () => this.hint()),
      button("now", session.thinking !== null, () => session.moveNow()),
      sure
        ? [button("resign_sure", true, () => session.resign()), button("resign_not", true, () => ask(-1))]
        : people
        ? button("resign", running, () => ask(state.moves.length))
        : [
          button(state.paused ? "resume" : "pause", running, () => session.pause(!state.paused)),
          button("step", running && session.thinking === null, () => session.step()),
        ],
      session.live || session.practice
        ? null
        : button("go_on", view.ending === null, () => session.goOn(), "wide"),
      waits ? button("resume", true, () => session.pause(false), "wide") : null,
    ]);
  }
}
