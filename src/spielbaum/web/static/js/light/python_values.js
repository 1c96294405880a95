// What Python's values do, for functions that were translated from Python (`site/javascript.py`).
//
// Whole numbers are BigInts, real ones numbers; tuples and lists are arrays; records have a class each. Sets and
// dictionaries find what is equal, as in Python: 1 and True are the same key, and so are equal tuples.

/** @typedef {any} Value */

/** @param {string} where @returns {never} */
export function raised(where) {
  throw new Error(`the function ${where} raised an exception`);
}

/** @param {Value} value */
const kind = (value) => value === null ? "None" : Array.isArray(value) ? "list" : typeof value;

/** Booleans are whole numbers. @param {Value} value */
const number = (value) => typeof value === "boolean" ? BigInt(value) : value;

/** @param {string} name @param {...Value} values @returns {never} */
function unfit(name, ...values) {
  throw new TypeError(`${name} does not take ${values.map(kind).join(", ")}`);
}

// --- records

/**
 * The class of a NamedTuple or of a dataclass; called, it makes a record.
 *
 * @param {string} name @param {string[]} fields @param {Record<string, Value>} defaults @param {boolean} isTuple
 */
export function record(name, fields, defaults, isTuple) {
  const made = class extends Array {};
  for (const [at, field] of fields.entries()) {
    Object.defineProperty(made.prototype, field, {
      get() {
        return this[at];
      },
    });
  }
  const make = named(fields, (/** @type {Value[]} */ ...given) => {
    const values = fields.map((field, at) => given[at] === undefined ? defaults[field] : given[at]);
    if (given.length > fields.length || values.includes(undefined)) unfit(name, ...given);
    return Object.assign(Reflect.construct(made, []), values);
  });
  Object.assign(made.prototype, {
    recordName: name,
    recordFields: fields,
    recordMake: make,
    recordTuple: isTuple,
  });
  for (const hidden of ["recordName", "recordFields", "recordMake", "recordTuple"]) {
    Object.defineProperty(made.prototype, hidden, { enumerable: false });
  }
  return make;
}

/** The record with other values. @param {Value} old @param {Record<string, Value>} [changes] */
export function replace(old, changes = {}) {
  return old.recordMake(
    ...old.recordFields.map((/** @type {string} */ f) => f in changes ? changes[f] : old[f]),
  );
}

/** @param {Value} value @param {string} name */
export function attribute(value, name) {
  if (value !== null && value.recordFields?.includes(name)) return value[name];
  throw new TypeError(`${kind(value)} has no attribute ${name}`);
}

// --- functions

/** A function with the names of its parameters. @param {string[]} names @param {Function} function_ @returns {any} */
export function named(names, function_) {
  return Object.assign(function_, { parameters: names });
}

/** @param {any} function_ @param {Value[]} given @param {Record<string, Value>} keywords */
export function call(function_, given, keywords) {
  if (function_ === replace) return replace(given[0], keywords);
  if (function_.whole) return function_.whole(given, keywords);
  if (BY_KEYWORD.has(function_)) return function_(...given, keywords);
  if (!function_.parameters) unfit("a function with keywords", ...given);
  const all = [...given];
  for (const [name, value] of Object.entries(keywords)) {
    const at = function_.parameters.indexOf(name);
    if (at < 0) throw new TypeError(`there is no parameter ${name}`);
    all[at] = value;
  }
  return function_(...all);
}

/** @param {any} function_ @param {Value[]} first @param {Record<string, Value>} keywords */
export function partial(function_, first, keywords) {
  const whole = (/** @type {Value[]} */ more, /** @type {Record<string, Value>} */ given) =>
    call(function_, [...first, ...more], { ...keywords, ...given });
  return Object.assign((/** @type {Value[]} */ ...more) => whole(more, {}), { whole });
}

// --- operators

