// The sentences of the chosen language, from the same catalogues as the command line.

let code = "en";
let sentences = {};

/** The language asked for in the address, else the first of the browser's languages that there is. */
export function wanted(known) {
  const asked = new URLSearchParams(location.search).get("lang");
  if (known.includes(asked)) return asked;
  for (const language of navigator.languages ?? [navigator.language]) {
    const short = language.slice(0, 2).toLowerCase();
    if (known.includes(short)) return short;
  }
  return "en";
}

export function use(language, catalogue) {
  code = language;
  sentences = catalogue;
  document.documentElement.lang = language;
}

export function language() {
  return code;
}

/** The sentence of that key, with its fields filled in. */
export function t(key, fields = {}) {
  const sentence = sentences[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

export function number(value, digits = 0) {
  return new Intl.NumberFormat(code, { maximumFractionDigits: digits }).format(value);
}

/** A large count in few characters: 1.2 M. */
export function short(value) {
  return new Intl.NumberFormat(code, { notation: "compact", maximumSignificantDigits: 3 }).format(value);
}
