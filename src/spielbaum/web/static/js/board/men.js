// Moves of a throw in backgammon, made man by man. What is legal is read from the moves that the server lists.

/** The places behind the points, as the player counts them who moves. */
export const BAR = 25;
export const OFF = 0;

/** @typedef {{ origin: number, target: number }} Man One man and where it goes. */

/** @param {string} text */
const placeOf = (text) => (text === "bar" ? BAR : text === "off" ? OFF : Number(text));

/**
 * The men of a move such as 13/7 8/7* or bar/20 6/3(2); none where it moves nobody.
 *
 * @param {string} text
 * @returns {Man[]}
 */
export function menOf(text) {
  return text.split(" ").flatMap((word) => {
    const match = /^([^(]+)(?:\((\d)\))?$/.exec(word);
    if (match === null || !word.includes("/")) return [];
    const places = match[1].split("/").map((place) => placeOf(place.replace("*", "")));
    const men = places.slice(1).map((target, at) => ({ origin: places[at], target }));
    return Array.from({ length: Number(match[2] ?? 1) }, () => men).flat();
  });
}

/**
 * What is left of a move after one man has gone a step. A move says only where a man ends that went several
 * steps: so the step may be its first or its last one, unless it would hit a man on its way, which the move
 * would say. There can be several ways to read it.
 *
 * @param {Man[]} men
 * @param {Man} step
 * @param {(place: number) => boolean} isBlot
 * @returns {Man[][]}
 */
function without(men, { origin, target }, isBlot) {
  return men.flatMap((man, at) => {
    const others = men.toSpliced(at, 1);
    if (man.origin === origin && man.target === target) return [others];
    if (man.origin === origin && man.target < target && !isBlot(target)) {
      return [[...others, { origin: target, target: man.target }]];
    }
    if (man.target === target && man.origin > origin) {
      return [[...others, { origin: man.origin, target: origin }]];
    }
    return [];
  });
}

/**
 * The legal moves that begin with those steps, each with what is left of it.
 *
 * @param {string[]} legal
 * @param {Man[]} steps
 * @param {number[]} dice
 * @param {(place: number) => boolean} [isBlot]
 * @returns {{ move: string, left: Man[] }[]}
 */
export function continuations(legal, steps, dice, isBlot = () => false) {
  const most = dice.length === 2 && dice[0] === dice[1] ? 4 : 2;
  return legal.flatMap((move) => {
    const men = menOf(move);
    if (!men.length) return [];
    let ways = [men];
    for (const step of steps) ways = ways.flatMap((way) => without(way, step, isBlot));
    // A man that goes with one number cannot go in two steps.
    return ways.filter((left) => left.length + steps.length <= most).map((left) => ({ move, left }));
  });
}

/**
 * How many men stand on each place of the player who moves and on each of the other one, both counted by the
 * one who moves; the bar of the other one is place 0.
 *
 * @typedef {{ own: number[], other: number[] }} Men
 */

/**
 * The men after a step.
 *
 * @param {Men} men
 * @param {Man} step
 * @returns {Men}
 */
export function stepped({ own, other }, { origin, target }) {
  const [after, hit] = [[...own], [...other]];
  after[origin] -= 1;
  after[target] += 1;
  if (target !== OFF && hit[target] > 0) {
    hit[0] += hit[target];
    hit[target] = 0;
  }
  return { own: after, other: hit };
}