/** @param {Value} value */
export function truth(value) {
  if (value === null || value === false || value === "" || value === 0 || value === 0n) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof PySet || value instanceof PyDict) return value.entries.size > 0;
  return true;
}

/** @param {(one: any, other: any) => Value} whole @param {(one: number, other: number) => Value} real */
const arithmetic = (whole, real) => (/** @type {Value} */ one, /** @type {Value} */ other) => {
  const [a, b] = [number(one), number(other)];
  if (typeof a === "bigint" && typeof b === "bigint") return whole(a, b);
  if (/^(bigint|number)$/.test(typeof a) && /^(bigint|number)$/.test(typeof b)) {
    return real(Number(a), Number(b));
  }
  return unfit("an operator", one, other);
};

const plus = arithmetic((a, b) => a + b, (a, b) => a + b);
/** @param {Value} one @param {Value} other */
export function add(one, other) {
  if (typeof one === "string" && typeof other === "string") return one + other;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  return plus(one, other);
}
const product_ = arithmetic((a, b) => a * b, (a, b) => a * b);
/** @param {Value} one @param {Value} other @returns {Value} */
export function mul(one, other) {
  if (typeof one === "string") return one.repeat(Math.max(Number(other), 0));
  if (Array.isArray(one)) return Array.from({ length: Math.max(Number(other), 0) }, () => [...one]).flat(1);
  if (typeof other === "string" || Array.isArray(other)) return mul(other, one);
  return product_(one, other);
}
const minus = arithmetic((a, b) => a - b, (a, b) => a - b);
/** @param {Value} one @param {Value} other */
export const sub = (one, other) =>
  one instanceof PySet ? set([...one].filter((item) => !other.has(item))) : minus(one, other);
export const div = (/** @type {Value} */ one, /** @type {Value} */ other) =>
  Number(number(one)) / Number(number(other));
export const floordiv = arithmetic(
  (/** @type {bigint} */ a, /** @type {bigint} */ b) =>
    a / b - (a % b !== 0n && (a < 0n) !== (b < 0n) ? 1n : 0n),
  (a, b) => Math.floor(a / b),
);
export const mod = arithmetic((a, b) => ((a % b) + b) % b, (a, b) => ((a % b) + b) % b);
export const pow = arithmetic((a, b) => b < 0n ? unfit("**", a, b) : a ** b, (a, b) => a ** b);
export const lshift = arithmetic((a, b) => a << b, (a, b) => unfit("<<", a, b));
export const rshift = arithmetic((a, b) => a >> b, (a, b) => unfit(">>", a, b));
/** @param {(one: bigint, other: bigint) => bigint} bits @param {(one: PySet, other: PySet) => PySet} sets */
const bitwise = (bits, sets) => (/** @type {Value} */ one, /** @type {Value} */ other) => {
  if (one instanceof PySet && other instanceof PySet) return sets(one, other);
  if (typeof one === "boolean" && typeof other === "boolean") return bits(BigInt(one), BigInt(other)) !== 0n;
  return arithmetic(bits, (a, b) => unfit("an operator of bits", a, b))(one, other);
};
const and_ = bitwise((a, b) => a & b, (a, b) => set([...a].filter((item) => b.has(item))));
const or_ = bitwise((a, b) => a | b, (a, b) => set([...a, ...b]));
export const xor = bitwise((a, b) => a ^ b, (a, b) => sub(or_(a, b), and_(a, b)));
export { and_ as and, or_ as or };
export const neg = (/** @type {Value} */ value) => -number(value);
export const pos = (/** @type {Value} */ value) => number(value);
export const invert = (/** @type {Value} */ value) => ~number(value);
export const not = (/** @type {Value} */ value) => !truth(value);

/** `+=` and `|=` change lists and sets. */
export const changed = {
  /** @param {Value} one @param {Value} other */
  add(one, other) {
    if (!Array.isArray(one)) return add(one, other);
    if (!one.constructor || one.constructor !== Array) return add(one, other);
    return [...one, ...iter(other)];
  },
  or: or_,
};

