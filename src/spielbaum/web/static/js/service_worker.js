// Keeps a site without a server in the browser, so that it works without a network after the first visit.
//
// `spielbaum site` writes the names of the files and a digest of them into it: a site that has changed is
// another script, which fetches the files anew and takes over when all its pages are closed.

const VERSION = "VERSION";
const FILES = ["FILES"];

/** @type {any} */
const worker = self;
const CACHE = `spielbaum ${worker.registration.scope} ${VERSION}`;
/** Files that are fetched at the same time. */
const AT_ONCE = 4;

async function fill() {
  const cache = await caches.open(CACHE);
  const names = [...FILES];
  const some = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      await cache.add(new URL(name, worker.registration.scope).href);
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

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const url = new URL(request.url);
  if (request.mode === "navigate" && !url.pathname.endsWith("/")) {
    // As hosts do: /tree-lab is a folder.
    const folder = `${url.origin}${url.pathname}/`;
    if (await cache.match(folder)) return Response.redirect(folder + url.search);
  }
  return fetch(request);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(worker.registration.scope)) {
    event.respondWith(answer(request));
  }
});
