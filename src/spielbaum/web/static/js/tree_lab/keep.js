// What can be taken along: figures, a stand-alone page, the address, the command line.

import * as api from "../api.js";
import { commandWords, el } from "../dom.js";
import { copy, save } from "../files.js";
import { t } from "../language.js";
import * as place from "../place.js";

/** @import { Shell } from "../shell.js" */
/** @import { FigureRequest } from "./messages.d.ts" */

/**
 * A card of downloads; `request(format)` is what is asked of the server.
 *
 * @param {{
 *   formats: string[],
 *   request: (format: any) => FigureRequest,
 *   shell: Shell,
 *   command: string,
 * }} options
 */
export function keepCard({ formats, request, shell, command }) {
  const get = async (/** @type {string} */ format) => {
    try {
      save(await api.post("/api/tree-lab/figure", request(format)));
    } catch (error) {
      shell.refused(error);
    }
  };
  const copyText = (/** @type {string} */ text) => copy(text, shell, "tree_lab.keep.copied");
  /**
   * @param {string} words
   * @param {() => void} run
   * @param {string} key
   */
  const button = (words, run, key) =>
    el("button", { type: "button", class: "quiet", data: { keep: key }, on: { click: run } }, words);
  return el(
    "section",
    { class: "card keep", "aria-labelledby": "keep-title" },
    el("h2", { id: "keep-title" }, t("tree_lab.keep.title")),
    el(
      "div",
      { class: "row" },
      formats.map((format) => button(t(`tree_lab.keep.${format}`), () => get(format), format)),
      button(t("tree_lab.keep.link"), () => copyText(place.href()), "link"),
    ),
    el(
      "details",
      {},
      el("summary", {}, t("tree_lab.keep.command")),
      el("pre", { class: "command", tabindex: "0" }, el("code", {}, commandWords(command))),
      button(t("tree_lab.keep.copy"), () => copyText(command), "command"),
    ),
  );
}
