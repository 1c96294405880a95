// The messages of `spielbaum.web.messages`, written by tools/message_types.py.

export interface Problem {
  error: string;
}

export interface GameRequest {
  game: string;
}

export interface PositionRequest extends GameRequest {
  start?: string;
  moves?: string[];
}

export interface ParameterView {
  name: string;
  kind: "int" | "bool" | "numbers" | "text";
  value: string;
  title: string;
  choices: string[];
}

export interface FigureView {
  outline: string;
  inner: string;
  turns: boolean;
  name: string;
}

export interface GameView {
  name: string;
  spec: string;
  title: string;
  rules: string;
  player_names: string[];
  colours: string[];
  figures: Record<string, FigureView>;
  emblem: string | null;
  two_player_zero_sum: boolean;
  chance: boolean;
  repeats: boolean;
  move_width: number | null;
  parameters: ParameterView[];
  move_names: Record<string, string>;
  letters: string[];
  measure: string;
  notation_name: string;
  record_formats: string[];
  players: string[];
  learned: boolean;
  levels: string[];
}

export interface Games {
  games: GameView[];
}

export interface Download {
  name: string;
  media: string;
  text: string | null;
  base64: string | null;
}

export interface CompilationView {
  game: string;
  seconds: number | null;
}

export interface About {
  name: string;
  version: string;
  languages: string[];
  pages: string[];
  default_game: string;
  docs: Record<string, string>;
  limits: Record<string, number>;
  running: number;
  waiting: number;
  compiling: CompilationView[];
}
