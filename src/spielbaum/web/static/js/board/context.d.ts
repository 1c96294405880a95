// What every kind of board is drawn from.

import type { GameView } from "../messages.d.ts";
import type { BoardView } from "../play/messages.d.ts";
import type { SolvedMove } from "../solution/messages.d.ts";

type Outcome = SolvedMove["entry"]["outcome"];

/** The row and the column of a place. */
export type Place = [number, number];

/** The value of a move, written on the place that makes it. */
export interface Badge {
  short: string;
  words: string;
  points: number;
  best: boolean;
  proven: boolean;
  /** How it ends for who makes the move, where the whole game is solved. */
  outcome?: Outcome;
}

export interface BoardOptions {
  /** Called with the text of a chosen move. */
  play?: (move: string) => unknown;
  /** Whether moves may be chosen now. */
  playable?: boolean;
  badges?: Map<string, Badge>;
  /** A move to point at. */
  hint?: string | null;
  /** Whether the board is seen from the other side, where pieces go from place to place. */
  flipped?: boolean;
  /** The mark of the last move in a review, such as ??. */
  mark?: { sign: string; verdict: string } | null;
  /** Tells screen readers, for example which piece was picked up. */
  say?: (words: string) => void;
}

export interface BoardContext extends Required<BoardOptions> {
  game: GameView;
  board: BoardView;
  toMove: number;
  /** The moves that may be made; none where chance is to move. */
  legal: string[];
}
