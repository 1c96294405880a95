// What is in the solution: counts, how they spread over the plies, layers; and the games that are solved.

import { commandWords, el } from "../dom.js";
import { figureCard, table } from "../experiments/figure.js";
import { number, t } from "../language.js";

/** @import { SolutionView, Solutions } from "./messages.d.ts" */

/**
 * Counts, figure and layers; `saveFigure()` saves the figure.
 *
 * @param {SolutionView} solution
 * @param {() => void} saveFigure
 */
export function overview({ title, counts, remarks, figures, tables, file, savable }, saveFigure) {
  return [
    el("h2", {}, t("solution.page.overview", { title })),
    el(
      "dl",
      { class: "counts" },
      counts.map(({ name, value }) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    ),
    el(
      "p",
      { class: "faint" },
      [...remarks, file ? t("solution.page.from_file", { file }) : t("solution.page.made_here")].join(" "),
    ),
    el(
      "div",
      { class: "distribution" },
      figures.map((figure) => figureCard(figure)),
      savable && el("button", {
        type: "button",
        class: "quiet",
        data: { key: "save-figure" },
        on: { click: saveFigure },
      }, t("solution.page.save_figure")),
    ),
    tables.map((one) =>
      el(
        "details",
        { class: "card data layers" },
        el("summary", { data: { key: `table-${one.key}` } }, one.title),
        table(one),
      )
    ),
  ];
}

/**
 * The games whose solutions are there, as links; `link(spec)` is the address of one.
 *
 * @param {Solutions} solutions
 * @param {string} current
 * @param {(spec: string) => string} link
 */
export function solvedGames({ games, problems, on_demand }, current, link) {
  return [
    el("h2", {}, t("solution.page.games")),
    games.length
      ? el(
        "ul",
        { class: "solved-games" },
        games.map(({ spec, title, positions }) =>
          el(
            "li",
            {},
            el("a", { href: link(spec), "aria-current": spec === current ? "true" : null }, title),
            el("span", { class: "faint" }, t("solution.page.positions", { count: number(positions) })),
            spec.includes(":") ? el("span", { class: "faint spec" }, spec) : null,
          )
        ),
      )
      : null,
    el("p", { class: "faint" }, t(on_demand ? "solution.page.more" : "solution.page.all_there")),
    on_demand && el("pre", { class: "command" }, commandWords(t("solution.page.commands"))),
    problems.map((sentence) => el("p", { class: "problem" }, sentence)),
  ];
}