/** @param {Value} one @param {Value} other @returns {boolean} */
export function eq(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    const [a, b] = [/** @type {any} */ (one), /** @type {any} */ (other)];
    // Dataclasses are equal to others of their class, tuples to tuples with the same items.
    if ((a.recordName && !a.recordTuple || b.recordName && !b.recordTuple) && a.recordMake !== b.recordMake) {
      return false;
    }
    return one.length === other.length && one.every((item, at) => eq(item, other[at]));
  }
  if (one instanceof PySet && other instanceof PySet) {
    return one.entries.size === other.entries.size && [...one].every((item) => other.has(item));
  }
  const [a, b] = [number(one), number(other)];
  const mixed = [typeof a, typeof b].sort().join() === "bigint,number";
  return mixed ? a <= b && a >= b : a === b;
}
export const ne = (/** @type {Value} */ one, /** @type {Value} */ other) => !eq(one, other);

/** @param {Value} one @param {Value} other @returns {number} */
function order(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    const at = one.findIndex((item, place) => place >= other.length || !eq(item, other[place]));
    if (at < 0) return one.length - other.length;
    return at >= other.length ? 1 : order(one[at], other[at]);
  }
  const [a, b] = [number(one), number(other)];
  if ((typeof a === "string") !== (typeof b === "string") || a === null || b === null) unfit("<", one, other);
  return a < b ? -1 : a > b ? 1 : 0;
}
export const lt = (/** @type {Value} */ one, /** @type {Value} */ other) => order(one, other) < 0;
export const le = (/** @type {Value} */ one, /** @type {Value} */ other) => order(one, other) <= 0;
export const gt = (/** @type {Value} */ one, /** @type {Value} */ other) => order(one, other) > 0;
export const ge = (/** @type {Value} */ one, /** @type {Value} */ other) => order(one, other) >= 0;

/** @param {Value} item @param {Value} place @returns {boolean} */
function in_(item, place) {
  if (typeof place === "string") return place.includes(item);
  if (place instanceof PySet || place instanceof PyDict) return place.has(item);
  return [...iter(place)].some((other) => eq(item, other));
}
export { in_ as in };
export const notIn = (/** @type {Value} */ item, /** @type {Value} */ place) => !in_(item, place);
export const is = (/** @type {Value} */ one, /** @type {Value} */ other) => one === other;
export const isNot = (/** @type {Value} */ one, /** @type {Value} */ other) => one !== other;
/** `and`: the first that is false, else the last. @param {Value} first @param {...(() => Value)} others */
export function every(first, ...others) {
  let value = first;
  for (const other of others) {
    if (!truth(value)) return value;
    value = other();
  }
  return value;
}
/** `or`: the first that is true, else the last. @param {Value} first @param {...(() => Value)} others */
export function some(first, ...others) {
  let value = first;
  for (const other of others) {
    if (truth(value)) return value;
    value = other();
  }
  return value;
}

// --- what holds others

/** Equal for equal values. @param {Value} value @returns {string} */
function keyOf(value) {
  if (value === null) return "n";
  if (typeof value === "string") return `s${value.length}:${value}`;
  if (Array.isArray(value)) return `[${value.map(keyOf).join(",")}]`;
  return `i${number(value)}`;
}

class PySet {
  /** @param {Iterable<Value>} items */
  constructor(items) {
    this.entries = new Map(Array.from(items, (item) => [keyOf(item), item]));
  }

  /** @param {Value} item */
  has(item) {
    return this.entries.has(keyOf(item));
  }

  [Symbol.iterator]() {
    return this.entries.values();
  }
}

class PyDict {
  /** @param {Iterable<Value>} pairs */
  constructor(pairs) {
    /** @type {Map<string, [Value, Value]>} */
    this.entries = new Map(
      Array.from(pairs, (pair) => [keyOf(pair[0]), /** @type {[Value, Value]} */ ([...pair])]),
    );
  }

