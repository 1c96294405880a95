/** Values as kernels count them: how far the end is, and which side of a value is proven. */

export const INFINITY = 2 ** 40;
// Which side of a value is proven.
export const LOW = 1;
export const HIGH = 2;
export const BOTH = 3;

/** Plies to the end of the game, where the value tells them. @param {number} value @param {number} near */
export function pliesToEnd(value, near) {
  const off = (near - Math.abs(value) % near) % near;
  return 0 < off && off < Math.floor(near / 2) - 1 ? off - 1 : null;
}

/** A child's value as its parent sees it: one ply further away. @param {number} value @param {number} near */
export function fromParent(value, near) {
  if (pliesToEnd(value, near) === null) return value;
  return value > 0 ? value - 1 : value + 1;
}
