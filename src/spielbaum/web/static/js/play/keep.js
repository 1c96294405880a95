// What can be taken along: the link, the game as a file, its tree; and the position, to begin another game from.

import { el, showIfNew } from "../dom.js";
import { copy, save } from "../files.js";
import { t } from "../language.js";
import * as place from "../place.js";
import { joinMoves } from "./address.js";
import { positionForm } from "./position.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { Session } from "./session.js" */

/**
 * Show it in the box; `notation` is the position as the game writes it, null where it does not.
 *
 * @param {HTMLElement} box
 * @param {Shell} shell
 * @param {GameView} game
 * @param {string | null} notation
 * @param {Session} session
 */
export function drawKeep(box, shell, game, notation, session) {
  const saveAs = async (/** @type {string} */ format) => {
    const file = await session.record(format);
    if (file) save(file);
  };
  /**
   * @param {string} key
   * @param {string} words
   * @param {() => void} run
   */
  const button = (key, words, run) =>
    el(
      "button",
      { type: "button", class: "quiet", data: { key: `keep-${key}` }, on: { click: run } },
      words,
    );
  const named = (
    /** @type {string} */ format,
  ) => (format === "text" ? t("web.keep.format.text") : format.toUpperCase());
  const moves = joinMoves(session.state.moves.slice(0, session.state.at), game.move_width);
  const here = {
    game: session.state.game,
    ...(session.state.start && { start: session.state.start }),
    moves,
  };
  /**
   * @param {string} page
   * @param {string} words
   */
  const link = (page, words) =>
    shell.about.pages.includes(page)
      ? el("a", { class: "button quiet", href: shell.link(page, here) }, t(words))
      : null;
  showIfNew(box, [session.state.game, moves, notation], () => [
    el("h2", { id: "keep-title" }, t("web.keep.title")),
    el(
      "div",
      { class: "row" },
      button("link", t("web.keep.link"), () => copy(place.href(), shell, "web.keep.copied")),
      game.record_formats.map((format) =>
        button(format, t("web.keep.save", { format: named(format) }), () => saveAs(format))
      ),
      link("tree_lab", "web.keep.tree_lab"),
      game.two_player_zero_sum ? link("solution", "solution.page.link") : null,
    ),
    notation === null
      ? null
      : positionForm(notation, game.notation_name, (start) => session.newGame(session.state.game, start)),
  ]);
}
