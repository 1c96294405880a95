// The sentences of the chosen language, from the same catalogues as the command line.

import * as place from "./place.js";

let code = "en";
/** @type {Record<string, string>} */
let sentences = {};

/**
 * The language asked for in the address, else the first of the browser's languages that there is.
 *
 * @param {string[]} known
 */
export function wanted(known) {
  const asked = new URLSearchParams(place.search()).get("lang");
  if (asked !== null && known.includes(asked)) return asked;
  for (const language of navigator.languages ?? [navigator.language]) {
    const short = language.slice(0, 2).toLowerCase();
    if (known.includes(short)) return short;
  }
  return "en";
}

/**
 * @param {string} language
 * @param {Record<string, string>} catalogue
 */
export function use(language, catalogue) {
  code = language;
  sentences = catalogue;
  document.documentElement.lang = language;
}

export function language() {
  return code;
}

/**
 * The sentence of that key, with its fields filled in.
 *
 * @param {string} key
 * @param {Record<string, unknown>} fields
 */
export function t(key, fields = {}) {
  const sentence = sentences[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

// --- numbers

/**
 * A number as people of the language write it, with at most so many digits after the comma; `grouped` by
 * thousands.
 *
 * @param {number} value
 */
export function number(value, digits = 0, grouped = true) {
  if (!Number.isFinite(value)) return value > 0 ? "+∞" : "−∞";
  return format({ maximumFractionDigits: digits, useGrouping: grouped }, value);
}

/**
 * A number with exactly so many digits after the comma, for what runs: clocks, downloads.
 *
 * @param {number} value
 */
export function fixed(value, digits = 1) {
  return format({ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }, value);
}

/**
 * A large count in few characters: 1.2 M.
 *
 * @param {number} value
 */
export function short(value) {
  return format({ notation: "compact", maximumSignificantDigits: 3 }, value);
}

/**
 * A share between 0 and 1 as a percentage, which no line ends inside.
 *
 * @param {number} share
 */
export function percent(share, digits = 0) {
  return `${number(share * 100, digits)}\u00a0%`;
}

/**
 * @param {Intl.NumberFormatOptions} options
 * @param {number} value
 */
function format(options, value) {
  // With a real minus sign, and none before a zero.
  const shown = new Intl.NumberFormat(code, { signDisplay: "negative", ...options }).format(value);
  return shown.replace("-", "−");
}

/**
 * A number as people write it: 3, −1, 2.5 or 2,5, 7/3, ∞, -inf; NaN where it is none.
 *
 * @param {string} text
 */
export function readNumber(text) {
  const plain = text.trim().toLowerCase().replace("−", "-").replace(/^\+/, "");
  const [sign, bare] = plain.startsWith("-") ? [-1, plain.slice(1).trim()] : [1, plain];
  if (["inf", "infinity", "oo", "∞", "unendlich"].includes(bare)) return sign * Infinity;
  const [, over, under] = /^(\d+)\s*\/\s*(\d+)$/.exec(bare) ?? [];
  if (Number(under)) return sign * Number(over) / Number(under);
  return /^(\d+([.,]\d*)?|[.,]\d+)$/.test(bare) ? sign * Number(bare.replace(",", ".")) : Number.NaN;
}