  /** @param {Value} key */
  has(key) {
    return this.entries.has(keyOf(key));
  }

  *[Symbol.iterator]() {
    for (const [key] of this.entries.values()) yield key;
  }
}

/** @param {Value} value @returns {Iterable<Value>} */
export function iter(value) {
  if (typeof value === "string" || (value !== null && typeof value[Symbol.iterator] === "function")) {
    return value;
  }
  return unfit("for", value);
}

export const set = (/** @type {Value} */ items = []) => new PySet(iter(items));
export { set as frozenset };
export const dict = (/** @type {Value} */ pairs = []) =>
  new PyDict(pairs instanceof PyDict ? pairs.entries.values() : iter(pairs));
export const list = (/** @type {Value} */ items = []) => [...iter(items)];
export { list as tuple };

/** @param {number} length @param {Value} place */
function placeIn(length, place) {
  const at = Number(number(place));
  const found = at < 0 ? at + length : at;
  if (!(found >= 0 && found < length)) throw new RangeError(`there is no item ${at} of ${length}`);
  return found;
}

/** @param {Value} value @param {Value} place */
export function item(value, place) {
  if (value instanceof PyDict) {
    const found = value.entries.get(keyOf(place));
    if (found === undefined) throw new RangeError(`there is no key ${str(place)}`);
    return found[1];
  }
  if (typeof value !== "string" && !Array.isArray(value)) unfit("[]", value);
  if (Array.isArray(place)) return place.reduce(item, value); // a table with several indices
  return value[placeIn(value.length, place)];
}

/** @param {Value} value @param {Value} place @param {Value} what */
export function setItem(value, place, what) {
  if (value instanceof PyDict) value.entries.set(keyOf(place), [place, what]);
  else value[placeIn(value.length, place)] = what;
}

/** @param {Value} value @param {Value} lower @param {Value} upper @param {Value} items */
export function setSlice(value, lower, upper, items) {
  const { length } = value;
  const inside = (/** @type {Value} */ end, /** @type {number} */ usual) => {
    const at = end === null ? usual : Number(number(end));
    return Math.min(Math.max(at < 0 ? at + length : at, 0), length);
  };
  const [from, to] = [inside(lower, 0), inside(upper, length)];
  value.splice(from, Math.max(to - from, 0), ...iter(items));
}

/** @param {Value} value @param {Value} lower @param {Value} upper @param {Value} step */
export function slice(value, lower, upper, step) {
  const by = step === null ? 1 : Number(step);
  const { length } = value;
  const inside = (/** @type {Value} */ end, /** @type {number} */ usual) => {
    if (end === null) return usual;
    const at = Number(number(end));
    const [least, most] = by > 0 ? [0, length] : [-1, length - 1];
    return Math.min(Math.max(at < 0 ? at + length : at, least), most);
  };
  const [from, to] = by > 0
    ? [inside(lower, 0), inside(upper, length)]
    : [inside(lower, length - 1), inside(upper, -1)];
  const found = [];
  for (let at = from; by > 0 ? at < to : at > to; at += by) found.push(value[at]);
  return typeof value === "string" ? found.join("") : found;
}

// --- functions that Python has

