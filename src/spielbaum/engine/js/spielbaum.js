// @ts-self-types="./spielbaum.d.ts"
/**
 * Drives the WebAssembly module of a game (`spielbaum wasm GAME`): rules, search, exact solver, counting.
 * The kernels are in the module; in `driver/` is what calls them, as `engine/deepening.py`, `engine/engine.py`
 * and `engine/exact.py` do, with the same numbers, so that the same tree is searched. How the memory is laid
 * out is told by the module itself (its section `spielbaum`); see docs/reference/wasm.md.
 */

export { Game, Position } from "./driver/game.js";
export { Engine } from "./driver/engine.js";
