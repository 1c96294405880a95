// What can be taken along: figures, a stand-alone page, the address, the command line.

import * as api from "../api.js";
import { el } from "../dom.js";
import { copy, save } from "../files.js";
import { t } from "../language.js";

/** A card of downloads; `wish(format)` is what is asked of the server. */
export function keepCard({ formats, wish, shell, command }) {
  const get = async (format) => {
    try {
      save(await api.post("/api/tree-lab/figure", wish(format)));
    } catch (error) {
      shell.notice(error.message);
    }
  };
  const copyText = (text) => copy(text, shell, "tree_lab.keep.copied");
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
      button(t("tree_lab.keep.link"), () => copyText(location.href), "link"),
    ),
    el(
      "details",
      {},
      el("summary", {}, t("tree_lab.keep.command")),
      el("pre", { class: "command", tabindex: "0" }, el("code", {}, command)),
      button(t("tree_lab.keep.copy"), () => copyText(command), "command"),
    ),
  );
}
