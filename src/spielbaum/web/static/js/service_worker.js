// Keeps a site without a server in the browser, so that it works without a network after the first visit.
//
// `spielbaum site` writes the names of the files and a digest of them into it: a site that has changed is
// another script, which fetches the files anew and takes over when all its pages are closed.
//
// Files that come from here have the headers that plain hosts do not send and without which no page may share memory
// between threads. Nothing else follows from them, as a site asks no other host for anything.

const VERSION = "VERSION";
const FILES = ["FILES"];
/** A documentation beside the pages is kept by whoever opens it: most visitors come to play. */
const DOCS = ["DOCS"];

/** @type {any} */
const worker = self;
const CACHE = `spielbaum ${worker.registration.scope} ${VERSION}`;
/** With them a page is apart from others (`crossOriginIsolated`), from its second visit on. */
const APART = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  // So that pages of others may still show this one in a frame, and take scripts from here.
  "Cross-Origin-Resource-Policy": "cross-origin",
};
/** Files that are fetched at the same time. */
const AT_ONCE = 4;

/** @param {string} name */
const address = (name) => new URL(name, worker.registration.scope).href;

/** @param {string[]} files */
async function keep(files) {
  const cache = await caches.open(CACHE);
  const names = [...files];
  const some = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      if (await cache.match(address(name)) === undefined) await cache.add(address(name));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`spielbaum ${worker.registration.scope} `) && name !== CACHE) {
      await caches.delete(name);
    }
  }
  await worker.clients.claim();
}

/** @param {Response} response */
function apart(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(APART)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const url = new URL(request.url);
  const first = new URL("index.html", url);
  const found = await cache.match(request, { ignoreSearch: true }) ??
    (url.pathname.endsWith("/") ? await cache.match(first) : undefined);
  if (found) return apart(found);
  if (request.mode === "navigate" && !url.pathname.endsWith("/")) {
    // As hosts do: /tree-lab is a folder.
    const folder = `${url.origin}${url.pathname}/`;
    if (await cache.match(folder)) return Response.redirect(folder + url.search);
  }
  return fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep(FILES)));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(worker.registration.scope)) {
    event.respondWith(answer(request));
    if (request.mode === "navigate" && request.url.startsWith(address("docs/"))) {
      // Without a network, or room, it is tried again with the next page.
      event.waitUntil(keep(DOCS).catch(() => {}));
    }
  }
});
