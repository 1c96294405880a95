// The players of a run, as a form: kind and limit, or written out as on the command line.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @typedef {{ id: string, value?: number, least?: number, most?: number }} Choice A choice of the form. */
/** @typedef {Choice & { kind: string, option: string | null }} Way */

/** @type {Choice[]} */
const CHOICES = [
  { id: "engine.nodes", value: 5000, least: 1 },
  { id: "engine.seconds", value: 0.1, least: 0.001 },
  { id: "engine.depth", value: 6, least: 1 },
  { id: "engine.level", value: 3, least: 1, most: 8 },
  { id: "mcts.playouts", value: 1000, least: 1 },
  { id: "mcts.seconds", value: 0.1, least: 0.001 },
  { id: "perfect.seconds", value: 0.5, least: 0.001 },
  { id: "alphabeta.depth", value: 3, least: 1 },
  { id: "alphabeta.seconds", value: 0.1, least: 0.001 },
  { id: "minimax.depth", value: 3, least: 1 },
  { id: "minimax.seconds", value: 0.1, least: 0.001 },
  { id: "maxn.depth", value: 2, least: 1 },
  { id: "paranoid.depth", value: 2, least: 1 },
  { id: "random" },
  { id: "first" },
];
/** @type {Way[]} */
const WAYS = CHOICES.map((one) => {
  const [kind, option = null] = one.id.split(".");
  return { ...one, kind, option };
});

const LADDER = WAYS.filter(({ option }) => option === "seconds");

const write = (
  /** @type {Way} */ way,
  /** @type {string | number} */ value,
) => (way.option ? `${way.kind}:${way.option}=${value}` : way.kind);

/**
 * @param {string} spec
 * @returns {{ way: Way | null, value: string | null }}
 */
function parse(spec) {
  const [kind, rest = ""] = spec.split(/:(.*)/s);
  const [option, value] = rest.split("=");
  const way = WAYS.find((one) => one.kind === kind && (one.option === option || (!rest && !one.option)));
  return way && !rest.includes(",") ? { way, value } : { way: null, value: null };
}

/** What decides which controls there are: they are only made anew where this changes. */
export const playersShape = (/** @type {string[]} */ players) =>
  players.map((spec) => parse(spec).way?.id ?? "");

/**
 * The rows of the players; `now()` are all of them, and `change(players)` is called with others.
 *
 * @param {() => string[]} now
 * @param {{ many: boolean, seconds: number, change: (players: string[]) => void }} options
 */
export function playerRows(now, { many, seconds, change }) {
  const replace = (/** @type {number} */ index, /** @type {string} */ spec) =>
    change(now().map((old, at) => (at === index ? spec : old)));
  return now().map((shown, index, players) => {
    const { way, value } = parse(shown);
    const name = t("experiments.player", { number: index + 1 });
    const choose = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
      const chosen = WAYS.find((one) => one.id === target.value);
      const spec = now()[index];
      // A comma at the end says that it is written out, and means nothing else.
      replace(
        index,
        chosen ? write(chosen, chosen.value ?? "") : `${spec}${spec.includes(":") ? "," : ":,"}`,
      );
    };
    return el(
      "div",
      { class: "player-row", role: "group", "aria-label": name },
      el("span", { class: "player-number", "aria-hidden": "true" }, String(index + 1)),
      el(
        "select",
        {
          "aria-label": t("experiments.player.kind", { name }),
          data: { key: `kind-${index}` },
          on: { change: choose },
        },
        WAYS.map((one) =>
          el("option", { value: one.id, selected: one === way }, t(`experiments.way.${one.id}`))
        ),
        el("option", { value: "", selected: way === null }, t("experiments.way.written")),
      ),
      way === null || way.option
        ? option(way, value, shown, index, name, seconds, (text) => replace(index, text))
        : el("span", {}),
      many
        ? el("button", {
          type: "button",
          class: "round",
          disabled: players.length <= 2,
          "aria-label": t("experiments.player.remove", { name }),
          data: { key: `remove-${index}` },
          on: { click: () => change(now().filter((_, at) => at !== index)) },
        }, "×")
        : null,
    );
  });
}

/**
 * @param {Way | null} way
 * @param {string | null} value
 * @param {string} spec
 * @param {number} index
 * @param {string} name
 * @param {number} seconds
 * @param {(text: string) => void} set
 */
function option(way, value, spec, index, name, seconds, set) {
  const written = way === null;
  return el("input", {
    type: written ? "text" : "number",
    class: "player-value",
    "aria-label": written
      ? t("experiments.player.written", { name })
      : t(`experiments.option.${way?.option}`, { name }),
    min: way?.least,
    max: way?.most ?? (way?.option === "seconds" ? seconds : null),
    step: written ? null : way?.option === "seconds" ? "any" : 1,
    maxlength: written ? 200 : null,
    spellcheck: "false",
    value: written ? spec.replace(/:?,$/, "") : value,
    data: { key: `value-${index}` },
    on: {
      change: (event) => {
        const text = event.target.value.trim();
        if (text) set(way === null ? text : write(way, text));
      },
    },
  });
}

/**
 * Players of one kind, one for each time level.
 *
 * @param {string} kind
 * @param {string} text
 */
function ladder(kind, text) {
  const seconds = text.split(/[,;\s]+/).filter((part) => Number(part) > 0);
  return seconds.map((value) => `${kind}:seconds=${Number(value)}`);
}

/**
 * Ways to add players: one, or one for each time level; `memory` keeps what was typed.
 *
 * @param {{ ladderKind?: string, ladderText?: string }} memory
 * @param {() => string[]} now
 * @param {{ most: number, change: (players: string[]) => void, fail: (sentence: string) => void }} options
 */
export function adders(memory, now, { most, change, fail }) {
  const kind = el(
    "select",
    { "aria-label": t("experiments.ladder.kind"), data: { key: "ladder-kind" } },
    LADDER.map((way) =>
      el(
        "option",
        { value: way.kind, selected: way.kind === memory.ladderKind },
        t(`experiments.way.${way.id}`),
      )
    ),
  );
  const levels = el("input", {
    type: "text",
    "aria-label": t("experiments.ladder.levels"),
    value: memory.ladderText ?? "0.01, 0.02, 0.04",
    data: { key: "ladder-levels" },
    maxlength: 200,
  });
  const full = now().length >= most;
  const add = () => {
    memory.ladderKind = kind.value;
    memory.ladderText = levels.value;
    const added = ladder(kind.value, levels.value);
    if (added.length) change([...now(), ...added].slice(0, most));
    else fail(t("experiments.ladder.none"));
  };
  return el(
    "div",
    { class: "adders" },
    el("button", {
      type: "button",
      class: "quiet",
      disabled: full,
      data: { key: "add" },
      on: { click: () => change([...now(), "random"]) },
    }, t("experiments.player.add")),
    el(
      "div",
      { class: "ladder", role: "group", "aria-label": t("experiments.ladder") },
      el("span", { class: "faint" }, t("experiments.ladder")),
      kind,
      levels,
      el("button", {
        type: "button",
        class: "quiet",
        disabled: full,
        data: { key: "ladder-add" },
        on: { click: add },
      }, t("experiments.ladder.add")),
    ),
  );
}
