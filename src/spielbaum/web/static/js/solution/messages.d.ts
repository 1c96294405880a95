// The messages of `spielbaum.web.solution.messages`, written by tools/message_types.py.

import type { Fact, Figure, Table } from "../experiments/messages.d.ts";
import type { GameRequest } from "../messages.d.ts";
import type { PositionView } from "../play/messages.d.ts";

export interface FindRequest extends GameRequest {
  kind: "longest_win" | "only_move";
  seed?: number;
}

export interface SolvedGame {
  spec: string;
  title: string;
  positions: number;
  file: string;
}

export interface Solutions {
  games: SolvedGame[];
  problems: string[];
  default_game: string;
  on_demand: boolean;
}

export interface SolutionView {
  spec: string;
  title: string;
  file: string;
  counts: Fact[];
  remarks: string[];
  figures: Figure[];
  tables: Table[];
  savable: boolean;
  longest: string | null;
}

export interface EntryView {
  outcome: "win" | "draw" | "cycle" | "loss" | "expected" | "unknown";
  plies: number | null;
  words: string;
  short: string;
}

export interface SolvedMove {
  move: string;
  entry: EntryView;
  best: boolean;
}

export interface SolvedPosition {
  position: PositionView;
  entry: EntryView;
  moves: SolvedMove[];
}

export interface BestLine {
  moves: string[];
  stops: "end" | "circle" | "length" | "chance";
}

export interface FoundPosition {
  start: string | null;
}
