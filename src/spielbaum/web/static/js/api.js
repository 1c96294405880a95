// Asking whoever answers this page (`answers.js`). A lost connection loses nothing: requests are asked again
// until they are answered or no longer wanted, and whoever listens is told.

import * as answers from "./answers.js";
import { language } from "./language.js";

/** @type {Set<(online: boolean) => void>} */
const listeners = new Set();
/** The statuses of a server that is full, or has heard enough from here for the moment: ask again. */
const BUSY = 503;
const AGAIN = [BUSY, 429];
/** The status of a message that cannot be used. */
const UNUSABLE = 422;
let online = true;

/** The server understood and said no; `message` is its sentence. */
export class Refused extends Error {
  /**
   * @param {string} sentence
   * @param {number} status
   */
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

/**
 * Called with true or false when the connection comes or goes.
 *
 * @param {(online: boolean) => void} listener
 */
export function onConnection(listener) {
  listeners.add(listener);
}

/** @param {boolean} now */
function connected(now) {
  if (now === online) return;
  online = now;
  for (const listener of listeners) listener(now);
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal | undefined} signal
 */
function request(path, body, signal) {
  return answers.request(path, body, { language: language(), signal });
}

/**
 * Do something that talks to the server, again and again while the server cannot be reached or is busy;
 * `onBusy` is called with its sentence each time it is.
 *
 * @template A
 * @param {() => Promise<A>} action
 * @param {AbortSignal} [signal]
 * @param {(sentence: string) => void} [onBusy]
 * @returns {Promise<A>}
 */
async function persistently(action, signal, onBusy) {
  for (let attempt = 0;; attempt += 1) {
    try {
      const answer = await action();
      connected(true);
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      const busy = error instanceof Refused && AGAIN.includes(error.status);
      if (error instanceof Refused && !busy) throw error;
      if (busy) onBusy?.(error.message);
      else connected(false);
      await pause(Math.min(300 * 2 ** attempt, 4000), signal);
    }
  }
}

/** @param {Response} response */
async function refusal(response) {
  let sentence = response.statusText;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // Not from Spielbaum (a proxy perhaps): its status has to do.
  }
  return new Refused(sentence, response.status);
}

/**
 * What the server has to say under that path; the caller knows the type of the answer.
 *
 * @param {string} path
 * @param {{ signal?: AbortSignal }} options
 * @returns {Promise<any>}
 */
export function get(path, { signal } = {}) {
  return post(path, undefined, { signal });
}

/**
 * What the server answers to a message; the caller knows the type of the answer.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {{ signal?: AbortSignal }} options
 * @returns {Promise<any>}
 */
export function post(path, body, { signal } = {}) {
  return persistently(async () => {
    const response = await request(path, body, signal);
    if (!response.ok) throw await refusal(response);
    return response.json();
  }, signal);
}

/**
 * The same; where the server cannot use the message, `{ problem }` with its sentence.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {{ signal?: AbortSignal }} options
 * @returns {Promise<any>}
 */
export function postOrProblem(path, body, options = {}) {
  return post(path, body, options).catch((error) => {
    if (!(error instanceof Refused) || error.status !== UNUSABLE) throw error;
    return { problem: error.message };
  });
}

/**
 * Ask for a stream of events. `on[kind](data)` is called for each one, and the promise is the data of the
 * last one, `done`. A stream that breaks off is asked for again, and so is one that a full server refuses
 * (`on.busy` gets its sentence). Aborting stops the search on the server.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {{ signal?: AbortSignal, on?: Record<string, (data: any) => void> }} options
 * @returns {Promise<any>}
 */
export function stream(path, body, { signal, on = {} } = {}) {
  return persistently(
    async () => {
      const response = await request(path, body, signal);
      if (!response.ok || response.body === null) throw await refusal(response);
      connected(true);
      for await (const [kind, data] of events(response.body)) {
        if (kind === "done") return data;
        if (kind === "problem") throw new Refused(data.error, data.busy ? BUSY : UNUSABLE);
        on[kind]?.(data);
      }
      throw new TypeError("the stream broke off");
    },
    signal,
    on.busy,
  );
}

/**
 * @param {ReadableStream<BufferSource>} body
 * @returns {AsyncGenerator<[string, any]>}
 */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const kind = /^event: (.*)$/m.exec(part);
      const data = /^data: (.*)$/m.exec(part);
      if (kind && data) yield [kind[1], JSON.parse(data[1])];
    }
  }
}
