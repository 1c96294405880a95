// The switches of a game's rules. What is left as it is does not appear in the command.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { GameView, ParameterView } from "../messages.d.ts" */

/**
 * @param {string} spec
 * @returns {Record<string, string>}
 */
const read = (spec) =>
  Object.fromEntries(
    (spec.split(/:(.*)/s)[1] ?? "").split(",").filter(Boolean).map((part) => part.split(/=(.*)/s)),
  );

/**
 * `now()` is the game as it is written; `set(spec)` is called with another one.
 *
 * @param {GameView} game
 * @param {() => string} now
 * @param {(spec: string) => void} set
 */
export function rulesFields(game, now, set) {
  const change = (/** @type {string} */ name, /** @type {string} */ value) => {
    const usual = game.parameters.find((one) => one.name === name)?.value;
    const all = { ...read(now()), [name]: value };
    if (value === usual || value === "") delete all[name];
    const text = Object.entries(all).map((pair) => pair.join("=")).join(",");
    set(text ? `${game.name}:${text}` : game.name);
  };
  return el(
    "div",
    { class: "fields" },
    game.parameters.map((one) => {
      const input = control(one, read(now())[one.name] ?? one.value, (value) => change(one.name, value));
      input.id = `rule-${one.name}`;
      input.dataset.key = input.id;
      return el("div", { class: "field" }, el("label", { for: input.id }, one.title), input);
    }),
  );
}

/**
 * @param {ParameterView} one
 * @param {string} value
 * @param {(value: string) => void} change
 */
function control(one, value, change) {
  const set = (/** @type {{ target: HTMLInputElement | HTMLSelectElement }} */ { target }) =>
    change(target.value.trim());
  const choices = one.kind === "bool" ? ["yes", "no"] : one.choices;
  if (!choices.length) {
    return el("input", {
      type: one.kind === "int" ? "number" : "text",
      value,
      maxlength: 64,
      on: { change: set },
    });
  }
  const words = (/** @type {string} */ name) => (one.kind === "bool" ? t(`experiments.${name}`) : name);
  return el(
    "select",
    { on: { change: set } },
    choices.map((name) => el("option", { value: name, selected: name === value }, words(name))),
  );
}