/** @param {Value} value */
export function len(value) {
  return BigInt(value instanceof PySet || value instanceof PyDict ? value.entries.size : value.length);
}
/** @param {Value} value */
export function abs(value) {
  return value < 0 ? -value : number(value);
}
export const bool = (/** @type {Value} */ value = false) => truth(value);
export const chr = (/** @type {Value} */ code) => String.fromCodePoint(Number(code));
export const ord = (/** @type {string} */ letter) => BigInt(/** @type {number} */ (letter.codePointAt(0)));
export const divmod = (/** @type {Value} */ a, /** @type {Value} */ b) => [floordiv(a, b), mod(a, b)];
/** @param {Value} value */
export function int(value = 0n) {
  if (typeof value === "string" && !/^\s*[-+]?\d+\s*$/.test(value)) {
    throw new TypeError(`${value} is no number`);
  }
  return typeof value === "number" ? BigInt(Math.trunc(value)) : BigInt(value);
}
/** To the nearest whole number, halves to the even one. @param {Value} value */
export function round(value) {
  if (typeof value !== "number") return number(value);
  const low = Math.floor(value);
  const up = value - low > 0.5 || (value - low === 0.5 && low % 2 !== 0);
  return BigInt(up ? low + 1 : low);
}
/** @param {Value} value @returns {string} */
export function str(value = "") {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return value;
  return typeof value === "bigint" ? String(value) : unfit("str", value);
}
/** A value by a format such as `>3` or `02`. @param {Value} value @param {string} how */
export function format(value, how) {
  const found = /^(?:(.)?([<>^]))?(\+)?(0)?(\d+)?([dsx])?$/u.exec(how);
  if (!found) throw new TypeError(`the format ${how} is not known`);
  const [, fill, side, plus_, zero, width = "0", type] = found;
  let text = type === "x" ? number(value).toString(16) : str(value);
  if (plus_ && number(value) >= 0n) text = `+${text}`;
  const size = Number(width);
  const letter = fill ?? (zero ? "0" : " ");
  const left = side ? side === "<" : typeof value === "string";
  if (side === "^") {
    const before = Math.floor(Math.max(size - text.length, 0) / 2);
    return (letter.repeat(before) + text).padEnd(size, letter);
  }
  return left ? text.padEnd(size, letter) : text.padStart(size, letter);
}
/** @param {Value} from @param {Value} [to] @param {Value} [step] */
export function range(from, to, step = 1n) {
  const [first, last] = to === undefined ? [0n, number(from)] : [number(from), number(to)];
  const found = [];
  for (let at = first; step > 0n ? at < last : at > last; at += step) found.push(at);
  return found;
}
/** @param {Value} items @param {Value} start */
export function* enumerate(items, start = 0n) {
  let at = number(start);
  for (const one of iter(items)) {
    yield [at, one];
    at += 1n;
  }
}
/** @param {...Value} all */
export function* zip(...all) {
  const last = all.at(-1);
  const options = last !== null && typeof last === "object" && "strict" in last ? all.pop() : {};
  const lists = all.map(list);
  const lengths = lists.map((one) => one.length);
  const least = Math.min(...lengths);
  if (options.strict && lengths.some((length) => length !== least)) raised("zip");
  for (let at = 0; at < least; at += 1) yield lists.map((one) => one[at]);
}
export const reversed = (/** @type {Value} */ items) => list(items).reverse();
/** @param {Function} function_ @param {...Value} all */
export function* map(function_, ...all) {
  for (const items of zip(...all)) yield function_(...items);
}
/** @param {Function | null} test @param {Value} items */
export function* filter(test, items) {
  for (const one of iter(items)) if (truth(test === null ? one : test(one))) yield one;
}
export const all = (/** @type {Value} */ items) => list(items).every(truth);
export const any = (/** @type {Value} */ items) => list(items).some(truth);
export const sum = (/** @type {Value} */ items, start = 0n) => list(items).reduce(add, start);
/** @param {Value} items @param {{ key?: Function | null, reverse?: boolean }} [options] */
export function sorted(items, { key = null, reverse = false } = {}) {
  const found = list(items).map((one) => [key ? key(one) : one, one]);
  found.sort((one, other) => reverse ? order(other[0], one[0]) : order(one[0], other[0]));
  return found.map(([, one]) => one);
}
/** @param {Value[]} given @param {number} sign */
function extreme(given, sign) {
  const last = given.at(-1);
  const options = last !== null && typeof last === "object" && last.constructor === Object ? given.pop() : {};
  const items = given.length === 1 ? list(given[0]) : given;
  if (!items.length) return "default" in options ? options.default : raised("min or max");
  const key = options.key ?? ((/** @type {Value} */ one) => one);
  return items.reduce((best, one) => sign * order(key(one), key(best)) > 0 ? one : best);
}
export const max = (/** @type {Value[]} */ ...given) => extreme(given, 1);
export const min = (/** @type {Value[]} */ ...given) => extreme(given, -1);
/** @param {Value} items @param {Value} [usual] */
export function next(items, usual) {
  for (const one of iter(items)) return one;
  return usual === undefined ? raised("next") : usual;
}
export const cast = (/** @type {Value} */ _kind, /** @type {Value} */ value) => value;
/** @param {Function} function_ @param {Value} items @param {Value[]} start */
export const reduce = (function_, items, ...start) => {
  const found = [...start, ...iter(items)];
  return found.slice(1).reduce((one, other) => function_(one, other), found[0]);
};
/** @param {...Value} all_ */
export function* chain(...all_) {
  for (const items of all_) yield* iter(items);
}
/** @param {Value} items @param {Value} count @returns {Generator<Value[]>} */
export function* combinations(items, count) {
  const found = list(items);
  if (count === 0n) yield [];
  else {
    for (const [at, one] of found.entries()) {
      for (const rest of combinations(found.slice(at + 1), count - 1n)) yield [one, ...rest];
    }
  }
}
/** @param {...Value} all_ @returns {Generator<Value[]>} */
export function* product(...all_) {
  const last = all_.at(-1);
  const times = last?.constructor === Object ? Number(all_.pop().repeat ?? 1n) : 1;
  const lists = Array.from({ length: times }, () => all_.map(list)).flat(1);
  if (!lists.length) yield [];
  else {
    const [first, ...others] = lists;
    for (const one of first) for (const rest of product(...others)) yield [one, ...rest];
  }
}
/** How many of the lowest 64 bits are set. @param {Value} bits */
export function popcount(bits) {
  let count = 0n;
  for (let rest = BigInt.asUintN(64, number(bits)); rest; rest &= rest - 1n) count += 1n;
  return count;
}

