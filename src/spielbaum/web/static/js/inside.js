// What pages without a server share, whoever answers in them: Python (`python.js`) or rules alone
// (`light/answers.js`). Both answer in a Web Worker; what everybody asks first was asked when the site was
// written, and lies beside the page as files.

import { unreachable } from "./told.js";

/** @import { Message } from "./told.js" */

/** @typedef {{ name: string, key?: string, fields?: Record<string, unknown>, lasting?: boolean }} Notice */

export const ROOT = new URL("../../", import.meta.url);

/** @type {Set<(notice: Notice) => void>} */
const listeners = new Set();
/** @type {Notice[]} */
let untold = [];

/** @param {(notice: Notice) => void} listener */
export function onNotice(listener) {
  listeners.add(listener);
  for (const notice of untold) listener(notice);
  untold = [];
}

/** @param {Notice} notice */
export function tell(notice) {
  if (listeners.size === 0) untold.push(notice);
  for (const listener of listeners) listener(notice);
}

/**
 * A function that finds the written answer to a question, or undefined where there is none.
 *
 * @param {string} name the file that says which answers there are
 */
export function writtenAnswers(name) {
  /** @type {Promise<{ known: Record<string, string> }> | null} */
  let site = null;

  async function facts() {
    try {
      const response = await fetch(new URL(name, ROOT));
      if (!response.ok) throw unreachable();
      return await response.json();
    } catch (error) {
      site = null; // asked again the next time
      throw error;
    }
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {{ language: string, signal?: AbortSignal }} options
   * @returns {Promise<Response | undefined>}
   */
  return async (path, body, { language, signal }) => {
    site ??= facts();
    const { known } = await site;
    signal?.throwIfAborted();
    const file = known[body === undefined ? path : `${path} ${JSON.stringify(body)}`];
    if (file === undefined) return undefined;
    const packed = await fetch(new URL(file.replace("LANGUAGE", language), ROOT), { signal });
    if (!packed.ok || packed.body === null) throw unreachable();
    return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")));
  };
}

/**
 * @param {URL} address
 * @param {(message: Message) => void} heard
 * @param {() => void} broken its script could not be had, or failed
 */
export function startWorker(address, heard, broken) {
  const worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    broken();
  });
  return worker;
}

/** Keep the site for the next time; where the browser refuses that, or has no room, people are told. */
export async function keep() {
  const refused = () => tell({ name: "offline", key: "web.site.not_kept" });
  try {
    if (!navigator.serviceWorker) throw new TypeError("no service worker");
    const { installing } = await navigator.serviceWorker.register(new URL("service_worker.js", ROOT));
    installing?.addEventListener("statechange", () => {
      if (installing.state === "redundant") refused();
    });
  } catch {
    refused();
  }
}
