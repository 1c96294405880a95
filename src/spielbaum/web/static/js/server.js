// A server answers, over HTTP.

const client = Array.from(
  crypto.getRandomValues(new Uint8Array(8)),
  (byte) => byte.toString(16).padStart(2, "0"),
).join("");

/**
 * Ask something; the promise fails where nobody can be reached.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {{ language: string, signal?: AbortSignal }} options
 * @returns {Promise<Response>}
 */
export function request(path, body, { language, signal }) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language, "X-Client": client };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
}

/**
 * Where a page is; the first one is at the root.
 *
 * @param {string} page
 * @param {boolean} first
 */
export function pageAddress(page, first) {
  return first ? "/" : `/${page.replace("_", "-")}`;
}

/**
 * Nothing to tell: a server that cannot be reached is noticed by whoever asks.
 *
 * @param {(notice: { name: string, key?: string, fields?: Record<string, unknown>, lasting?: boolean }) => void} _listener
 */
export function onNotice(_listener) {}
