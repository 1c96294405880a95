// A page without a browser: as much of one as scripts ask for before they draw anything.

/** Let scripts find themselves at that address; what they write into the address is found there again. */
export function openPage(address = "http://localhost/") {
  const at = new URL(address);
  const listeners = new Map();
  const go = (_data, _title, url) => {
    at.href = new URL(url, at).href;
  };
  const page = {
    location: at,
    history: { pushState: go, replaceState: go },
    document: {
      documentElement: { lang: "" },
      addEventListener: (kind, listener) => listeners.set(kind, listener),
    },
    Element: class {},
  };
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return {
    at,
    /** Press a key on the page; true where it was used up. */
    press(key, more = {}) {
      let prevented = false;
      const preventDefault = () => {
        prevented = true;
      };
      listeners.get("keydown")?.({ key, target: null, preventDefault, ...more });
      return prevented;
    },
  };
}

/**
 * A server: `answer(path, body)` gives the answer, a `Refusal` or a promise of one. Returns what it was asked.
 */
export function serve(answer) {
  const asked = [];
  globalThis.fetch = async (path, { body, signal } = {}) => {
    const message = body === undefined ? undefined : JSON.parse(body);
    asked.push([path, message]);
    const gone = new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    const found = await Promise.race([answer(path, message), gone]);
    if (found instanceof Refusal) return Response.json({ error: found.sentence }, { status: found.status });
    if (found instanceof Events) return new Response(found.text);
    return Response.json(found);
  };
  return asked;
}

export class Refusal {
  constructor(sentence, status = 422) {
    this.sentence = sentence;
    this.status = status;
  }
}

/** A stream of events: pairs of kind and data. */
export class Events {
  constructor(...events) {
    this.text = events.map(([kind, data]) => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`).join("");
  }
}

/** Until everything that can go on without waiting has gone on. */
export async function settled() {
  for (let i = 0; i < 50; i += 1) await Promise.resolve();
  await new Promise((done) => setTimeout(done));
}
