// Python inside the page answers: the same functions that a server calls, in a Web Worker (`python_worker.js`).
//
// What everybody asks first is known already: `spielbaum site` has asked it and written the answers down.
// The worker does one thing at a time. It cannot receive a message while it is at it, so each job has a
// blob with an address that the worker can ask for meanwhile: once it is revoked, the job shall end. That
// needs no shared memory, which plain hosts do not allow, and no service worker, which may be refused.

import { keep, onNotice, ROOT, startWorker, tell, writtenAnswers } from "./inside.js";
import { Jobs } from "./jobs.js";
import { fixed, t } from "./language.js";

const known = writtenAnswers("site.json");
/** Seconds within which a search must obey. */
const GRACE = 10;

/** @type {Worker | null} */
let worker = null;
let ready = false;
let timer = 0;
/**
 * Addresses of blobs that are there as long as the answers are wanted, by the numbers of jobs.
 *
 * @type {Map<number, string>}
 */
const wanted = new Map();

const jobs = new Jobs({
  begin({ number, path, body, language }) {
    if (worker === null) start();
    if (!ready) return false;
    worker?.postMessage({ number, path, body, language, wanted: wantedBlob(number) });
    return true;
  },
  stop({ number }, begun) {
    URL.revokeObjectURL(wantedBlob(number));
    if (begun) watch(GRACE);
  },
});

/** @param {number} number */
function wantedBlob(number) {
  const address = wanted.get(number) ?? URL.createObjectURL(new Blob(["wanted"]));
  wanted.set(number, address);
  return address;
}

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
export async function request(path, body, options) {
  return await known(path, body, options) ?? jobs.ask(path, body, options);
}

// --- jobs

/** @param {Record<string, any>} message */
function finish(message) {
  clearTimeout(timer);
  const job = jobs.finish(message);
  if (job === null) return;
  URL.revokeObjectURL(wantedBlob(job.number));
  wanted.delete(job.number);
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
    if (message.number !== jobs.current?.number) return;
    if (message.most) watch(message.most);
    else if (message.failed) finish(failure(message));
    else if (message.done || message.problem || message.unreachable) finish(message);
    else jobs.current?.hear(message);
  } else if (message.loaded) {
    const part = fixed(message.loaded / 1e6);
    const whole = fixed(message.whole / 1e6);
    tell({ name: "python", key: "web.site.loading", fields: { part, whole }, lasting: true });
  } else if (message.ready) {
    ready = true;
    tell({ name: "python" });
    jobs.next();
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
  jobs.fail(message);
  wanted.clear();
}

// Python is fetched while people look at what is there already; the rest of the site after it.
start();
keep();
