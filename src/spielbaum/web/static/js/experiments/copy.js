import { el } from "../dom.js";
import { t } from "../language.js";

/** A command line, and a button that copies it; `text()` is what it says at the moment. */
export function commandBox(shell, code, text) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      shell.notice(t("tree_lab.keep.copied"));
      shell.announce(t("tree_lab.keep.copied"));
    } catch {
      shell.notice(t("web.keep.not_copied"));
    }
  };
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
      { type: "button", class: "quiet", data: { key: "copy" }, on: { click: copy } },
      t("tree_lab.keep.copy"),
    ),
  );
}
