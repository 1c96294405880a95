// The messages of `spielbaum.web.tree_lab.messages`, written by tools/message_types.py.

import type { PositionRequest } from "../messages.d.ts";

export interface RandomTree {
  branching?: number;
  depth?: number;
  seed?: number;
  players?: number;
  uneven?: boolean;
  chance?: boolean;
}

export interface GameTree extends PositionRequest {
  depth?: number | null;
}

export interface Source {
  tree?: string | null;
  leaves?: "max" | "mover";
  random?: RandomTree | null;
  game?: GameTree | null;
  order?: string;
}

export interface TraceRequest extends Source {
  algorithm?: string;
  depth?: number | null;
  fail_hard?: boolean;
  strict?: boolean;
  sort?: string;
  ties?: "first" | "last";
  teams?: string;
  numbers?: boolean;
  boards?: number | null;
  strategy?: number;
  direction?: "down" | "right";
  scope?: string;
}

export interface FigureRequest extends TraceRequest {
  format: "svg" | "tikz" | "mermaid" | "text" | "png" | "pdf" | "html" | "json";
  step?: number | null;
  beside?: string;
}

export interface AlgorithmView {
  name: string;
  title: string;
  options: string[];
  zero_sum: boolean;
  chance: boolean;
  window: boolean;
  traversal: boolean;
}

export interface TreeLab {
  algorithms: AlgorithmView[];
  formats: string[];
  limits: Record<string, number>;
  example_game: string;
  kinds: string[];
  conventions: Record<string, string[]>;
}

export interface StepperView {
  document: any;
  command: string;
}

export interface ExerciseRequest extends Source {
  kind?: string;
  conventions?: string[];
  depth?: number | null;
  teams?: string;
}

export interface GradeRequest {
  answer: any;
}

export interface TreeRequirements {
  branching?: number | null;
  depth?: number | null;
  cuts?: [number, number] | null;
  deep?: boolean;
  order?: "any" | "best" | "worst";
  uneven?: boolean;
  players?: number | null;
  ties?: boolean;
}

export interface SheetRequest {
  kind?: string;
  number?: number;
  seed?: number;
  requirements?: TreeRequirements;
  conventions?: string[];
  title?: string;
}

export interface SheetFileRequest extends SheetRequest {
  format: "latex" | "moodle" | "html" | "json";
  solutions?: boolean;
}

export interface AskedNode {
  name: string;
  address: string;
  mover: string;
  leaf: boolean;
  asked: string[];
  children: string[];
}

export interface ExerciseView {
  exercise: any;
  title: string;
  task: string[];
  conventions: string;
  payoffs: number;
  scene: any;
  palette: Record<string, string[]>;
  nodes: AskedNode[];
  depths: number[];
  choices: Record<string, string>;
}

export interface Graded {
  grade: any;
  document: any;
}

export interface Variant {
  id: string;
  tree: string;
  depth: number | null;
  teams: string;
  task: string[];
  position: string[];
  scene: any | null;
  solution: any;
}

export interface SheetView {
  title: string;
  task: string[];
  conventions: string;
  palette: Record<string, string[]>;
  variants: Variant[];
}
