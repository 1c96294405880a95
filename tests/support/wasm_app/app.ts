// What the types of a package promise; only checked, never run.

import { Engine, type Game, load, type Move, type Result } from "spielbaum-takeaway";

const game: Game = await load();
const engine = new Engine(game, { megabytes: 16 });
const result: Result = await engine.solve(game.start().play(1), { everyMove: true, line: false });
const [first]: Move[] = result.moves;
const worth: number = result.value;
const sure: "proven" | "bound" | "estimate" = result.proof;
// @ts-expect-error a search has no such option
await engine.search(game.start(), { plies: 3 });
export { first, sure, worth };
