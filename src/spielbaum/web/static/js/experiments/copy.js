import { el } from "../dom.js";
import { copy } from "../files.js";
import { t } from "../language.js";

/** @import { Shell } from "../shell.js" */

/**
 * A command line, and a button that copies it; `text()` is what it says at the moment.
 *
 * @param {Shell} shell
 * @param {HTMLElement} code
 * @param {() => string} text
 */
export function commandBox(shell, code, text) {
  return el(
    "div",
    { class: "command-box" },
    el(
      "pre",
      { class: "command", tabindex: "0", role: "region", "aria-label": t("experiments.command") },
      code,
    ),
    el(
      "button",
      {
        type: "button",
        class: "quiet",
        data: { key: "copy" },
        on: { click: () => copy(text(), shell, "tree_lab.keep.copied") },
      },
      t("tree_lab.keep.copy"),
    ),
  );
}
