/** What the driver does beside searching: limits, stop, refusals. `wasm_driver.js DRIVER MODULE`, JSON out. */

const [driver, module] = Deno.args;
const { Engine, Game } = await import(`file://${driver}`);
const game = await Game.load(Deno.readFileSync(module));
const engine = new Engine(game, { megabytes: 4 });
const start = game.start();

/** What an action says when it refuses. @param {() => unknown} action */
async function refusal(action) {
  try {
    await action();
    return null;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

const control = new AbortController();
const reports = [];
const stopped = await engine.search(start, {
  signal: control.signal,
  report: (/** @type {any} */ news) => {
    reports.push(news.depth);
    if (news.depth === 3) control.abort();
  },
});
const timed = await engine.search(start, { seconds: 0.3 });
const only = await engine.search(start, { depth: 4, only: [start.moves[1]] });
const busy = engine.search(start, { seconds: 0.2 });
const whileBusy = await refusal(() => engine.search(start, { depth: 2 }));
await busy;
const aborted = new AbortController();
aborted.abort();
const bound = await engine.solve(start, { signal: aborted.signal });

console.log(JSON.stringify({
  stopped: { depth: stopped.depth, moves: stopped.moves.length },
  timed: { depth: timed.depth, moves: timed.moves.length },
  only: [only.moves[0], start.moves[1]],
  unchanged: start.played.length,
  bound: bound.proof,
  refusals: {
    busy: whileBusy,
    illegal: await refusal(() => start.play(99)),
    limit: await refusal(() => engine.search(start)),
    depth: await refusal(() => engine.search(start, { depth: 0.5 })),
    running: await refusal(() => start.utility),
    bytes: await refusal(() => Game.load(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
  },
}));
