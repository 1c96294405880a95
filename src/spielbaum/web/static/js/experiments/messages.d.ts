// The messages of `spielbaum.web.experiments.messages`, written by tools/message_types.py.

export interface RunRequest {
  kind: string;
  name?: string;
  workers?: number | null;
  settings: Record<string, string | number | (string | number)[] | null>;
}

export interface Which {
  name: string;
}

export interface Watch {
  names?: string[];
}

export interface Checked {
  name: string;
  command: string;
  planned: number;
}

export interface Started {
  name: string;
}

export interface RunLine {
  name: string;
  state: "preparing" | "running" | "stopping" | "stopped" | "complete" | "unreadable";
  kind: string;
  kind_title: string;
  game: string;
  title: string;
  players: string[];
  played: number;
  planned: number;
  changed: number;
  headline: string;
  problem: string;
  can_stop: boolean;
  can_resume: boolean;
}

export interface FormField {
  name: string;
  type: string;
  label: string;
  help: string;
  default: string | number | (string | number)[] | null;
  least: number | null;
  most: number | null;
  step: number;
  hint: string;
  advanced: boolean;
  spans: boolean;
  choices: Record<string, string>;
  for_two: string[];
}

export interface KindForm {
  name: string;
  title: string;
  about: string;
  players: number | null;
  needs: string[];
  fields: FormField[];
}

export interface Overview {
  may_start: boolean;
  reason: string;
  folder: string;
  cores: number;
  seconds: number;
  kinds: KindForm[];
  runs: RunLine[];
}

export interface Point {
  x: number;
  y: number | null;
  low: number | null;
  high: number | null;
}

export interface Series {
  name: string;
  style: string;
  points: Point[];
}

export interface Level {
  name: string;
  value: number;
}

export interface Axis {
  title: string;
  scale: "linear" | "log2" | "log10";
  percent: boolean;
  zero: number | null;
}

export interface Figure {
  key: string;
  title: string;
  about: string;
  kind: "lines" | "rows" | "matrix" | "board";
  x: Axis;
  y: Axis;
  series: Series[];
  levels: Level[];
  names: string[];
  columns: string[];
  rows: string[][];
}

export interface Table {
  key: string;
  title: string;
  columns: string[];
  rows: string[][];
  notes: string[];
  detail: boolean;
}

export interface Fact {
  name: string;
  value: string;
}

export interface RunView {
  line: RunLine;
  command: string;
  request: RunRequest | null;
  answers: string[];
  results: Fact[];
  remarks: string[];
  figures: Figure[];
  tables: Table[];
  settings: Fact[];
  environment: Fact[];
  games: number;
}

export interface GameLine {
  number: number;
  players: string[];
  result: string;
  text: string;
  reason: string;
  game: string;
  move_width: number | null;
  start: string;
  moves: string[];
  resigned: number | null;
  unfinished: boolean;
}

export interface RunGames {
  total: number;
  games: GameLine[];
}

export interface FileOf {
  folder: string;
  kind: "report" | "slides" | "csv" | "json";
  server: string;
}

export interface RunFile {
  name: string;
  media: string;
  text: string;
}
