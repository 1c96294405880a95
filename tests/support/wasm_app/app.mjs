// What a program with the package of a game does, by its name; Node and Deno run it. JSON out.

import { Engine, Game, load } from "spielbaum-takeaway";

const game = await load();
const module = new URL(import.meta.resolve("spielbaum-takeaway/takeaway.wasm"));
const again = await Game.load(module);
const engine = new Engine(game, { megabytes: 1 });
const { value, moves, proof } = await engine.solve(game.start());
const threaded = await Engine.withThreads(again, { megabytes: 1, threads: 2 });
const found = await threaded.search(again.start(), { depth: 6 });
threaded.close();
const { threads } = threaded;
console.log(JSON.stringify({ names: [game.name, again.name], value, moves, proof, threads, found: found.value }));
