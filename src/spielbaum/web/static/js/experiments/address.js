// The address says what is looked at: one run, several beside each other, or the form of a new one.
//
//   ?run=a    ?run=a&run=b    ?new&kind=match&game=connect4&players=engine:nodes=5000&players=random&games=100

import { addressOf } from "../addresses.js";
import * as place from "../place.js";
import { isDecimal } from "./fields.js";
import { kindOf } from "./schema.js";

/** @import { KindForm, RunRequest } from "./messages.d.ts" */

const LISTS = ["players", "names"];

/**
 * What is written in an address as a value of that type; undefined where it is none.
 *
 * @param {string} type
 * @param {URLSearchParams} query
 * @param {string} name
 */
function read(type, query, name) {
  const text = query.get(name) ?? "";
  if (LISTS.includes(type)) return query.getAll(name).filter(Boolean);
  if (type === "numbers") {
    const found = text.split(",").filter(Boolean).map(Number);
    return found.every(Number.isFinite) ? found : undefined;
  }
  if (type === "whole") return /^\d+$/.test(text) ? Number(text) : undefined;
  if (type === "decimal") return isDecimal(text) ? Number(text) : undefined;
  return text;
}

/** @param {KindForm[]} kinds */
export function readAddress(kinds, search = place.search()) {
  const query = new URLSearchParams(search);
  const kind = kindOf(kinds, query.get("kind"));
  /** @type {RunRequest["settings"]} */
  const settings = {};
  for (const { name, type } of kind.fields) {
    const value = query.has(name) ? read(type, query, name) : undefined;
    if (value !== undefined) settings[name] = value;
  }
  const workers = /^\d+$/.test(query.get("workers") ?? "") ? Number(query.get("workers")) : null;
  const request = { kind: kind.name, name: query.get("name") ?? "", workers, settings };
  return { names: query.getAll("run").slice(0, 8), isNew: query.has("new"), request };
}

/**
 * `request` is left out unless the form is open.
 *
 * @param {{ names: string[], request?: Partial<RunRequest> }} state
 */
export function writeAddress({ names, request }) {
  const query = new URLSearchParams();
  if (request) {
    query.set("new", "");
    const { settings = {}, ...rest } = request;
    for (const [key, value] of Object.entries({ ...rest, ...settings })) {
      if (value === null || value === undefined || value === "") continue;
      if (!Array.isArray(value)) query.set(key, String(value));
      else if (typeof value[0] === "number") query.set(key, value.join(","));
      else for (const item of value.length ? value : [""]) query.append(key, String(item));
    }
  } else {
    for (const name of names) query.append("run", name);
  }
  return addressOf(place.path(), query);
}
