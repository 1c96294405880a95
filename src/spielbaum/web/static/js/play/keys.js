// Moves typed on the keyboard, in any game: keys are gathered until they spell a legal move.

import { isTyping } from "../dom.js";

/** How long to wait where a longer move begins with the same keys (1 and 12). */
const PATIENCE = 700;
/** Keys kept while a position is loaded. */
const MOST_HELD = 32;

/** @param {EventTarget | null} target */
const onButton = (target) => target instanceof Element && target.closest("button, a, summary") !== null;

export class MoveKeys {
  /**
   * `legal()` gives the moves that may be typed now, `play(move)` makes one, `shown(text)` shows what was
   * typed. While `loading()` is true the legal moves are not known yet: keys are kept until `release()`,
   * and then go to `write(text)` first, which answers whether they belong somewhere else.
   *
   * @param {{
   *   legal: () => string[],
   *   loading: () => boolean,
   *   play: (move: string) => void,
   *   write: (text: string) => boolean,
   *   shown: (text: string) => void,
   * }} callbacks
   */
  constructor({ legal, loading, play, write, shown }) {
    this.legal = legal;
    this.loading = loading;
    /** @type {string[]} */
    this.held = [];
    this.play = play;
    this.write = write;
    this.shown = shown;
    this.typed = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Escape") {
      this.held = [];
      return this.clear();
    }
    if (event.key === "Enter" && this.typed && !onButton(event.target)) {
      return this.finish();
    }
    if (event.key.length !== 1 || !/[\p{L}\p{N}+-]/u.test(event.key)) return false;
    const used = this.type(event.key);
    if (used) event.preventDefault();
    return used;
  }

  /** The position is there: whatever was typed while it was loaded counts now. */
  release() {
    const keys = this.held;
    this.held = [];
    if (keys.length && this.write(keys.join(""))) return;
    for (const key of keys) this.type(key);
  }

  /**
   * Whether the key was used.
   *
   * @param {string} key
   */
  type(key) {
    if (this.loading()) {
      if (this.held.length < MOST_HELD) this.held.push(key);
      return true;
    }
    const moves = this.legal();
    const fits = (/** @type {string} */ text) => moves.filter((move) => move.toLowerCase().startsWith(text));
    let text = this.typed + key.toLowerCase();
    if (!fits(text).length) text = key.toLowerCase();
    const found = fits(text);
    if (!found.length) {
      this.clear();
      return false;
    }
    this.set(text);
    if (found.some((move) => move.toLowerCase() === text)) {
      if (found.length === 1) this.finish();
      else this.timer = setTimeout(() => this.finish(), PATIENCE);
    }
    return true;
  }

  /** @param {string} text */
  set(text) {
    clearTimeout(this.timer);
    this.typed = text;
    this.shown(text);
  }

  finish() {
    const move = this.legal().find((one) => one.toLowerCase() === this.typed);
    this.clear();
    if (move !== undefined) this.play(move);
    return true;
  }

  clear() {
    this.set("");
    return false;
  }
}
