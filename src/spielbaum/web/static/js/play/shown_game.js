// The game on the board: what is known of it, and what follows from that.

import { piecesMove } from "../board/index.js";
import { CHANCE } from "../games.js";
import { isHuman } from "./players.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { PositionView } from "./messages.d.ts" */
/** @import { PlayState, Thinking } from "./state.d.ts" */

export class ShownGame {
  /** @param {PlayState} state what the address says */
  constructor(state) {
    this.state = state;
    /** @type {GameView | null} What holds in every position of the game … */
    this.game = null;
    /** @type {PositionView | null} … and the position on the board. */
    this.view = null;
    /**
     * What is known of the whole game.
     *
     * @type {{ key: string, movers: number[], rounds: number[], ended: boolean } | null}
     */
    this.whole = null;
    /** Whether another position is on its way. */
    this.pending = false;
    /** @type {Thinking | null} */
    this.thinking = null;
    /** @type {((move: string) => Promise<void>) | null} Who judges moves that are not part of the game. */
    this.practice = null;
    /** @type {boolean | null} Whether somebody switched the analysis on or off. */
    this.switched = null;
  }

  /** Whether the position on the board is the last one of the game. */
  get live() {
    return this.state.at === this.state.moves.length;
  }

  /** Whether moves go from one place of the board to another. */
  get piecesMove() {
    return this.game !== null && this.view !== null && piecesMove(this.game, this.view);
  }

  get over() {
    return this.view !== null && (this.view.ending !== null || (this.live && this.state.resigned !== null));
  }

  /** Whether the game has come to its end, wherever in it one looks. */
  get finished() {
    return (this.whole?.ended ?? false) || this.state.resigned !== null;
  }

  /**
   * Whether positions are analysed: where nobody has switched that, only when the game has been played. Who
   * looks for a better move finds it without.
   */
  get wantsValues() {
    return this.practice === null && (this.switched ?? this.finished);
  }

  get humanToMove() {
    return this.view !== null && !this.over && isHuman(this.state.players[this.view.to_move]);
  }

  get hasHuman() {
    return this.state.players.some(isHuman);
  }

  /** The player that the one person plays; null where it is not one against others. */
  get you() {
    const people = this.state.players.flatMap((spec, player) => (isHuman(spec) ? [player] : []));
    return people.length === 1 && this.state.players.length > 1 ? people[0] : null;
  }

  /** A person may choose a move now; looking at an earlier position, the moves after it are replaced. */
  get playable() {
    if (this.practice !== null) return this.view !== null && !this.pending && this.view.ending === null;
    return this.view !== null && !this.pending && !this.thinking && this.view.ending === null &&
      (!this.live || this.state.resigned === null) &&
      isHuman(this.state.players[this.view.to_move]);
  }

  /** Whether the dice are being thrown. */
  get rolling() {
    return this.view?.to_move === CHANCE && this.live && !this.state.paused && !this.over;
  }

  get movers() {
    return this.whole?.movers ?? this.view?.movers ?? [];
  }

  /** The round of each move, as people number them. */
  get rounds() {
    return this.whole?.rounds ?? this.view?.rounds ?? [];
  }

  /** Who begins; the dice may say so (null: not thrown yet). */
  get first() {
    const known = [...this.movers, this.view?.to_move ?? CHANCE];
    return known.find((player) => player !== CHANCE) ?? null;
  }

  /** The ply that undo goes back to: where a person was to move; null where there is none. */
  get undoTarget() {
    for (let ply = this.state.at - 1; ply >= 0; ply -= 1) {
      const mover = this.movers[ply];
      if (this.hasHuman ? isHuman(this.state.players[mover]) : mover !== CHANCE) return ply;
    }
    return null;
  }

  get redoTarget() {
    const last = this.state.moves.length;
    for (let ply = this.state.at + 1; ply <= last; ply += 1) {
      if (ply === last || !this.hasHuman || isHuman(this.state.players[this.movers[ply]])) return ply;
    }
    return null;
  }

  /**
   * Whether the board is seen from the second player's side: where only that one is a person, or as it
   * was turned.
   */
  get flipped() {
    const [first, second] = this.state.players;
    return (!isHuman(first) && isHuman(second)) !== this.state.flip;
  }

  where() {
    return {
      game: this.state.game,
      start: this.state.start,
      moves: this.state.moves.slice(0, this.state.at),
    };
  }

  lineKey() {
    return JSON.stringify([this.state.game, this.state.start, this.state.moves]);
  }
}
