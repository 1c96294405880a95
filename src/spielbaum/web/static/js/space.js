// Whose the space bar is: that of a button which was reached by keyboard, or the page's.
//
// Whoever clicks a button has the focus there, too, but hardly means it when going on by keyboard. (What
// `:focus-visible` says after the first key differs between browsers.)

import { around } from "./dom.js";

/** Whether the latest input came from a pointer, and whether that put the focus where it is. */
let [pointing, pointed] = [false, false];

document.addEventListener("pointerdown", () => [pointing, pointed] = [true, true], true);
document.addEventListener("keydown", () => pointing = false, true);
document.addEventListener("focusin", () => pointed = pointing, true);

/**
 * Whether the page may use this press of the space bar. A button that was clicked loses the focus to it, as
 * some browsers would press it when the key comes up, whatever the page does.
 *
 * @param {KeyboardEvent} event
 */
export function spaceIsFree(event) {
  const button = around(event, "button, a, summary");
  if (button !== null && pointed) button.blur();
  return button === null || pointed;
}
