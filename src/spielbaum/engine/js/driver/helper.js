/**
 * A further thread of a search, in a worker: the same search in the same memory, sharing the table; see
 * `Engine._help` in `engine/engine.py`. Its workspace was made by the first thread.
 *
 * @typedef {{ directory: number, state: (bigint | string)[], left: boolean[], first: number, last: number,
 *   everyMove: boolean, offset: number, aspire: boolean }} Task
 */

import { Clock } from "./clock.js";
import { Deepening } from "./deepening.js";
import { Kernel } from "./kernel.js";
import { factsOf } from "./game.js";
import { Workspace } from "./workspace.js";

/** @type {Kernel} */
let kernel;
let window = 0;
let note = 0;

/** @param {Task} task */
async function search({ directory, state, left, first, last, everyMove, offset, aspire }) {
  const work = Workspace.at(kernel, directory);
  let ended = 0;
  try {
    const search = new Deepening(
      { kernel, facts: kernel.facts, window },
      work,
      new Clock(),
      left,
      1,
      offset,
      aspire,
    );
    await search.iterate(BigInt64Array.from(state, BigInt), first, last, everyMove, () => {});
  } catch {
    ended = 2;
    work.words("control")[0] = 1n;
  }
  const status = new Int32Array(kernel.memory.buffer, note, 1);
  Atomics.store(status, 0, ended);
  Atomics.notify(status, 0);
}

/** @param {any} message @param {(message: any) => void} post */
async function hear(message, post) {
  if (message.module) {
    kernel = new Kernel(message.module, factsOf(message.module), message);
    window = kernel.allocate(2);
    note = kernel.allocate(1);
    post({ note });
  } else {
    await search(message);
    post({});
  }
}

if (typeof globalThis.postMessage === "function") {
  addEventListener("message", ({ data }) => hear(data, (message) => globalThis.postMessage(message)));
} else {
  const threads = "node:worker_threads";
  const { parentPort } = await import(threads);
  parentPort.on(
    "message",
    (/** @type {any} */ data) => hear(data, (message) => parentPort.postMessage(message)),
  );
}
