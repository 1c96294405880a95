// What is told by whoever answers inside the page or beside it, as a server would send it.

/** A message of a worker or a kernel. @typedef {Record<string, any>} Message */

export const unreachable = () => new TypeError("a file of this site cannot be reached");

/**
 * @param {number} status
 * @param {unknown} content
 */
export function json(status, content) {
  return new Response(JSON.stringify(content), { status, headers: { "Content-Type": "application/json" } });
}

/** A last word as a server's answer. @param {Message} message */
export function told({ problem, done }) {
  return problem ? json(problem.status, { error: problem.error }) : json(200, done);
}

/**
 * Events as a server sends them: the answer of the page, and whoever writes it.
 *
 * @param {AbortSignal | undefined} signal
 */
export function eventStream(signal) {
  const encoder = new TextEncoder();
  /** @type {ReadableStreamDefaultController<Uint8Array>} */
  let events;
  let over = false;
  const stream = new ReadableStream({
    start: (controller) => void (events = controller),
    cancel: () => void (over = true),
  });

  /** @param {unknown} reason */
  function fail(reason) {
    if (!over) events.error(reason);
    over = true;
  }
  signal?.addEventListener("abort", () => fail(signal.reason));

  return {
    response: new Response(stream, { headers: { "Content-Type": "text/event-stream" } }),

    /** Pass on what the worker says; its last word is the end. @param {Message} message */
    hear(message) {
      if (over) return;
      if (message.unreachable) {
        fail(unreachable());
        return;
      }
      for (const [kind, data] of Object.entries(message)) {
        events.enqueue(encoder.encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`));
      }
      if (message.done || message.problem) {
        over = true;
        events.close();
      }
    },
  };
}
