// The messages of `spielbaum.web.play.messages`, written by tools/message_types.py.

import type { PositionRequest } from "../messages.d.ts";

export interface MoveRequest extends PositionRequest {
  player: string;
  seed?: number;
  clock?: string;
  left?: number | null;
}

export interface ThrowRequest extends PositionRequest {
  seed?: number;
}

export interface ValueRequest extends PositionRequest {
  seconds?: number;
}

export interface ReviewRequest extends PositionRequest {
  seconds?: number;
  first?: number;
  last?: number | null;
}

export interface AnalysisRequest extends PositionRequest {
  seconds?: number;
}

export interface RecordRequest extends PositionRequest {
  format?: "json" | "text" | "pgn";
  players?: string[];
  resigned?: number | null;
  overtime?: boolean;
  clock?: string;
  seed?: number;
}

export interface StopRequest {
  job: string;
}

export interface CellView {
  player: number | null;
  count: number | null;
  move: string | null;
  mark: "last" | "win" | "check" | null;
  piece: string | null;
  joined: string;
}

export interface StepView {
  move: string;
  origin: [number, number];
  target: [number, number];
  becomes: string | null;
  then: [number, number][];
  covers: [number, number][];
}

export interface CubeView {
  stake: number;
  owner: number | null;
  offered: boolean;
}

export interface BoardView {
  kind: string;
  rows: CellView[][];
  column_names: string[];
  row_names: string[];
  steps: StepView[];
  hands: CellView[][];
  lines: [[number, number], [number, number]][];
  dice: number[];
  cube: CubeView | null;
  score: number | null;
}

export interface Ending {
  winners: number[];
  draw: boolean;
  text: string;
}

export interface TallyView {
  text: string;
  pieces: string[];
}

export interface PositionView {
  game: string;
  start: string;
  history: string[];
  movers: number[];
  rounds: number[];
  to_move: number;
  legal_moves: string[];
  board: BoardView | null;
  last: string | null;
  text: string;
  notation: string | null;
  tallies: TallyView[];
  opening: string | null;
  ending: Ending | null;
}

export interface ValueView {
  text: string;
  short: string;
  points: number | number[];
  view: number | null;
  proof: "proven" | "bound" | "estimate";
  share: number | null;
}

export interface SearchInfo {
  move: string | null;
  line: string[];
  words: string;
  value: ValueView;
  depth: number | null;
  nodes: number;
  seconds: number;
}

export interface ChosenMove {
  move: string | null;
  resigns: boolean;
  slip: boolean;
  info: SearchInfo | null;
  shortened: boolean;
  interpreted: boolean;
}

export interface Hint {
  info: SearchInfo;
  shortened: boolean;
  interpreted: boolean;
}

export interface MoveValue {
  move: string;
  value: ValueView;
  best: boolean;
  reply: string;
}

export interface PartView {
  name: string;
  value: string;
  why: string;
}

export interface Values {
  view: number;
  move_values: MoveValue[];
  parts: PartView[];
  info: SearchInfo;
  complete: boolean;
  shortened: boolean;
}

export interface ReviewedPly {
  ply: number;
  player: number | null;
  value: ValueView;
  move: string | null;
  best: string | null;
  loss: number;
  fall: number;
  verdict: "only" | "good" | "inaccuracy" | "mistake" | "blunder" | "none";
  text: string;
  why: string;
}

export interface Reviewed {
  plies: ReviewedPly[];
  shortened: boolean;
}

export interface Thrown {
  move: string;
  outcomes: string[];
}

export interface Checked {
  over: boolean;
  chance: boolean;
}

export interface Stopped {
  stopped: boolean;
}
