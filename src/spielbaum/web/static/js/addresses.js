// Addresses of pages. They say everything, so they are kept readable: people read, write and send them.

import * as place from "./place.js";

/**
 * A query as text. Colons, commas, equals signs and brackets are allowed in one and stay as they are; a flag
 * is written without an equals sign.
 *
 * @param {URLSearchParams} query
 */
export function queryText(query) {
  return query.toString().replaceAll(/=(?=&|$)/g, "").replaceAll(/%(?:3A|2C|3D|28|29)/g, decodeURIComponent);
}

/**
 * The path with that query; the language that this page was asked for stays.
 *
 * @param {string} path
 * @param {URLSearchParams} query
 */
export function addressOf(path, query) {
  const language = new URLSearchParams(place.search()).get("lang");
  if (language) query.set("lang", language);
  const text = queryText(query);
  return text ? `${path}?${text}` : path;
}
