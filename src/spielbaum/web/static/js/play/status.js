// The line above the board: who is to move or has won, also for screen readers.

import { token } from "../board/pieces.js";
import { el, showIfNew } from "../dom.js";
import { CHANCE } from "../games.js";
import { t } from "../language.js";
import { moveWords } from "./notation.js";
import { statusWords } from "./words.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { PositionView } from "./messages.d.ts" */
/** @import { Session } from "./session.js" */

export class Status {
  /** @param {(words: string) => void} said called with what screen readers should read out */
  constructor(said) {
    this.said = said;
    this.element = el("p", { class: "status" });
    this.told = "";
  }

  /**
   * @param {Session} session
   * @param {GameView} game
   * @param {PositionView} view
   */
  draw(session, game, view) {
    const text = statusWords(session, game, view);
    const winners = view.ending !== null && !view.ending.draw ? view.ending.winners : null;
    const shown = winners ?? (session.over || view.to_move === CHANCE ? [] : [view.to_move]);
    showIfNew(this.element, [game.spec, shown, text, session.thinking !== null], () => [
      shown.map((player) => token(game, player)),
      el("span", {}, text),
      session.thinking
        ? el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"))
        : null,
    ]);
    this.drawState(session);
    this.tell(session, game, view, text);
  }

  /**
   * What may be done, for style sheets and whoever drives the page: `human` only where a click counts.
   *
   * @param {Session} session
   */
  drawState(session) {
    if (session.view === null) return;
    this.element.dataset.state = session.pending
      ? "loading"
      : session.over
      ? "over"
      : session.thinking || session.rolling
      ? "thinking"
      : session.playable
      ? "human"
      : "waiting";
  }

  /**
   * For screen readers: the last move and what follows, once.
   *
   * @param {Session} session
   * @param {GameView} game
   * @param {PositionView} view
   * @param {string} text
   */
  tell(session, game, view, text) {
    const { state, movers } = session;
    const mover = movers[state.at - 1];
    const move = view.last ?? moveWords(game, state.moves[state.at - 1] ?? "");
    const played = () => t("web.say.played", { name: game.player_names[mover] ?? "", move });
    const last = state.at === 0 ? "" : mover === CHANCE ? t("web.say.thrown", { move }) : played();
    const whole = `${last} ${text}`.trim();
    if (whole === this.told) return;
    this.told = whole;
    this.said(whole);
  }
}
