// Python inside the page answers: the same functions that a server calls, in a Web Worker (`python_worker.js`).
//
// What everybody asks first is known already: `spielbaum site` has asked it and written the answers down.
// The worker does one thing at a time. It cannot receive a message while it is at it, so each job has a
// blob with an address that the worker can ask for meanwhile: once it is revoked, the job shall end. That
// needs no shared memory, which plain hosts do not allow, and no service worker, which may be refused.

import {
  eventStream,
  json,
  keep,
  onNotice,
  ROOT,
  startWorker,
  tell,
  told,
  unreachable,
  writtenAnswers,
} from "./inside.js";
import { t } from "./language.js";

/**
 * @typedef {object} Job
 * @property {number} number
 * @property {string} path
 * @property {unknown} body
 * @property {string} language
 * @property {string} wanted the address of a blob that is there as long as the answer is wanted
 * @property {(message: import("./inside.js").Message) => void} hear
 */

const known = writtenAnswers("site.json");
/** What is answered by a stream of events. */
const STREAMS = ["/api/think", "/api/review", "/api/analyse"];
/** What goes on without an end and gives way to everything else; whoever asked for it asks again. */
const BACKGROUND = ["/api/analyse"];
/** Seconds within which a search must obey. */
const GRACE = 10;

/** @type {Worker | null} */
let worker = null;
let ready = false;
/** @type {Job[]} */
const waiting = [];
/** @type {Job | null} */
let current = null;
let timer = 0;
let jobs = 0;

/**
 * Where a page is; each has a folder.
 *
 * @param {string} page
 * @param {boolean} first
 */
export function pageAddress(page, first) {
  return first ? ROOT.pathname : `${ROOT.pathname}${page.replace("_", "-")}/`;
}

export { onNotice };

/**
 * Ask something; the promise fails where a file of the site cannot be had.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {{ language: string, signal?: AbortSignal }} options
 * @returns {Promise<Response>}
 */
export async function request(path, body, { language, signal }) {
  if (path === "/api/stop") return json(200, { stopped: stop(/** @type {{ job: string }} */ (body).job) });
  return await known(path, body, { language, signal }) ?? ask(path, body, language, signal);
}

// --- jobs

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} language
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Response>}
 */
function ask(path, body, language, signal) {
  return new Promise((resolve, reject) => {
    const number = jobs += 1;
    const wanted = URL.createObjectURL(new Blob(["wanted"]));
    const stream = STREAMS.includes(path) ? eventStream(signal) : null;
    const hear = (/** @type {import("./inside.js").Message} */ message) => {
      if (message.unreachable) reject(unreachable());
      else if (message.done || message.problem) resolve(told(message));
    };
    const job = { number, path, body, language, wanted, hear: stream?.hear ?? hear };
    signal?.addEventListener("abort", () => {
      stop(String(number));
      reject(signal.reason);
    });
    if (stream !== null) {
      stream.hear({ queued: { job: String(number) } });
      resolve(stream.response);
    }
    waiting.push(job);
    if (current !== null && isBackground(current) && !isBackground(job)) stop(String(current.number));
    next();
  });
}

/**
 * Let a job answer at once with what it has; one that has not begun is dropped where nobody waits for it.
 *
 * @param {string} name
 */
function stop(name) {
  const job = [current, ...waiting].find((one) => String(one?.number) === name);
  if (!job) return false;
  URL.revokeObjectURL(job.wanted);
  if (job === current) watch(GRACE);
  return true;
}

/** @param {Job} job */
const isBackground = ({ path }) => BACKGROUND.includes(path);

function next() {
  if (worker === null) start();
  if (!ready || current !== null || waiting.length === 0) return;
  const first = waiting.findIndex((job) => !isBackground(job));
  [current] = waiting.splice(Math.max(first, 0), 1);
  const { number, path, body, language, wanted } = current;
  worker?.postMessage({ number, path, body, language, wanted });
}

/** @param {Record<string, any>} message */
function finish(message) {
  clearTimeout(timer);
  const job = current;
  current = null;
  if (job) {
    URL.revokeObjectURL(job.wanted);
    job.hear(message);
  }
  next();
}

/**
 * End the worker if nothing is heard from it for so many seconds.
 *
 * @param {number} seconds
 */
function watch(seconds) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    end();
    tell({ name: "python", key: "web.site.restarted" });
    finish({ problem: { status: 500, error: t("web.site.lost", { seconds }) } });
  }, 1000 * seconds);
}

// --- the worker

function end() {
  worker?.terminate();
  worker = null;
  ready = false;
}

function start() {
  const script = new URL("./python_worker.js", import.meta.url);
  worker = startWorker(script, heard, () => broken({ unreachable: true }));
}

/** @param {Record<string, any>} message */
function failure({ failed, fields }) {
  return { problem: { status: 500, error: t(failed, fields) } };
}

/** @param {Record<string, any>} message */
function heard(message) {
  if (message.number !== undefined) {
    if (message.number !== current?.number) return;
    if (message.most) watch(message.most);
    else if (message.failed) finish(failure(message));
    else if (message.done || message.problem || message.unreachable) finish(message);
    else current?.hear(message);
  } else if (message.loaded) {
    const part = (message.loaded / 1e6).toFixed(1);
    const whole = (message.whole / 1e6).toFixed(1);
    tell({ name: "python", key: "web.site.loading", fields: { part, whole }, lasting: true });
  } else if (message.ready) {
    ready = true;
    tell({ name: "python" });
    next();
  } else if (message.unreachable) {
    broken(message);
  } else if (message.failed) {
    broken(failure(message));
  }
}

/**
 * Python could not be started: whoever waits is told, and whoever asks next lets it be tried again.
 *
 * @param {Record<string, any>} message
 */
function broken(message) {
  end();
  tell({ name: "python" });
  const all = current === null ? waiting.splice(0) : [current, ...waiting.splice(0)];
  current = null;
  for (const job of all) job.hear(message);
}

// Python is fetched while people look at what is there already; the rest of the site after it.
start();
keep();
