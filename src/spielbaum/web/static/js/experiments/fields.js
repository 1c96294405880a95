// The controls of the form, one for each type of setting. Each has a label, and a key by which it keeps the
// focus when the form is drawn again.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { Child } from "../elements.d.ts" */
/** @import { FormField } from "./messages.d.ts" */
/** @typedef {() => any} Now The value of a setting at the moment. */
/** @typedef {(value: any) => void} Set Called with another one. */
/** @typedef {(sentence: string) => void} Fail */
/** @typedef {{ target: HTMLInputElement }} InputEvent */

/**
 * @param {string} key
 * @param {string} label
 * @param {HTMLElement} control
 */
export function labelled(key, label, control, help = "") {
  control.id = `new-${key}`;
  control.dataset.key = key;
  if (help) control.title = help;
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control);
}

/**
 * `options` are pairs of a value and its words.
 *
 * @param {string} key
 * @param {string} label
 * @param {string[][]} options
 * @param {string} value
 * @param {Set} set
 */
export function choice(key, label, options, value, set, help = "") {
  const change = (/** @type {{ target: HTMLSelectElement }} */ { target }) => set(target.value);
  const control = el(
    "select",
    { on: { change } },
    options.map(([name, text]) => el("option", { value: name, selected: name === value }, text)),
  );
  return labelled(key, label, control, help);
}

/** As people write numbers of at least 0: 0.5, .5, 2., 1e9. */
export const isDecimal = (/** @type {string} */ text) =>
  /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));

/**
 * A control for a setting. `now()` is its value, `set(value)` is called with another one, `fail(sentence)` where what
 * was typed is none.
 *
 * @param {FormField} field
 * @param {Now} now
 * @param {Set} set
 * @param {Fail} fail
 * @returns {Child}
 */
export function control(field, now, set, fail) {
  const { name, label, help } = field;
  if (field.type === "choice") {
    return choice(name, label, Object.entries(field.choices), now(), set, help);
  }
  if (field.type === "names" && Object.keys(field.choices).length) return several(field, now, set);
  if (field.type === "openings") return field.spans ? written(field, now, set) : openings(field, now, set);
  if (field.type === "whole" || field.type === "decimal") return numeric(field, now, set, fail);
  if (field.type === "numbers" || field.type === "names") return list(field, now, set, fail);
  return written(field, now, set);
}

/**
 * @param {FormField} field
 * @param {Record<string, unknown>} attributes
 * @param {(event: InputEvent) => void} change
 */
function input(field, attributes, change) {
  return labelled(
    field.name,
    field.label,
    el("input", { placeholder: field.hint || null, on: { change }, ...attributes }),
    field.help,
  );
}

/**
 * Left empty it has its default, where that is no number to be shown.
 *
 * @param {FormField} field
 * @param {Now} now
 * @param {Set} set
 * @param {Fail} fail
 */
function numeric(field, now, set, fail) {
  const whole = field.type === "whole";
  const blank = field.default === null || (field.hint && field.default === 0);
  const change = (/** @type {InputEvent} */ { target }) => {
    const text = target.value.trim();
    if (text === "" && blank) set(field.default);
    else if (whole ? /^\d+$/.test(text) : isDecimal(text)) set(Number(text));
    else fail(t(`experiments.field.${whole ? "whole" : "decimal"}`, { field: field.label }));
  };
  const value = blank && now() === field.default ? "" : now();
  const { least, most } = field;
  const step = whole ? field.step : "any";
  return input(field, { type: "number", min: least ?? 0, max: most, step, value }, change);
}

const TEXT = {
  type: "text",
  maxlength: 200,
  spellcheck: "false",
  autocomplete: "off",
  autocapitalize: "off",
};

/**
 * @param {FormField} field
 * @param {Now} now
 * @param {Set} set
 */
export function written(field, now, set) {
  return input(field, { ...TEXT, value: now() ?? "" }, ({ target }) => set(target.value.trim()));
}

/**
 * Things separated by commas or blanks.
 *
 * @param {FormField} field
 * @param {Now} now
 * @param {Set} set
 * @param {Fail} fail
 */
function list(field, now, set, fail) {
  const numbers = field.type === "numbers";
  const change = (/** @type {InputEvent} */ { target }) => {
    const parts = target.value.split(/[,;\s]+/).filter(Boolean);
    const found = numbers ? parts.map(Number) : parts;
    if (found.length === 0) set(field.default);
    else if (!numbers || found.every((one) => Number.isFinite(one))) set(found);
    else fail(t("experiments.field.numbers", { field: field.label }));
  };
  return input(field, { ...TEXT, value: now()?.join(", ") ?? "" }, change);
}

/**
 * Several of the names that may be chosen; where none is a choice as well, what that means stands below.
 *
 * @param {FormField} field
 * @param {Now} now
 * @param {Set} set
 */
function several({ name: key, label, choices, help, default: usual }, now, set) {
  const change = (/** @type {string} */ name, /** @type {boolean} */ on) =>
    set(Object.keys(choices).filter((one) => (one === name ? on : now().includes(one))));
  return el(
    "fieldset",
    { class: "several" },
    el("legend", {}, label),
    Object.entries(choices).map(([name, words]) =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          checked: now().includes(name),
          data: { key: `${key}-${name}` },
          on: { change: (event) => change(name, event.target.checked) },
        }),
        words,
      )
    ),
    help && Array.isArray(usual) && usual.length === 0 ? el("p", { class: "faint" }, help) : null,
  );
}

/**
 * Where games begin: after random moves, in all positions of a level, or at the start.
 *
 * @param {FormField} field
 * @param {Now} now
 * @param {Set} set
 */
function openings({ name, label, help }, now, set) {
  const [kind, plies] = now().split(":");
  const write = (/** @type {string} */ chosen, /** @type {number} */ count) =>
    set(chosen === "start" ? "start" : `${chosen}:${count}`);
  const kinds = ["random", "all", "start"].map((one) => [one, t(`experiments.openings.${one}`)]);
  return [
    choice(name, label, kinds, kind, (chosen) => write(chosen, chosen === "all" ? 2 : 4), help),
    kind === "start" ? null : labelled(
      "opening_plies",
      t("experiments.field.opening_plies"),
      el("input", {
        type: "number",
        min: 0,
        max: 60,
        step: 1,
        value: plies,
        on: {
          change: (event) =>
            /^\d+$/.test(event.target.value) && write(now().split(":")[0], Number(event.target.value)),
        },
      }),
    ),
  ];
}
