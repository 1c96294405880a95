// The kernel of a notebook answers: the same functions that a server calls, in a thread of the kernel.
//
// The page is in a frame of its own; what it says goes through the widget around it (`widget.js`) to the kernel.

import { Jobs } from "../jobs.js";

const jobs = new Jobs({
  begin({ number, path, body, language }) {
    parent.postMessage({ ask: { number, path, body: body ?? {}, language } }, "*");
    return true;
  },
  stop({ number }) {
    parent.postMessage({ stop: number }, "*");
  },
});

window.addEventListener("message", ({ data, source }) => {
  if (source !== parent || data.number === undefined || data.number !== jobs.current?.number) return;
  const { number: _, ...message } = data;
  if (message.done || message.problem) jobs.finish(message);
  else jobs.current?.hear(message);
});

/**
 * @param {string} path
 * @param {unknown} body
 * @param {{ language: string, signal?: AbortSignal }} options
 */
export function request(path, body, options) {
  return jobs.ask(path, body, options);
}

/** There is but one page, which has no address. */
export const pageAddress = () => "";

/**
 * Nothing to tell: a kernel that is away cannot be told from one that is at work.
 *
 * @param {(notice: { name: string, key?: string, fields?: Record<string, unknown>, lasting?: boolean }) => void} _listener
 */
export function onNotice(_listener) {}
