// A search as a document, see `spielbaum.web.tree_lab.stepper_document`, and its figure, see `spielbaum.draw.stepping`.

/** A number of a search; "inf" and "-inf" are infinite, "7/3" is a fraction. */
export type JsonNumber = number | "inf" | "-inf" | `${number}/${number}`;
/** One number, or one per player. */
export type JsonValue = JsonNumber | JsonNumber[];

/** How a node looks at a step. */
export interface Face {
  state: string;
  value: string;
  window: string;
  number: string;
  chosen: boolean;
  crossed: boolean;
  current: boolean;
  class: string;
}

/** A node of the figure; `path` is its address. */
export interface SceneNode {
  path: string;
  parent: string | null;
  kind: string;
  name: string;
  edge: string;
  mover: string;
  hidden: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Scene {
  width: number;
  height: number;
  svg: string;
  nodes: SceneNode[];
  steps: { current: string | null; changes: Record<string, Face> }[];
}

/** Colours by day and by night. */
export type Palette = Record<string, string[]>;

export interface SearchStep {
  kind: string;
  path: string | null;
  node: string;
  line: number;
  sentence: string;
  alpha: JsonNumber | null;
  beta: JsonNumber | null;
  value: JsonValue | null;
  /** Whether the node has further children, so that they may now be cut. */
  rest: boolean;
  nodes: number;
  leaves: number;
  cuts: number;
}

export interface StepperDocument {
  language: string;
  algorithm: string;
  title: string;
  scene: Scene;
  palette: Palette;
  labels: Record<string, string>;
  code: string[];
  steps: SearchStep[];
  counts: { nodes: number; leaves: number; cuts: number; seen: number | null; skipped: number | null };
  plain: { algorithm: string; nodes: number; leaves: number } | null;
  windowed: boolean;
  strict: boolean;
  answer: string;
}

/** A judged item of an answer. */
export interface Mark {
  address: string | null;
  depth?: number;
  choice?: string;
  field: string;
  verdict: string;
  sentence: string;
}

export interface Grade {
  marks: Mark[];
  points: number;
  most: number;
  right: boolean;
  first: { sentences: string[]; steps: number[] } | null;
}
