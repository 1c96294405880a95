import type { Game } from "./spielbaum.d.ts";

export * from "./spielbaum.d.ts";

/** The game whose module lies beside this file. */
export function load(): Promise<Game>;
