// Python in a Web Worker of a site without a server: loads it from the files of the site, then answers.
//
// Messages to the page: `loaded` bytes of `whole`; `ready`, `failed` or `unreachable`; then those of each job.

/** @typedef {{ sizes: Record<string, number>, python: Record<string, unknown>, modules: Record<string, string>, solutions: Record<string, string> }} Site */

const ROOT = new URL("../../", import.meta.url);
const PYTHON = new URL("python/", ROOT);
/** The machine code of Python, its library, the packages: compressed, as many hosts send files as they are. */
const [CODE, LIBRARY, PACKAGES] = ["pyodide.asm.wasm", "python_stdlib.zip", "packages.zip"];
/** Where Python finds the packages. */
const FOLDER = "/lib/site";
/** Milliseconds between two looks at whether a job is still wanted. */
const LOOK = 50;

class Damaged extends Error {}

const site = /** @type {Promise<Site>} */ (whole("site.json").then((response) => response.json()));
let loaded = 0;
/** @type {(path: string, body: string, language: string, send: (message: string) => void) => void} */
let answer;
/** The engine's modules that were fetched, by the names of games. @type {Map<string, Uint8Array>} */
const modules = new Map();
/** The solutions that were fetched, in the same way. @type {Map<string, Uint8Array>} */
const solutions = new Map();
/**
 * Workers that help searches, by the names of games: only where a page may share memory.
 *
 * @type {Map<string, import("../../../engine/js/driver/sharing.js").ThreadPool>}
 */
const pools = new Map();
let wanted = "";
let over = false;
let looked = 0;

/** @param {string} name */
async function whole(name) {
  const response = await fetch(new URL(name, ROOT));
  if (!response.ok) throw new TypeError(`${name}: ${response.status}`);
  return response;
}

/**
 * A file of Python, whole and unpacked; the page is told how far it is.
 *
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
async function load(name) {
  const { sizes } = await site;
  const sum = Object.values(sizes).reduce((one, other) => one + other);
  const response = await whole(`python/${name}.bin`);
  const parts = [];
  let length = 0;
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    loaded += value.length;
    postMessage({ loaded, whole: sum });
  }
  if (length !== sizes[`${name}.bin`]) throw new Damaged(name);
  return await unpacked(parts).catch(() => Promise.reject(new Damaged(name)));
}

/** @param {Uint8Array[]} parts */
function unpacked(parts) {
  const packed = new Blob(/** @type {BlobPart[]} */ (parts)).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function start() {
  const [code, library, packages] = [CODE, LIBRARY, PACKAGES].map(load);
  const { loadPyodide } = await import(new URL("pyodide.mjs", PYTHON).href);
  // Pyodide fetches these by itself; it gets what was fetched here, counted and unpacked.
  const given = new Map(
    /** @type {[string, any][]} */ ([
      [new URL(CODE, PYTHON).href, await code],
      [new URL(LIBRARY, PYTHON).href, await library],
    ]),
  );
  const ordinary = globalThis.fetch;
  globalThis.fetch = (address, options) => {
    const content = given.get(String(address));
    if (content === undefined) return ordinary(address, options);
    given.delete(String(address));
    const headers = { "Content-Type": "application/wasm" };
    return Promise.resolve(new Response(/** @type {BodyInit} */ (content), { headers }));
  };
  const { python } = await site;
  const pyodide = await loadPyodide({
    indexURL: PYTHON.href,
    packageBaseUrl: PYTHON.href,
    lockFileContents: JSON.stringify(python.lock),
  });
  pyodide.unpackArchive(await packages, "zip", { extractDir: FOLDER });
  const begin = pyodide.runPython(
    `import sys; sys.path.insert(0, "${FOLDER}"); from spielbaum.site.answering import start; start`,
  );
  answer = begin(
    JSON.stringify(python),
    () => !stillWanted(),
    (/** @type {string} */ name) => modules.get(name),
    (/** @type {string} */ name) => solutions.get(name),
    (/** @type {string} */ name) => pools.get(name),
  );
  postMessage({ ready: true });
}

/** Whether the page still waits. A blob that was revoked cannot be fetched; see `python.js`. */
function stillWanted() {
  const now = performance.now();
  if (over || now - looked < LOOK) return !over;
  looked = now;
  const question = new XMLHttpRequest();
  question.open("GET", wanted, false);
  try {
    question.send();
    over = question.status !== 200;
  } catch {
    over = true;
  }
  return !over;
}

/**
 * The name of the game that is asked about; the tree lab names it inside its source.
 *
 * @param {any} body
 */
function gameOf(body) {
  const game = body?.game;
  return String(game?.game ?? game).split(":")[0];
}

/**
 * Fetch the engine's module of the game that is asked about, or its solution, where there is one.
 *
 * @param {string} path
 * @param {unknown} body
 */
async function fetchFiles(path, body) {
  const name = gameOf(body);
  const facts = await site;
  const [files, kept] = path.startsWith("/api/solution")
    ? [facts.solutions, solutions]
    : [facts.modules, modules];
  const file = files[name];
  if (file === undefined || kept.has(name)) return;
  const content = new Uint8Array(await (await whole(file)).arrayBuffer());
  // A solution is unpacked by Python.
  const unpack = () => unpacked([content]).catch(() => Promise.reject(new Damaged(file)));
  kept.set(name, kept === solutions ? content : new Uint8Array(await unpack()));
}

/**
 * Begin the threads that a player asks for, as many as this machine has; Python says so where they are missing.
 *
 * @param {unknown} body
 */
async function findPool(body) {
  const { player } = /** @type {{ player?: unknown }} */ (body ?? {});
  const name = gameOf(body);
  const content = modules.get(name);
  const asked = Number(/threads=(\d+)/.exec(String(player))?.[1] ?? 1);
  const threads = Math.min(asked, navigator.hardwareConcurrency);
  if (threads < 2 || content === undefined || !globalThis.crossOriginIsolated) return;
  const pool = pools.get(name);
  if (pool === undefined) {
    const { ThreadPool } = await import(new URL("./driver/sharing.js", import.meta.url).href);
    pools.set(name, await ThreadPool.start(content, threads));
  } else {
    while (pool.threads < threads) await pool.add();
  }
}

addEventListener("message", async ({ data: job }) => {
  const { number, path, body, language } = job;
  const send = (/** @type {string} */ message) => postMessage({ number, ...JSON.parse(message) });
  wanted = job.wanted;
  over = false;
  looked = 0;
  try {
    await fetchFiles(path, body);
    await findPool(body);
  } catch (error) {
    postMessage({ number, ...problem(error) });
    return;
  }
  answer(path, JSON.stringify(body ?? {}), language, send);
});

/**
 * What went wrong, for the page.
 *
 * @param {unknown} error
 */
function problem(error) {
  console.error(error);
  if (error instanceof Damaged) return { failed: "web.site.damaged", fields: { file: error.message } };
  if (error instanceof TypeError) return { unreachable: true };
  return { failed: "web.site.failed", fields: { error: String(error).slice(0, 200) } };
}

if (typeof WebAssembly !== "object") {
  postMessage({ failed: "web.site.no_webassembly" });
} else {
  start().catch((error) => postMessage(problem(error)));
}
