// Which game, with which parameters.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { GameView, ParameterView } from "../messages.d.ts" */

/**
 * Choose a game and its parameters; `start(spec)` begins it.
 *
 * @param {GameView[]} games
 * @param {GameView} game
 * @param {(spec: string) => void} start
 */
export function gameForm(games, game, start) {
  const choose = el(
    "select",
    { id: "game", data: { key: "game" }, on: { change: (event) => start(event.target.value) } },
    games.map((one) => el("option", { value: one.name, selected: one.name === game.name }, one.title)),
  );
  return el(
    "div",
    { class: "game" },
    el("label", { for: "game" }, t("web.game.label")),
    choose,
    el(
      "details",
      { class: "rules", open: open.has("rules"), on: { toggle: remember("rules") } },
      el("summary", { data: { key: "rules" } }, t("web.game.rules")),
      el("p", {}, game.rules),
      game.parameters.length ? parameterForm(game, start) : null,
    ),
  );
}

// The form is drawn anew with every move; what was open stays open, what was typed stays typed.
/** @type {Set<string>} */
const open = new Set();
/** @type {Map<string, Record<string, string>>} */
const drafts = new Map();

/** @param {string} key */
function remember(key) {
  return (/** @type {{ target: HTMLDetailsElement }} */ { target }) => {
    if (target.open) open.add(key);
    else open.delete(key);
  };
}

/**
 * @param {GameView} game
 * @param {(spec: string) => void} start
 */
function parameterForm(game, start) {
  const draft = drafts.get(game.spec) ??
    Object.fromEntries(game.parameters.map((one) => [one.name, one.value]));
  /**
   * @param {string} name
   * @param {string} value
   */
  const set = (name, value) => {
    draft[name] = value;
    drafts.clear();
    drafts.set(game.spec, draft);
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    drafts.clear();
    const text = game.parameters.map(({ name }) => `${name}=${draft[name].trim()}`).join(",");
    start(`${game.name}:${text}`);
  };
  return el(
    "form",
    { class: "switches", on: { submit } },
    game.parameters.map((one) => {
      const id = `switch-${one.name}`;
      return [
        el("label", { for: id }, one.title),
        field(one, id, draft[one.name], (value) => set(one.name, value)),
      ];
    }),
    el("button", { data: { key: "apply" } }, t("web.game.apply")),
  );
}

/**
 * @param {ParameterView} one
 * @param {string} id
 * @param {string} value
 * @param {(value: string) => void} set
 */
function field(one, id, value, set) {
  const data = { key: id };
  if (one.kind === "bool") {
    return el("input", {
      type: "checkbox",
      id,
      data,
      checked: value === "yes",
      on: { change: (event) => set(event.target.checked ? "yes" : "no") },
    });
  }
  if (one.choices.length) {
    return el(
      "select",
      { id, data, on: { change: (event) => set(event.target.value) } },
      one.choices.map((choice) => el("option", { value: choice, selected: choice === value }, choice)),
    );
  }
  return el("input", {
    type: "text",
    inputmode: one.kind === "int" ? "numeric" : "text",
    id,
    data,
    value,
    on: { input: (event) => set(event.target.value) },
  });
}
