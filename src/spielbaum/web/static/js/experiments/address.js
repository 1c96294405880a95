// The address says what is looked at: one run, several beside each other, or the form of a new one.
//
//   ?run=a    ?run=a&run=b    ?new&kind=match&game=connect4&player=engine:nodes=5000&player=random&games=100

const TEXTS = ["kind", "name", "game", "openings", "clock", "form"];
const WHOLE = ["games", "seed", "workers"];

export function readAddress(search = location.search) {
  const query = new URLSearchParams(search);
  const wish = {};
  for (const key of TEXTS) if (query.has(key)) wish[key] = query.get(key);
  for (const key of WHOLE) if (/^\d+$/.test(query.get(key) ?? "")) wish[key] = Number(query.get(key));
  if (query.has("player")) wish.players = query.getAll("player");
  const test = (query.get("sprt") ?? "").split(",").map(Number);
  if (test.length === 2 && test.every(Number.isFinite)) wish.sprt = test;
  return { names: query.getAll("run").slice(0, 8), isNew: query.has("new"), wish };
}

/** `wish` is null unless the form is open. */
export function writeAddress({ names, wish }) {
  const query = new URLSearchParams();
  if (wish) {
    query.set("new", "");
    for (const key of [...TEXTS, ...WHOLE]) {
      if (wish[key] !== null && wish[key] !== undefined && wish[key] !== "") query.set(key, wish[key]);
    }
    for (const player of wish.players ?? []) query.append("player", player);
    if (wish.sprt) query.set("sprt", wish.sprt.join(","));
  } else {
    for (const name of names) query.append("run", name);
  }
  const language = new URLSearchParams(location.search).get("lang");
  if (language) query.set("lang", language);
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=").replace("new=", "new");
  return text ? `${location.pathname}?${text}` : location.pathname;
}
