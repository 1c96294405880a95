// What the page *Play* keeps.

/** What the address says. */
export interface PlayState {
  game: string;
  /** The position that the moves begin from, in the game's notation; empty where it is the usual start. */
  start: string;
  moves: string[];
  /** The ply on the board; infinite where the end is meant and not known yet. */
  at: number;
  players: string[];
  seed: number;
  /** Who gave up, or ran out of time. */
  resigned: number | null;
  overtime: boolean;
  /** The time control, as 300+2 or 10/move; empty where there is none. */
  clock: string;
  /** Seconds that each player has left. */
  left: number[];
  /** Seconds between the moves of computers that play each other. */
  pace: number;
  paused: boolean;
  flip: boolean;
}

/** A throw of the dice, while it is shown. */
export interface Rolling {
  move: string;
  outcomes: string[];
}

/** Moves that can be gone along, as the line below the board shows them. */
export interface GameWalk {
  state: Pick<PlayState, "moves" | "at">;
  /** The player and the round of each move. */
  movers: number[];
  rounds: number[];
  piecesMove: boolean;
  goTo(ply: number): unknown;
  turnBoard(): void;
}

/** Whether rules are being compiled, and the seconds that this will still take, where they are known. */
export type Preparing = boolean | number;

/** A search that chooses a move. */
export interface Thinking {
  player: number;
  /** Its name on the server; null as long as it is not known. */
  job: string | null;
  preparing: Preparing;
  busy: boolean;
  /** Somebody wants the move at once. */
  hurry: boolean;
}

/** A way to choose a player: the server's kind, and the number that can be set. */
export interface Way {
  id: string;
  kind: string;
  option?: string;
  /** What stands before the option. */
  fixed?: string;
  value?: number;
  least?: number;
  most?: number;
  step?: number | "any";
  /** Only for two players and zero sum. */
  two?: boolean;
  /** Only where the package has a learned evaluation. */
  learned?: boolean;
}
