/** Several threads at one search. `wasm_threads.js DRIVER MODULE`, JSON out. */

const [driver, module] = Deno.args;
const { Engine, Game } = await import(`file://${driver}`);
const game = await Game.load(Deno.readFileSync(module));
const alone = new Engine(game, { megabytes: 4 });
const engine = await Engine.withThreads(game, { megabytes: 4, threads: 3 });
const position = game.start().play(3).play(3);

/**
 * Of moves that are worth the same any may come first; where every move is asked for, they are told as well.
 * @param {any} result
 * @param {boolean} everyMove
 */
const told = ({ value, lines }, everyMove) => [
  value,
  lines.map((/** @type {any} */ line) => [everyMove ? line.moves[0] : null, line.value]).sort(),
];

const same = [];
for (const limits of [{ depth: 9 }, { depth: 7, everyMove: true }, { depth: 7, lines: 2 }]) {
  alone.clear();
  engine.clear();
  const every = "everyMove" in limits;
  const [one, together] = [await alone.search(position, limits), await engine.search(position, limits)];
  same.push([told(one, every), told(together, every)]);
}
// On a busy machine the helpers may come too late for one search.
/** @type {number[]} */
let counted = [0];
while (Math.min(...counted) === 0) {
  engine.clear();
  await engine.search(position, { depth: 9 });
  counted = engine.searching.map((/** @type {any} */ work) => work.get("NODES"));
}
const few = await engine.search(position, { nodes: 30_000 });
const timed = await engine.search(position, { seconds: 0.3 });
// Four columns are full.
const late = [3, 3, 3, 3, ...[2, 0, 5].flatMap((column) => Array(6).fill(column))];
const exact = await engine.solve(late.reduce((one, move) => one.play(move), position));
engine.close();

/** @param {() => Promise<unknown>} action */
const refusal = (action) => action().then(() => null, (/** @type {Error} */ error) => error.message);
const bare = await refusal(() => Engine.withThreads(new Game(game.module), { threads: 2 }));
Object.defineProperty(globalThis, "crossOriginIsolated", { value: false, configurable: true });
const page = await refusal(() => Engine.withThreads(game, { threads: 2 }));

console.log(JSON.stringify({
  threads: [alone.threads, engine.threads],
  same,
  counted,
  few: few.nodes,
  timed: timed.depth,
  exact: exact.proof,
  refusals: { bare, page },
}));
