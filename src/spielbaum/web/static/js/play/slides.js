// Arrow keys where a move slides everything on the board, wherever the focus is.

import { slideOfKey } from "../board/tiles.js";

/** @import { Session } from "./session.js" */

export class Slides {
  /** @param {Pick<Session, "view" | "live" | "over" | "hasHuman" | "playable" | "play">} session */
  constructor(session) {
    this.session = session;
    /** @type {string | null} The last key pressed while the new tile was on its way. */
    this.ahead = null;
  }

  /**
   * Whether the key was used.
   *
   * @param {string} key
   */
  press(key) {
    const { view, live, over, hasHuman } = this.session;
    const move = slideOfKey(key);
    // In an earlier position and after the end the arrows step through the game.
    if (move === null || view?.board?.kind !== "tiles" || !live || over || !hasHuman) return false;
    this.ahead = move;
    this.release();
    return true;
  }

  /** The position is there: play what was pressed meanwhile. */
  release() {
    const { ahead, session } = this;
    if (ahead === null || !session.playable) return;
    this.ahead = null;
    if (session.view?.legal_moves.includes(ahead)) session.play(ahead);
  }
}
