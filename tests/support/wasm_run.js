/** Answers requests about a game with its WebAssembly module: `wasm_run.js DRIVER MODULE REQUESTS`, JSON out. */

const [driver, module, requests] = Deno.args;
const { Engine, Game } = await import(`file://${driver}`);
const game = await Game.load(Deno.readFileSync(module));
const engine = new Engine(game, { megabytes: 1 });

/** The position after these moves, each by its number among the legal ones. @param {number[]} numbers */
function after(numbers) {
  return numbers.reduce((position, number) => position.play(position.moves[number]), game.start());
}

/** @param {any} request */
async function answer(request) {
  const position = after(request.numbers);
  const { kind, options } = request;
  if (kind === "rules") {
    const { state, moves, player, over } = position;
    return { state: [...state].map(String), moves, player, over, utility: over ? position.utility : null };
  }
  if (kind === "perft") return engine.perft(position, options.depth);
  if (kind === "values") return engine.values([position], options);
  if (kind === "clear") return engine.clear();
  const { seconds: _, ...result } = await engine[kind](position, options);
  return result;
}

const answers = [];
for (const request of JSON.parse(Deno.readTextFileSync(requests))) answers.push(await answer(request));
console.log(JSON.stringify(answers, (_, value) => typeof value === "bigint" ? String(value) : value));
