// What the tree lab keeps.

import type { Shell } from "../shell.js";
import type { RandomTree, TreeLab } from "./messages.d.ts";
import type { SearchStep } from "./document.d.ts";
import type { Stepper } from "./stepper.js";

/** What the address says. */
export interface LabState {
  mode: string;
  source: "text" | "random" | "game";
  tree: string;
  random: Required<Omit<RandomTree, "uneven" | "chance">>;
  game: string;
  start: string;
  moves: string[];
  /** How deep the tree of a game is grown; null where as deep as fits. */
  depth: number | null;
  /** How deep the search looks; null where to the end. */
  limit: number | null;
  boards: number | null;
  strategy: number | null;
  step: number;
  /** The kinds of questions in the mode *predict*. */
  ask: string[];

  algorithm: string;
  beside: string;
  order: string;
  sort: string;
  teams: string;
  ties: string;
  direction: string;

  hard: boolean;
  strict: boolean;
  numbers: boolean;
  uneven: boolean;
  chance: boolean;
  mover: boolean;

  /** What the exercises keep of themselves. */
  kind: string;
  n: string;
  require: string;
  xseed: string;
  convention: string;
}

/** What a mode of the page is given. */
export interface ModeContext {
  shell: Shell;
  treeLab: TreeLab;
  signal: AbortSignal;
  /** Show the page again with another state. */
  again: (part: Partial<LabState>) => void;
  /** The stepper that keys go to. */
  stepper: (stepper: Stepper | null) => void;
}

/** A question in the mode *predict*; `before` is the step at which it is asked. */
export interface Question {
  kind: string;
  before: number;
  step: SearchStep;
  right: any;
  fields: Record<string, string>;
  words: string;
}
