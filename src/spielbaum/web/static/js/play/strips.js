// Who sits where: a strip above the board for the others, one below it for whose side it is.

import { el, showIfNew } from "../dom.js";
import { t } from "../language.js";
import { token } from "../board/pieces.js";
import { isHuman, playerWords } from "./players.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Session } from "./session.js" */

export class Strips {
  constructor() {
    this.above = el("div", { class: "strips above" });
    this.below = el("div", { class: "strips below" });
  }

  /**
   * @param {GameView} game
   * @param {Session} session
   */
  draw(game, session) {
    const own = session.flipped && session.piecesMove ? 1 : 0;
    const others = game.player_names.flatMap((_, player) => (player === own ? [] : [player]));
    this.show(this.above, game, session, others);
    this.show(this.below, game, session, [own]);
  }

  /**
   * @param {HTMLElement} box
   * @param {GameView} game
   * @param {Session} session
   * @param {number[]} players
   */
  show(box, game, session, players) {
    const specs = players.map((player) => session.state.players[player]);
    const turn = session.over ? null : session.view?.to_move;
    box.hidden = players.length === 0;
    showIfNew(box, [game.spec, players, specs, session.you, turn], () =>
      players.map((player) =>
        el(
          "div",
          { class: `strip ${player === turn ? "to-move" : ""}`, data: { player } },
          token(game, player),
          el("strong", {}, game.player_names[player]),
          el("span", { class: "faint" }, this.who(session, player)),
        )
      ));
  }

  /**
   * @param {Session} session
   * @param {number} player
   */
  who(session, player) {
    const spec = session.state.players[player];
    return session.you === player ? t("web.player.you") : isHuman(spec) ? "" : playerWords(spec);
  }
}
