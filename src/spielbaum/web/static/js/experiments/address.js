// The address says what is looked at: one run, several beside each other, or the form of a new one.
//
//   ?run=a    ?run=a&run=b    ?new&kind=match&game=connect4&player=engine:nodes=5000&player=random&games=100

import { isDecimal } from "./fields.js";

const TEXTS = ["kind", "name", "game", "openings", "clock", "form", "limit", "plies", "player"];
const WHOLE = [
  "games",
  "seed",
  "workers",
  "depth",
  "nodes",
  "positions",
  "solve_seconds",
  "match",
  "samples",
];
const DECIMAL = ["ridge", "held_out"];
// A tuning has one player, so both have the same word; which is meant follows from the kind.
const LISTS = { players: "player", algorithms: "algorithm" };
const NUMBERS = ["sprt", "ladder"];

export function readAddress(search = location.search) {
  const query = new URLSearchParams(search);
  const wish = {};
  for (const key of TEXTS) if (query.has(key)) wish[key] = query.get(key);
  for (const key of WHOLE) if (/^\d+$/.test(query.get(key) ?? "")) wish[key] = Number(query.get(key));
  for (const key of DECIMAL) if (isDecimal(query.get(key) ?? "")) wish[key] = Number(query.get(key));
  for (const [key, one] of Object.entries(LISTS)) {
    if (query.has(one)) wish[key] = query.getAll(one).filter(Boolean);
  }
  for (const key of NUMBERS) {
    const found = (query.get(key) ?? "").split(",").filter(Boolean).map(Number);
    if (found.length && found.every(Number.isFinite)) wish[key] = found;
  }
  return { names: query.getAll("run").slice(0, 8), isNew: query.has("new"), wish };
}

/** `wish` is null unless the form is open. */
export function writeAddress({ names, wish }) {
  const query = new URLSearchParams();
  if (wish) {
    query.set("new", "");
    for (const key of [...TEXTS, ...WHOLE, ...DECIMAL]) {
      if (wish[key] !== null && wish[key] !== undefined && wish[key] !== "") query.set(key, wish[key]);
    }
    for (const [key, one] of Object.entries(LISTS)) {
      for (const item of wish[key] ?? []) query.append(one, item);
      if (wish[key]?.length === 0) query.set(one, "");
    }
    for (const key of NUMBERS) if (wish[key]) query.set(key, wish[key].join(","));
  } else {
    for (const name of names) query.append("run", name);
  }
  const language = new URLSearchParams(location.search).get("lang");
  if (language) query.set("lang", language);
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=").replace(
    "new=",
    "new",
  );
  return text ? `${location.pathname}?${text}` : location.pathname;
}
