// Which game is played by these rules, who plays, and with which clock.

import { el, showIfNew } from "../dom.js";
import { t } from "../language.js";
import { clockField, paceField } from "./clock_fields.js";
import { gameForm } from "./game.js";
import { playerForm } from "./players.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Session } from "./session.js" */

/**
 * @param {HTMLElement} element
 * @param {GameView[]} games
 * @param {GameView} game
 * @param {Session} session
 */
export function drawSetup(element, games, game, session) {
  const { clock, pace } = session.state;
  showIfNew(element, [game, session.state.players, session.first, clock, pace], () => [
    gameForm(games, game, (spec) => session.newGame(spec)),
    el(
      "div",
      { class: "players" },
      game.player_names.map((_, player) =>
        playerForm(
          game,
          player,
          session.state.players[player],
          player === session.first && game.player_names.length > 1,
          (spec) => session.setPlayer(player, spec),
        )
      ),
      game.player_names.length < 2 ? null : el("button", {
        type: "button",
        class: "quiet",
        data: { key: "swap" },
        on: { click: () => session.swapPlayers() },
      }, t("web.player.swap")),
      game.player_names.length < 2 ? null : clockField(clock, (control) => session.setClock(control)),
      session.hasHuman ? null : paceField(pace, (seconds) => session.setPace(seconds)),
    ),
  ]);
}
