// Numbers to places on an axis, and the round numbers that are written beside it.

/**
 * Round numbers that divide [low, high] into about `wanted` parts.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} wanted
 */
export function ticks(low, high, wanted) {
  const rough = (high - low) / Math.max(wanted, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough * 0.999) ??
    10 * power;
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i += 1) found.push(i * step);
  return found;
}

/**
 * Powers of the base within [low, high], at most `wanted` of them; where ten is too coarse, its halves
 * and fifths too, and where there are none to compare, round numbers.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} base
 * @param {number} wanted
 */
export function powers(low, high, base, wanted) {
  if (base === 10 && high / low < 1000) {
    const all = [];
    for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
      all.push(power, 2 * power, 5 * power);
    }
    return all.filter((value) => value >= low && value <= high);
  }
  const [first, last] = [low, high].map((value) => Math.log(value) / Math.log(base));
  const step = Math.max(1, Math.ceil((last - first) / Math.max(wanted, 1)));
  const found = [];
  for (let i = Math.ceil(first - 1e-9); i <= last + 1e-9; i += step) found.push(base ** i);
  return found.length < 2 ? ticks(low, high, wanted) : found;
}

/** @type {Record<string, number | undefined>} */
const BASES = { log2: 2, log10: 10 };

/**
 * A scale: `at(value)` in pixels, `ticks`. Logarithmic ones hold positive numbers only. `values` are what was
 * measured: on an axis of doublings they are the marks themselves, as far as there is room.
 *
 * @param {string} kind
 * @param {number[]} range
 * @param {number[]} pixels
 * @param {number} wanted
 * @param {number[]} values
 */
export function scale(kind, [low, high], [from, to], wanted, values = []) {
  const base = BASES[kind];
  if (low === high) [low, high] = base ? [low / base, high * base] : [low - 1, high + 1];
  const f = base ? Math.log : (/** @type {number} */ value) => value;
  const at = (/** @type {number} */ value) => from + ((f(value) - f(low)) / (f(high) - f(low))) * (to - from);
  const distinct = [...new Set(values)];
  const marks = base === 2 && distinct.length > 0 && distinct.length <= wanted + 2
    ? distinct
    : base
    ? powers(low, high, base, wanted)
    : ticks(low, high, wanted);
  return { at, ticks: marks, low, high };
}
