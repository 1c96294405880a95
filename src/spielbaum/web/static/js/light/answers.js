// A page with one game and without Python: the rules are a WebAssembly module, and what people see of them was
// translated (`spielbaum site --light`). The questions of the page are those that a server answers; here a Web
// Worker does (`worker.js`), which understands what it takes to play.

import { keep, onNotice, ROOT, startWorker, tell, writtenAnswers } from "../inside.js";
import { t } from "../language.js";
import { eventStream, json, told, unreachable } from "../told.js";

/** @typedef {(message: import("../told.js").Message) => void} Hear */

const known = writtenAnswers("light.json");
/** Seconds within which the rules have to answer. */
const RULES = 20;

/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, { hear: Hear, timer: number }>} */
const jobs = new Map();
let last = 0;

export { onNotice };

/** There is one page. */
export function pageAddress() {
  return ROOT.pathname;
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
  const written = await known(path, body, { language, signal });
  if (written !== undefined) return written;
  return path === "/api/think" ? think(body, language, signal) : ask(path, body, language, signal);
}

// --- the worker

function start() {
  worker = startWorker(new URL("./worker.js", import.meta.url), heard, () => end({ unreachable: true }));
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
      if (message.unreachable) {
        reject(unreachable());
        return;
      }
      if (message.done?.tallies) message.done.tallies = message.done.tallies.map(inWords);
      resolve(told(message));
    }, RULES);
  });
}

/**
 * What a player has by now; of a lead that is none nothing is said.
 *
 * @param {{ key: string, count: number, pieces: string, lead: boolean }} tally
 */
function inWords({ key, count, pieces, lead }) {
  return { text: count || !lead ? t(key, { count }) : "", pieces: [...pieces] };
}

/**
 * A move, as the stream of events that a server sends.
 *
 * @param {unknown} body
 * @param {string} language
 * @param {AbortSignal | undefined} signal
 */
function think(body, language, signal) {
  const { response, hear } = eventStream(signal);
  const number = send("/api/think", body, language, ({ unreachable: away, done, problem }) => {
    hear(away ? { unreachable: true } : done ? { done } : { problem });
  });
  hear({ queued: { job: String(number) } });
  signal?.addEventListener("abort", () => worker?.postMessage({ stop: number }));
  return response;
}

start();
keep();
