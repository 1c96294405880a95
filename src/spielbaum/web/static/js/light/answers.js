// A page with one game and without Python: the rules are a WebAssembly module, and what people see of them was
// translated (`spielbaum site --light`). The questions of the page are those that a server answers; here a Web
// Worker does (`worker.js`), which understands what it takes to play.

import { t } from "../language.js";

/** @typedef {{ name: string, key?: string, fields?: Record<string, unknown>, lasting?: boolean }} Notice */
/** @typedef {(message: Record<string, any>) => void} Hear */

const ROOT = new URL("../../../", import.meta.url);
/** Seconds within which the rules have to answer. */
const RULES = 20;

/** @type {Promise<{ known: Record<string, string> }> | null} */
let site = null;
/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, { hear: Hear, timer: number }>} */
const jobs = new Map();
let last = 0;
/** @type {Set<(notice: Notice) => void>} */
const listeners = new Set();
/** @type {Notice[]} */
let untold = [];

/** There is one page. */
export function pageAddress() {
  return ROOT.pathname;
}

/** @param {(notice: Notice) => void} listener */
export function onNotice(listener) {
  listeners.add(listener);
  for (const notice of untold) listener(notice);
  untold = [];
}

/** @param {Notice} notice */
function tell(notice) {
  if (listeners.size === 0) untold.push(notice);
  for (const listener of listeners) listener(notice);
}

/**
 * Ask something; the promise fails where a file of the page cannot be had.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {{ language: string, signal?: AbortSignal }} options
 * @returns {Promise<Response>}
 */
export async function request(path, body, { language, signal }) {
  if (path === "/api/stop") {
    worker?.postMessage({ stop: Number(/** @type {{ job: string }} */ (body).job) });
    return json(200, { stopped: true });
  }
  site ??= facts();
  const { known } = await site;
  signal?.throwIfAborted();
  const file = known[body === undefined ? path : `${path} ${JSON.stringify(body)}`];
  if (file !== undefined) return fetch(new URL(file.replace("LANGUAGE", language), ROOT), { signal });
  return path === "/api/think" ? think(body, language, signal) : ask(path, body, language, signal);
}

async function facts() {
  try {
    const response = await fetch(new URL("light.json", ROOT));
    if (!response.ok) throw new TypeError(response.statusText);
    return await response.json();
  } catch (error) {
    site = null; // asked again the next time
    throw error;
  }
}

/** @param {number} status @param {unknown} content */
function json(status, content) {
  return new Response(JSON.stringify(content), { status, headers: { "Content-Type": "application/json" } });
}

// --- the worker

function start() {
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end({ unreachable: true });
  });
}

/** @param {Record<string, any>} message */
function heard(message) {
  const job = jobs.get(message.number);
  if (job === undefined) return;
  clearTimeout(job.timer);
  jobs.delete(message.number);
  const { key, fields } = message.problem ?? {};
  job.hear(key ? { problem: { status: message.problem.status, error: t(key, fields) } } : message);
}

/** End the worker; whoever waits hears why. @param {Record<string, any>} message */
function end(message) {
  worker?.terminate();
  worker = null;
  for (const [number, job] of [...jobs]) {
    clearTimeout(job.timer);
    jobs.delete(number);
    job.hear(message);
  }
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} language
 * @param {Hear} hear
 * @param {number} [seconds]
 */
function send(path, body, language, hear, seconds) {
  if (worker === null) start();
  const number = last += 1;
  const timer = seconds === undefined ? 0 : setTimeout(() => {
    tell({ name: "rules", key: "web.light.restarted" });
    end({ problem: { status: 500, error: t("web.light.lost", { seconds }) } });
  }, 1000 * seconds);
  jobs.set(number, { hear, timer });
  worker?.postMessage({ number, path, body, language });
  return number;
}

const unreachable = () => new TypeError("a file of this page cannot be reached");

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} language
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<Response>}
 */
function ask(path, body, language, signal) {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
    send(path, body, language, (message) => {
      if (message.unreachable) reject(unreachable());
      else if (message.problem) resolve(json(message.problem.status, { error: message.problem.error }));
      else resolve(json(200, message.done));
    }, RULES);
  });
}

/**
 * A move, as the stream of events that a server sends.
 *
 * @param {unknown} body
 * @param {string} language
 * @param {AbortSignal | undefined} signal
 */
function think(body, language, signal) {
  const encoder = new TextEncoder();
  const stream = new ReadableStream({
    start(events) {
      const event = (/** @type {string} */ kind, /** @type {unknown} */ data) =>
        events.enqueue(encoder.encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`));
      const number = send("/api/think", body, language, (message) => {
        if (signal?.aborted) return;
        if (message.unreachable) events.error(unreachable());
        else {
          for (const kind of ["done", "problem"]) if (message[kind]) event(kind, message[kind]);
          events.close();
        }
      });
      event("queued", { job: String(number) });
      signal?.addEventListener("abort", () => {
        worker?.postMessage({ stop: number });
        try {
          events.error(signal.reason);
        } catch {
          // It was over already.
        }
      });
    },
  });
  return new Response(stream, { headers: { "Content-Type": "text/event-stream" } });
}

/** Keep the page for the next time; where the browser refuses that, people are told. */
async function keep() {
  try {
    if (!navigator.serviceWorker) throw new TypeError("no service worker");
    await navigator.serviceWorker.register(new URL("service_worker.js", ROOT));
  } catch {
    tell({ name: "offline", key: "web.site.not_kept" });
  }
}

start();
keep();
