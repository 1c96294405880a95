// The buttons for what can be done on a page.

import { el } from "./dom.js";

/**
 * Makes buttons; `words` has what stands on each.
 *
 * @param {(key: string) => string} words
 */
export function actionButtons(words) {
  /**
   * @param {string} key
   * @param {boolean} enabled
   * @param {() => unknown} run
   */
  return (key, enabled, run, classes = "") =>
    el("button", {
      type: "button",
      class: classes,
      disabled: !enabled,
      data: { key: `action-${key}` },
      on: { click: run },
    }, words(key));
}
