// How long players may think, and how fast computers play each other.

import { el } from "../dom.js";
import { number, t } from "../language.js";
import { CONTROLS, parseControl } from "./clock.js";

/** Seconds between the moves of computers. */
const PACES = [0, 0.5, 1, 3];

/**
 * A time control in words.
 *
 * @param {string} text
 */
export function controlWords(text) {
  const control = parseControl(text);
  if (control === null) return t("web.clock.none");
  if (control.move !== null) return t("web.clock.move", { seconds: number(control.move, 1) });
  const minutes = number(control.game / 60, 1);
  return control.increment
    ? t("web.clock.increment", { minutes, seconds: number(control.increment, 1) })
    : t("web.clock.game", { minutes });
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} chosen
 * @param {{ value: string, words: string }[]} choices
 * @param {(value: string) => void} change
 */
function field(id, label, chosen, choices, change) {
  return el(
    "div",
    { class: "clock-field" },
    el("label", { for: id }, label),
    el(
      "select",
      { id, data: { key: id }, on: { change: ({ target }) => change(target.value) } },
      choices.map(({ value, words }) => el("option", { value, selected: value === chosen }, words)),
    ),
  );
}

/**
 * @param {string} chosen
 * @param {(control: string) => void} change
 */
export function clockField(chosen, change) {
  const controls = CONTROLS.includes(chosen) ? CONTROLS : [...CONTROLS, chosen];
  const choices = controls.map((value) => ({ value, words: controlWords(value) }));
  return field("clock", t("web.clock.label"), chosen, choices, change);
}

/**
 * @param {number} chosen
 * @param {(seconds: number) => void} change
 */
export function paceField(chosen, change) {
  const paces = PACES.includes(chosen) ? PACES : [...PACES, chosen];
  const choices = paces.map((pace) => ({
    value: String(pace),
    words: pace ? t("web.pace.seconds", { seconds: number(pace, 1) }) : t("web.pace.none"),
  }));
  return field("pace", t("web.pace.label"), String(chosen), choices, (value) => change(Number(value)));
}
