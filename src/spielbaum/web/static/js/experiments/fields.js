// The controls of the form. Each has a label, and a key by which it keeps the focus when the form is drawn
// again.

import { el } from "../dom.js";
import { t } from "../language.js";

export function field(key, control, words = t(`experiments.field.${key}`)) {
  control.id = `new-${key}`;
  control.dataset.key = key;
  return el("div", { class: "field" }, el("label", { for: control.id }, words), control);
}

/** `options` are pairs of a value and its words. */
export function choice(key, options, value, set, words) {
  const change = (event) => set(event.target.value);
  return field(
    key,
    el(
      "select",
      { on: { change } },
      options.map(([name, text]) => el("option", { value: name, selected: name === value }, text)),
    ),
    words,
  );
}

/** A whole number; `set(null)` where it is left empty and `empty` says what that means. */
export function whole(
  key,
  value,
  { least = 0, most = null, step = 1, empty = null, words = t(`experiments.field.${key}`), set, fail },
) {
  const change = (event) => {
    const text = event.target.value.trim();
    if (text === "" && empty !== null) set(null);
    else if (/^\d+$/.test(text)) set(Number(text));
    else fail(t("experiments.field.whole", { field: words }));
  };
  return field(
    key,
    el("input", {
      type: "number",
      min: least,
      max: most,
      step,
      value: value ?? "",
      placeholder: empty,
      on: { change },
    }),
    words,
  );
}

/** As people write numbers of at least 0: 0.5, .5, 2., 1e9. */
export const isDecimal = (text) =>
  /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));

export function decimal(key, value, { most, set, fail }) {
  const change = (event) => {
    const text = event.target.value.trim();
    if (isDecimal(text)) set(Number(text));
    else fail(t("experiments.field.decimal", { field: t(`experiments.field.${key}`) }));
  };
  return field(key, el("input", { type: "number", min: 0, max: most, step: "any", value, on: { change } }));
}

export function text(key, value, hint, set) {
  const change = (event) => set(event.target.value.trim());
  return field(
    key,
    el("input", {
      type: "text",
      value,
      placeholder: hint,
      maxlength: 200,
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      on: { change },
    }),
  );
}

/** Numbers separated by commas or blanks; a comma between digits without a blank separates as well. */
export function numbers(key, values, hint, set, fail) {
  return text(key, values?.join(", ") ?? "", hint, (written) => {
    const found = written.split(/[,;\s]+/).filter(Boolean).map(Number);
    if (found.every(Number.isFinite)) set(found);
    else fail(t("experiments.field.numbers", { field: t(`experiments.field.${key}`) }));
  });
}

/** Several of the things in `words` (name to text); `now()` are those that are chosen. */
export function several(key, words, now, set) {
  const change = (name, on) =>
    set(Object.keys(words).filter((one) => (one === name ? on : now().includes(one))));
  return el(
    "fieldset",
    { class: "several" },
    el("legend", {}, t(`experiments.field.${key}`)),
    Object.entries(words).map(([name, text_]) =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          checked: now().includes(name),
          data: { key: `${key}-${name}` },
          on: { change: (event) => change(name, event.target.checked) },
        }),
        text_,
      )
    ),
  );
}
