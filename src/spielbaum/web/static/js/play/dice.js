// A throw, shown: dice with pips where it is one, else a tile with its text. Rolls unless motion is unwelcome.

import { el, show, svg } from "../dom.js";

/** @import { Rolling } from "./state.d.ts" */

/** Milliseconds between two faces, and how many are shown before the right one. */
const FACE = 70;
const FACES = 9;

/** Where the pips of each face are, on a grid of three by three. @type {Record<string, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * The numbers on the dice of a throw such as 4 or 6-3; none where it is something else.
 *
 * @param {string} text
 */
export function diceOf(text) {
  return /^[1-6](-[1-6])*$/.test(text) ? text.split("-") : [];
}

/**
 * Throws as they are shown: where all are two numbers of dice written together, as in backgammon, 6-3 for 63.
 *
 * @param {string[]} outcomes
 * @returns {(text: string) => string}
 */
export function written(outcomes) {
  return outcomes.every((text) => /^[1-6][1-6]$/.test(text))
    ? ([one, two]) => `${one}-${two}`
    : (text) => text;
}

/** @param {string} face */
function die(face) {
  const pips = PIPS[face].map((place) =>
    svg("circle", { cx: 25 + 25 * (place % 3), cy: 25 + 25 * Math.floor(place / 3), r: 9 })
  );
  return svg("svg", { class: "die", viewBox: "0 0 100 100" }, pips);
}

/** The dice beside the board; they say nothing to screen readers, which are told the throw in words. */
export class Dice {
  constructor() {
    this.element = el("div", { class: "dice", "aria-hidden": "true", hidden: true });
  }

  /**
   * Show a throw; nothing where there is none.
   *
   * @param {string | null} text
   */
  show(text) {
    this.element.hidden = text === null;
    this.element.classList.remove("rolling");
    if (text !== null) this.face(text);
  }

  /** @param {string} text */
  face(text) {
    const dice = diceOf(text);
    this.element.dataset.throw = text;
    show(this.element, dice.length ? dice.map(die) : el("span", { class: "tile" }, text));
  }

  /**
   * Let them roll, to end with the throw.
   *
   * @param {Rolling} rolling
   * @param {AbortSignal} signal
   */
  async roll({ move, outcomes }, signal) {
    this.element.hidden = false;
    const shown = written(outcomes);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.element.classList.add("rolling");
      for (let face = 0; face < FACES && !signal.aborted; face += 1) {
        this.face(shown(outcomes[Math.floor(Math.random() * outcomes.length)]));
        await new Promise((resolve) => setTimeout(resolve, FACE));
      }
    }
    if (!signal.aborted) this.show(shown(move));
  }
}