/** The eight bytes in reverse order. @param {Value} bits */
export function flip_rows(bits) {
  let [rest, found] = [BigInt.asUintN(64, number(bits)), 0n];
  for (let byte = 0; byte < 8; byte += 1) {
    found = (found << 8n) | (rest & 255n);
    rest >>= 8n;
  }
  return BigInt.asIntN(64, found);
}
/** @param {Value} value @param {Function} type */
export function isinstance(value, type) {
  if (type === list) return Array.isArray(value);
  if (type === int) return typeof value === "bigint" || typeof value === "boolean";
  if (type === str) return typeof value === "string";
  return unfit("isinstance", type);
}

/** Functions whose keywords come as an object behind the other arguments. */
const BY_KEYWORD = new Set(/** @type {any[]} */ ([zip, sorted, max, min, product]));

// --- methods

/** @param {string} text @param {string | undefined} letters @param {boolean} left @param {boolean} right */
function stripped(text, letters, left, right) {
  const goes = (/** @type {string} */ one) => letters === undefined ? /\s/.test(one) : letters.includes(one);
  const all_ = [...text];
  while (left && all_.length && goes(all_[0])) all_.shift();
  while (right && all_.length && goes(all_[all_.length - 1])) all_.pop();
  return all_.join("");
}

/** @type {Record<string, Record<string, (self: any, ...given: any[]) => Value>>} */
const METHODS = {
  string: {
    upper: (self) => self.toUpperCase(),
    lower: (self) => self.toLowerCase(),
    isupper: (self) => self !== self.toLowerCase() && self === self.toUpperCase(),
    islower: (self) => self !== self.toUpperCase() && self === self.toLowerCase(),
    isdigit: (self) => /^\d+$/.test(self),
    join: (self, items) => list(items).join(self),
    split: (self, by) => by === undefined ? self.trim().split(/\s+/).filter(Boolean) : self.split(by),
    replace: (self, old, news) => self.replaceAll(old, news),
    startswith: (self, start) => self.startsWith(start),
    endswith: (self, end) => self.endsWith(end),
    index: (self, part) => self.includes(part) ? BigInt(self.indexOf(part)) : raised("index"),
    find: (self, part) => BigInt(self.indexOf(part)),
    count: (self, part) => BigInt(self.split(part).length - 1),
    strip: (self, letters) => stripped(self, letters, true, true),
    lstrip: (self, letters) => stripped(self, letters, true, false),
    rstrip: (self, letters) => stripped(self, letters, false, true),
    ljust: (self, width, fill = " ") => self.padEnd(Number(width), fill),
    rjust: (self, width, fill = " ") => self.padStart(Number(width), fill),
    swapcase: (self) =>
      Array.from(
        self,
        (/** @type {string} */ one) => one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
      )
        .join(""),
  },
  list: {
    append: (self, one) => (self.push(one), null),
    extend: (self, items) => (self.push(...iter(items)), null),
    insert: (self, at, one) => (self.splice(Number(at), 0, one), null),
    pop: (self, at = -1n) => self.splice(placeIn(self.length, at), 1)[0],
    reverse: (self) => (self.reverse(), null),
    sort: (self) => (self.splice(0, self.length, ...sorted(self)), null),
    copy: (self) => [...self],
    index: (self, one) => {
      const at = self.findIndex((/** @type {Value} */ other) => eq(one, other));
      return at < 0 ? raised("index") : BigInt(at);
    },
    count: (self, one) => BigInt(self.filter((/** @type {Value} */ other) => eq(one, other)).length),
  },
  bigint: {
    bit_count: (self) => {
      let count = 0n;
      for (let rest = self < 0n ? -self : self; rest; rest &= rest - 1n) count += 1n;
      return count;
    },
    bit_length: (self) => self === 0n ? 0n : BigInt((self < 0n ? -self : self).toString(2).length),
  },
  set: {
    add: (self, one) => (self.entries.set(keyOf(one), one), null),
    discard: (self, one) => (self.entries.delete(keyOf(one)), null),
    copy: (self) => set(self),
  },
  dict: {
    get: (self, key, usual = null) => self.has(key) ? item(self, key) : usual,
    items: (self) => Array.from(self.entries.values(), ([key, value]) => [key, value]),
    keys: (self) => list(self),
    values: (self) => Array.from(self.entries.values(), ([, value]) => value),
  },
};

/** @param {Value} self @param {string} name @param {Value[]} given @param {Record<string, Value>} keywords */
export function method(self, name, given, keywords) {
  if (name === "_replace" && self.recordFields) return replace(self, keywords);
  if (self !== null && self.recordFields?.includes(name)) {
    return Object.keys(keywords).length ? call(self[name], given, keywords) : self[name](...given);
  }
  const of = self instanceof PySet ? "set" : self instanceof PyDict ? "dict" : kind(self);
  const found = METHODS[of]?.[name];
  if (!found || Object.keys(keywords).length) throw new TypeError(`${of} has no method ${name}`);
  return found(self, ...given);
}

// --- to and from the page

/** A value of Python as one of JSON; records as objects of their fields. @param {Value} value @returns {any} */
export function json(value) {
  if (typeof value === "bigint") return Number(value);
  if (!Array.isArray(value)) return value;
  const { recordFields, recordTuple } = /** @type {any} */ (value);
  if (!recordFields || recordTuple) return Array.from(value, json);
  return Object.fromEntries(
    recordFields.map((/** @type {string} */ f, /** @type {number} */ at) => [f, json(value[at])]),
  );
}
