// The position in the game's own notation: to read, to copy, and to begin another game from.

import { el } from "../dom.js";
import { t } from "../language.js";

/**
 * `name` is what people call the notation; `start(text)` begins a game from what was written; an empty text
 * means the game's own start.
 *
 * @param {string} notation
 * @param {string} name
 * @param {(text: string) => void} start
 */
export function positionForm(notation, name, start) {
  /** @type {HTMLInputElement} */
  const field = el("input", {
    type: "text",
    id: "position",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "400",
    value: notation,
    data: { key: "position" },
    "aria-describedby": "position-hint",
    on: { focus: () => field.select() },
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    start(field.value.trim());
  };
  return el(
    "form",
    { class: "position", on: { submit } },
    el("label", { for: "position" }, name ? t("web.position.named", { name }) : t("web.position.label")),
    field,
    el("button", { class: "quiet", data: { key: "position-load" } }, t("web.position.load")),
    el("p", { class: "faint", id: "position-hint" }, t("web.position.hint")),
  );
}
