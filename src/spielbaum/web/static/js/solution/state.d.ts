// What the page *Solution* keeps.

import type { PlayState } from "../play/state.d.ts";

/** What the address says. */
export interface ExplorerState extends Pick<PlayState, "game" | "start" | "moves" | "at" | "flip"> {
  /** What the moves are worth is not shown, so that somebody may find it out. */
  hidden: boolean;
}
