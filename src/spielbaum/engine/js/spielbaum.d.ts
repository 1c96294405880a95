/** A game that Spielbaum compiled to WebAssembly: its rules, its search and its exact solver. */

/** A move as the rules write it: a whole number, or several. A BigInt where 53 bits do not hold it. */
export type Move = number | bigint | (number | bigint)[];

/** What moves are worth, for `player`, in points. */
export interface Line {
  value: number;
  /** From whose side the value is. */
  player: number;
  moves: Move[];
  proof: "proven" | "bound" | "estimate";
  bound: "exact" | "at least" | "at most";
  /** Plies to the end of the game, where they are known. */
  distance: number | null;
  depth: number;
}

export interface Result extends Line {
  nodes: number;
  seconds: number;
  /** The best few lines, or one for every move, where they were asked for; the best first. */
  lines: Line[];
}

export interface SearchOptions {
  /** Plies. */
  depth?: number;
  nodes?: number;
  seconds?: number;
  /** Ends the search, which then answers with what it has. */
  signal?: AbortSignal;
  /** So many of the best moves, each with a line of its own. */
  lines?: number;
  /** A line for every move. */
  everyMove?: boolean;
  /** The moves to choose from. */
  only?: Move[];
  /** Called after each depth. */
  report?: (result: Result) => void;
}

export interface SolveOptions {
  seconds?: number;
  signal?: AbortSignal;
  everyMove?: boolean;
  /** Whether the moves to the end are wanted (true unless told otherwise), or the first one alone. */
  line?: boolean;
}

/** What a module says about its game and its memory: docs/reference/wasm.md. */
export interface Facts {
  format: number;
  game: string;
  kernels: string[];
  words: number;
  moveWords: number;
  start: string[];
  values: [number, number];
  unit: number;
  near: number;
  span: number;
  swing: number | null;
  repeats: boolean;
  repetition: number;
  grows: boolean;
  switches: { all: number; deeperEntries: number };
  workspace: string[];
  info: Record<string, number>;
  faults: Record<string, number>;
  sizes: Record<string, number>;
}

export class Game {
  constructor(module: WebAssembly.Module, content?: BufferSource | null);
  /** From an address, an answer of `fetch`, bytes, or a module that is compiled already. */
  static load(source: string | URL | Response | BufferSource | WebAssembly.Module): Promise<Game>;
  readonly name: string;
  readonly facts: Facts;
  readonly module: WebAssembly.Module;
  start(): Position;
}

/** A position with the way that led to it; never changed. */
export class Position {
  readonly game: Game;
  readonly played: Move[];
  /** The words of the state, and of all states from the start on. */
  readonly state: BigInt64Array;
  readonly states: BigInt64Array[];
  /** Legal moves; none where the game is over. */
  readonly moves: Move[];
  /** Whose turn it is: 0 or 1. */
  readonly player: number;
  readonly over: boolean;
  /** The pay-off of player 0, in points, where the game is over. */
  readonly utility: number;
  /** Equal for positions that are worth the same to the player to move. */
  readonly key: bigint;
  play(move: Move): Position;
}

/** One search at a time; the table is kept from each to the next. */
export class Engine {
  constructor(game: Game, options?: { megabytes?: number });
  /**
   * An engine whose searches (not its exact solver) run in several threads that share one table. Fails with a
   * sentence where memory cannot be shared: in pages whose host does not send the headers for it.
   */
  static withThreads(game: Game, options?: { megabytes?: number; threads?: number }): Promise<Engine>;
  readonly threads: number;
  /** End the threads. */
  close(): void;
  readonly busy: boolean;
  search(position: Position, options?: SearchOptions): Promise<Result>;
  /** The value with best play. Stopped early, it answers with the bound it has proven. */
  solve(position: Position, options?: SolveOptions): Promise<Result>;
  /** The values of many positions for their movers, at once; `fresh` forgets the table before each. */
  values(positions: Position[], options?: { fresh?: boolean }): number[];
  /** How many games of 1, 2, … `depth` plies there are. */
  perft(position: Position, depth: number): number[];
  /** Forget everything: what follows is what a new engine would do. */
  clear(): void;
}
