/**
 * Threads: instances of a module in Web Workers that share one memory, and so one table.
 *
 * A module has a memory of its own. Where it is to be shared, its bytes are written anew with the memory imported:
 * nothing else differs, so there is one module for pages that may share memory and for those that may not.
 */

/** Pages of 64 KiB that a shared memory may grow to: it has to be said beforehand. */
const MOST_PAGES = 2 ** 15;
/** Pages of the stack of a helper: twice as many as the first thread has, where an overflow traps. */
const STACK_PAGES = 32;
const [IMPORT, MEMORY] = [2, 5];
const HEADER = 8;

/** Why memory cannot be shared here, as a sentence; null where it can. */
export function unshared() {
  if (typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated !== false) return null;
  return "threads need memory that they share: a page has it where its host sends the headers " +
    "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp";
}

/** @param {Uint8Array} bytes @param {number} at @returns {[number, number]} the number, and what follows */
function leb(bytes, at) {
  let number = 0;
  for (let shift = 0;; shift += 7) {
    const byte = bytes[at++];
    number += (byte & 127) * 2 ** shift;
    if (byte < 128) return [number, at];
  }
}

/** @param {number} number @returns {number[]} */
function written(number) {
  return number < 128 ? [number] : [(number & 127) | 128, ...written(number >>> 7)];
}

/**
 * The module with its memory imported, and the pages that it begins with.
 *
 * @param {Uint8Array} content
 * @returns {{ content: Uint8Array<ArrayBuffer>, pages: number }}
 */
export function withImportedMemory(content) {
  const sections = [];
  let pages = 0;
  for (let at = HEADER; at < content.length;) {
    const kind = content[at];
    const [size, from] = leb(content, at + 1);
    at = from + size;
    // One memory, without a limit: its pages come last.
    if (kind === MEMORY) [pages] = leb(content, from + 2);
    else sections.push({ kind, content: [...content.subarray(from, at)] });
  }
  const text = (/** @type {string} */ word) => [word.length, ...new TextEncoder().encode(word)];
  // A memory (2) that is shared (3).
  const entry = [...text("spielbaum"), ...text("memory"), 2, 3, ...written(pages), ...written(MOST_PAGES)];
  const imports = sections.find(({ kind }) => kind === IMPORT); // every search asks whether to stop
  if (!imports) throw new TypeError("the module imports nothing: it is of no use to threads");
  const [count, first] = leb(Uint8Array.from(imports.content), 0);
  imports.content = [...written(count + 1), ...imports.content.slice(first), ...entry];
  const all = sections.flatMap((one) => [one.kind, ...written(one.content.length), ...one.content]);
  return { content: Uint8Array.from([...content.subarray(0, HEADER), ...all]), pages };
}

/**
 * Begin a worker, in a page or in Node; `post` tells it something, `hear` is told what it says.
 *
 * @param {URL} address
 * @param {(message: any) => void} hear
 * @param {(error: unknown) => void} broken
 * @returns {Promise<{ post: (message: any) => void, end: () => void }>}
 */
async function begun(address, hear, broken) {
  if (typeof Worker === "function") {
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data }) => hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      broken(event.message);
    });
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  }
  const threads = "node:worker_threads"; // bundlers for pages need not look for it
  const { Worker: Thread } = await import(threads);
  const worker = new Thread(address);
  worker.on("message", hear);
  worker.on("error", broken);
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/** The helpers of searches in one memory: each does what it is told in a worker of its own. */
export class ThreadPool {
  /**
   * @param {Uint8Array} content the module
   * @param {number} threads with the one that tells the others what to do
   */
  static async start(content, threads) {
    const why = unshared();
    if (why !== null) throw new TypeError(why);
    const imported = withImportedMemory(content);
    const module = await WebAssembly.compile(imported.content);
    const memory = new WebAssembly.Memory({ initial: imported.pages, maximum: MOST_PAGES, shared: true });
    const pool = new ThreadPool(module, memory);
    // Each instance writes the tables of the rules into the memory: the same words, whoever reads them already.
    await Promise.all(Array.from({ length: threads - 1 }, () => pool.add()));
    return pool;
  }

  /** @param {WebAssembly.Module} module @param {WebAssembly.Memory} memory */
  constructor(module, memory) {
    this.module = module;
    this.memory = memory;
    /** @type {{ post: (message: any) => void, end: () => void, note: Int32Array }[]} */
    this.helpers = [];
    /** Who waits for the end of what they do. @type {(() => void)[]} */
    this.waiting = [];
  }

  get threads() {
    return this.helpers.length + 1;
  }

  /** The top of a new stack. */
  stack() {
    return 65536 * (this.memory.grow(STACK_PAGES) + STACK_PAGES);
  }

  /** @returns {Promise<void>} */
  async add() {
    let ready = (/** @type {number} */ _note) => {};
    let failed = (/** @type {unknown} */ _error) => {};
    const address = new URL("./helper.js", import.meta.url);
    const { post, end } = await begun(address, ({ note }) => {
      if (note !== undefined) ready(note);
      else this.settle();
    }, (error) => failed(error));
    const at = await new Promise((resolve, reject) => {
      [ready, failed] = [resolve, reject];
      post({ module: this.module, memory: this.memory, stack: this.stack() });
    });
    // A word that both know: 1 while the helper is at work, 2 where a rule raised an exception.
    this.helpers.push({ post, end, note: new Int32Array(this.memory.buffer, at, 1) });
  }

  /** Let a helper search; see `helper.js`. @param {number} at @param {any} task */
  begin(at, task) {
    const { note, post } = this.helpers[at];
    Atomics.store(note, 0, 1);
    post(task);
  }

  /** Whether a rule raised an exception where nobody saw it. */
  get raised() {
    return this.helpers.some(({ note }) => Atomics.load(note, 0) === 2);
  }

  settle() {
    if (this.helpers.some(({ note }) => Atomics.load(note, 0) === 1)) return;
    for (const tell of this.waiting.splice(0)) tell();
  }

  /** Wait for all helpers. @returns {Promise<void>} */
  ended() {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.settle();
    });
  }

  /** The same without giving anybody else a turn, which only workers may. */
  wait() {
    for (const { note } of this.helpers) Atomics.wait(note, 0, 1);
  }

  close() {
    for (const { end } of this.helpers) end();
  }
}
