/** Takes turns with the engine: a line of JSON in, what it took out. `wasm_turns.js DRIVER MODULE` */

import process from "node:process";
import { createInterface } from "node:readline";

const [driver, module] = Deno.args;
const { Engine, Game } = await import(`file://${driver}`);
const game = await Game.load(Deno.readFileSync(module));
const engine = new Engine(game, { megabytes: 64 });

/** CPU seconds of this process. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** @type {Record<string, (task: any) => Promise<any>>} */
const tasks = {
  async search({ nodes }) {
    engine.clear();
    const found = await engine.search(game.start(), { nodes });
    return [found.nodes, found.value, found.depth];
  },
  // deno-lint-ignore require-await
  async values({ positions }) {
    return engine.values(positions, { fresh: true });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const task = JSON.parse(line);
  const play = (/** @type {any} */ position, /** @type {number} */ move) => position.play(move);
  task.positions = task.positions?.map((/** @type {number[]} */ moves) => moves.reduce(play, game.start()));
  const began = cpu();
  const answer = await tasks[task.kind](task);
  console.log(JSON.stringify({ answer, seconds: cpu() - began }));
}
