// Which kind of exercise is done in the browser, and by which convention.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { TreeLab } from "./messages.d.ts" */
/** @import { ModeContext } from "./state.d.ts" */

/** Kinds that can be answered by filling in; a tree that is to be drawn is for paper. */
export const KINDS = [
  "alphabeta",
  "values",
  "negamax",
  "visited",
  "order",
  "cut-order",
  "killers",
  "deepening",
  "remoteness",
  "depth-limited",
  "maxn",
  "alliance",
  "expected-values",
  "star1",
  "same-choice",
];
/**
 * The convention that counts: the one asked for, or the usual one; none where a kind of exercise has
 * none.
 *
 * @param {TreeLab} treeLab
 * @param {string} kind
 * @param {string} asked
 * @returns {string | undefined}
 */
export function conventionOf(treeLab, kind, asked) {
  const known = treeLab.conventions[kind] ?? [];
  return known.includes(asked) ? asked : known[0];
}

/**
 * Which kind of exercise, and what counts as right where that is a matter of convention.
 *
 * @param {ModeContext} view
 * @param {string} kind
 * @param {string | undefined} convention
 * @param {string} teams
 */
export function chooser(view, kind, convention, teams) {
  const allied = teams
    ? el(
      "div",
      { class: "field" },
      el("label", { for: "exercise-teams" }, t("tree_lab.exercise.teams")),
      el("input", {
        id: "exercise-teams",
        type: "text",
        size: 8,
        maxlength: 40,
        value: teams,
        on: { change: (event) => view.again({ teams: event.target.value.trim() }) },
      }),
    )
    : null;
  /**
   * @param {string} key
   * @param {string[]} options
   * @param {string} value
   */
  const select = (key, options, value) =>
    el(
      "div",
      { class: "field" },
      el("label", { for: `exercise-${key}` }, t(`tree_lab.exercise.${key}`)),
      el(
        "select",
        { id: `exercise-${key}`, on: { change: (event) => view.again({ [key]: event.target.value }) } },
        options.map((name) =>
          el("option", { value: name, selected: name === value }, t(`tree_lab.exercise.${key}.${name}`))
        ),
      ),
    );
  return el(
    "div",
    { class: "fields" },
    select("kind", KINDS, kind),
    convention ? select("convention", view.treeLab.conventions[kind], convention) : null,
    allied,
  );
}
