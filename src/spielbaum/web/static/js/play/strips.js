// Who sits where: a strip above the board for the others, one below it for whose side it is.

import { el, showIfNew } from "../dom.js";
import { t } from "../language.js";
import { figure, token } from "../board/pieces.js";
import { clockText } from "./clock.js";
import { isHuman, playerWords } from "./players.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { TallyView } from "./messages.d.ts" */
/** @import { Session } from "./session.js" */

/**
 * What a player has by now: how many discs, or which pieces of the other one.
 *
 * @param {GameView} game
 * @param {number} player
 * @param {TallyView | undefined} tally
 */
function tallyOf(game, player, tally) {
  if (!tally) return null;
  const { text, pieces } = tally;
  const names = pieces.map((letter) => game.figures[letter]?.name ?? letter).join(", ");
  return el(
    "span",
    { class: "tally" },
    pieces.length
      ? el(
        "span",
        { class: "captured", role: "img", "aria-label": t("web.tally.captured", { pieces: names }) },
        pieces.map((letter) => figure(game, 1 - player, letter)),
      )
      : null,
    text,
  );
}

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
    showIfNew(
      box,
      [game.spec, players, specs, session.you, turn, session.state.clock, session.view?.tallies],
      () =>
        players.map((player) =>
          el(
            "div",
            { class: `strip ${player === turn ? "to-move" : ""}`, data: { player } },
            token(game, player),
            el("strong", {}, game.player_names[player]),
            el("span", { class: "faint who" }, this.who(session, player)),
            tallyOf(game, player, session.view?.tallies[player]),
            session.state.clock
              ? el("span", {
                class: "clock",
                role: "timer",
                "aria-label": t("web.clock.of", { name: game.player_names[player] }),
              })
              : null,
          )
        ),
    );
    this.tick(session);
  }

  /**
   * What the clocks show now.
   *
   * @param {Session} session
   */
  tick(session) {
    for (const clock of [this.above, this.below].flatMap((box) => [...box.querySelectorAll(".clock")])) {
      const strip = clock.closest(".strip");
      const player = Number(strip instanceof HTMLElement ? strip.dataset.player : -1);
      const left = session.clocks.left(player);
      clock.textContent = clockText(left);
      clock.classList.toggle("runs", session.clocks.player === player);
      clock.classList.toggle("soon", left < 10);
    }
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
