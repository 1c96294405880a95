// What goes on, in words.

import { CHANCE } from "../games.js";
import { t } from "../language.js";
import { isHuman, playerWords } from "./players.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { PositionView } from "./messages.d.ts" */
/** @import { Session } from "./session.js" */
/** @import { Preparing } from "./state.d.ts" */

/**
 * Who is to move, or how the game ended.
 *
 * @param {Session} session
 * @param {GameView} game
 * @param {PositionView} view
 */
export function statusWords(session, game, view) {
  const { state } = session;
  const name = (/** @type {number} */ player) => game.player_names[player];
  if (view.ending !== null) return view.ending.text;
  if (session.live && state.resigned !== null) {
    const [winner, ...others] = game.player_names.filter((_, player) => player !== state.resigned);
    const how = state.overtime ? "overtime" : "resigned";
    const key = others.length ? `web.status.${how}` : `web.status.${how}_to`;
    return t(key, { name: name(state.resigned), winner });
  }
  if (view.to_move === CHANCE) return t(session.rolling ? "web.status.rolling" : "web.status.to_throw");
  const who = name(view.to_move);
  if (session.thinking?.preparing) return t("web.status.preparing", { name: who });
  if (session.thinking?.busy) return t("web.status.busy", { name: who });
  if (session.thinking) return t("web.status.thinking", { name: who });
  if (session.live && session.you === view.to_move) return t("web.status.yours", { name: who });
  if (isHuman(state.players[view.to_move])) return t("web.status.to_move", { name: who });
  return t(session.live ? "web.status.paused" : "web.status.looking", { name: who });
}

/**
 * What is worth saying below the board: at the beginning, what can be done here.
 *
 * @param {Session} session
 */
export function noteWords(session) {
  if (session.shortened) return t("web.insight.shortened");
  if (session.interpreted) return t("web.insight.interpreted");
  return session.state.moves.length === 0 && session.hasHuman ? t("web.play.welcome") : "";
}

/**
 * What the analysis is at.
 *
 * @param {Session} session
 */
export function analysisWords(session) {
  if (session.view?.ending) return t("web.insight.over");
  const preparing = session.thinking ? session.thinking.preparing : session.analysing && session.preparing;
  if (preparing) return preparingWords(preparing);
  if (session.thinking) {
    return t("web.insight.thinking", { who: playerWords(session.state.players[session.thinking.player]) });
  }
  if (session.unanalysed) return session.unanalysed;
  if (session.wantsValues && session.values?.complete) return t("web.insight.complete");
  if (session.analysing) return t("web.insight.analysing");
  if (session.shortened) return t("web.insight.shortened");
  return "";
}

/**
 * @param {Preparing} preparing
 */
function preparingWords(preparing) {
  if (typeof preparing !== "number") return t("web.insight.preparing");
  return t("web.insight.preparing_for", { seconds: Math.ceil(preparing) });
}
