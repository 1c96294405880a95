// The position on the board, as the server shows it.

import * as api from "../api.js";
import { gameFacts } from "../games.js";
import { t } from "../language.js";
import { fillPlayers, readAddress } from "./address.js";
import { isKnown, playerWords, usualOpponent } from "./players.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { PositionView } from "./messages.d.ts" */
/** @import { Session } from "./session.js" */
/** @import { PlayState } from "./state.d.ts" */

/**
 * Ask for the position and show it; true where it is (still) the one that is wanted.
 *
 * @param {Session} session
 * @param {"replace" | "push" | "none"} address
 * @returns {Promise<boolean>}
 */
export async function loadPosition(session, address) {
  session.restart();
  const { signal } = session.work;
  session.pending = true;
  session.loads();
  if (session.view !== null && address !== "none") session.write(address);
  const found = await session.ask(() =>
    Promise.all([fetchPosition(session, signal), gameFacts(session.state.game, { signal })])
  );
  if (signal.aborted) return false;
  session.pending = false;
  if (found === null) {
    if (session.accepted) session.state = { ...session.accepted };
    else return openDefault(session);
  } else {
    [session.view, session.game] = found;
    session.state.players = knownPlayers(session, session.game);
    session.fillClocks();
    session.accepted = { ...session.state };
  }
  session.write("replace");
  session.changed();
  // Whoever was told may have asked for another position already.
  if (signal.aborted) return false;
  if (found !== null) session.react(signal);
  return found !== null;
}

/**
 * Who plays; whom the address names and nobody knows is replaced, and people are told.
 *
 * @param {Session} session
 * @param {GameView} game
 */
function knownPlayers(session, game) {
  const usual = usualOpponent(game);
  const players = fillPlayers(session.state.players, game.player_names.length, usual);
  const unknown = players.find((player) => !isKnown(player));
  if (unknown === undefined) return players;
  session.failed(new Error(t("web.player.unknown", { player: unknown, other: playerWords(usual) })));
  return players.map((player) => isKnown(player) ? player : usual);
}

/**
 * The address cannot be shown at all: its sentence is on the screen, and below it a game to play,
 * the same if possible.
 *
 * @param {Session} session
 */
function openDefault(session) {
  const empty = readAddress(session.usual, "");
  const same = (/** @type {PlayState} */ one, /** @type {PlayState} */ other) =>
    JSON.stringify(one) === JSON.stringify(other);
  if (same(session.state, empty)) return Promise.resolve(false);
  const again = { ...empty, game: session.state.game };
  session.state = same(session.state, again) ? empty : again;
  return session.refresh();
}

/**
 * @param {Session} session
 * @param {AbortSignal} signal
 * @returns {Promise<PositionView>}
 */
async function fetchPosition(session, signal) {
  if (session.whole?.key !== session.lineKey()) {
    const { game, start, moves } = session.state;
    /** @type {PositionView} */
    const whole = await api.post("/api/position", { game, start, moves }, { signal });
    // What was asked for meanwhile is not changed by an old answer.
    signal.throwIfAborted();
    // Moves may have been packed into one text; the server took them apart.
    session.state.moves = whole.history;
    session.state.at = Math.max(0, Math.min(session.state.at, whole.history.length));
    const { movers, rounds, ending } = whole;
    session.whole = { key: session.lineKey(), movers, rounds, ended: ending !== null };
    if (session.live) return whole;
  }
  return api.post("/api/position", session.where(), { signal });
}
