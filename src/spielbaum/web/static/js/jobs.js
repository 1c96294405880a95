// Questions to somebody who does one thing at a time: Python inside the page, or the kernel of a notebook.
//
// Whoever waits longest is served first; what goes on without an end gives way to everything else, and whoever
// asked for it asks again.

import { eventStream, json, told, unreachable } from "./told.js";

/** @import { Message } from "./told.js" */

/**
 * @typedef {object} Job
 * @property {number} number
 * @property {string} path
 * @property {unknown} body
 * @property {string} language
 * @property {(message: Message) => void} hear
 */

/** What is answered by a stream of events. */
const STREAMS = ["/api/think", "/api/review", "/api/analyse"];
/** What goes on without an end. */
const BACKGROUND = ["/api/analyse"];

/** @param {Job} job */
const isBackground = ({ path }) => BACKGROUND.includes(path);

export class Jobs {
  /**
   * `begin(job)` hands a job over, and is false where nobody can take one yet; `stop(job, begun)` lets one answer
   * at once with what it has.
   *
   * @param {{ begin: (job: Job) => boolean, stop: (job: Job, begun: boolean) => void }} callbacks
   */
  constructor({ begin, stop }) {
    this.begin = begin;
    this.stopJob = stop;
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Job | null} */
    this.current = null;
    this.count = 0;
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {{ language: string, signal?: AbortSignal }} options
   * @returns {Promise<Response>}
   */
  ask(path, body, { language, signal }) {
    if (path === "/api/stop") {
      return Promise.resolve(json(200, { stopped: this.stop(/** @type {{ job: string }} */ (body).job) }));
    }
    return new Promise((resolve, reject) => {
      const number = this.count += 1;
      const stream = STREAMS.includes(path) ? eventStream(signal) : null;
      const hear = (/** @type {Message} */ message) => {
        if (message.unreachable) reject(unreachable());
        else if (message.done || message.problem) resolve(told(message));
      };
      const job = { number, path, body, language, hear: stream?.hear ?? hear };
      signal?.addEventListener("abort", () => {
        this.stop(String(number));
        reject(signal.reason);
      });
      if (stream !== null) {
        stream.hear({ queued: { job: String(number) } });
        resolve(stream.response);
      }
      this.waiting.push(job);
      const { current } = this;
      if (current !== null && isBackground(current) && !isBackground(job)) this.stop(String(current.number));
      this.next();
    });
  }

  /**
   * Let a job answer at once with what it has.
   *
   * @param {string} name
   */
  stop(name) {
    const job = [this.current, ...this.waiting].find((one) => String(one?.number) === name);
    if (!job) return false;
    this.stopJob(job, job === this.current);
    return true;
  }

  /** Hand over the next job, where there is one and nobody is at another. */
  next() {
    if (this.current !== null || this.waiting.length === 0) return;
    const first = Math.max(this.waiting.findIndex((job) => !isBackground(job)), 0);
    if (!this.begin(this.waiting[first])) return;
    [this.current] = this.waiting.splice(first, 1);
  }

  /** The last word of the job at hand. @param {Message} message */
  finish(message) {
    const job = this.current;
    this.current = null;
    job?.hear(message);
    this.next();
    return job;
  }

  /** Nobody answers: tell everybody who waits. @param {Message} message */
  fail(message) {
    const all = this.current === null ? this.waiting.splice(0) : [this.current, ...this.waiting.splice(0)];
    this.current = null;
    for (const job of all) job.hear(message);
  }
}
