// The buttons for what can be done on a page.

import { el } from "./dom.js";
import { t } from "./language.js";

/**
 * Makes buttons whose words stand under that name in the catalogue.
 *
 * @param {string} words
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
    }, t(`${words}.${key}`));
}
