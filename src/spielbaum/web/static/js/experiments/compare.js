// Several runs beside each other: their results in one table, their figures in one picture.

import { el, showIfNew } from "../dom.js";
import { t } from "../language.js";
import { csvButton, figureCard, joined, table } from "./figure.js";
import { progressWords } from "./state.js";

/** @import { RunView } from "./messages.d.ts" */

export class ComparePanel {
  /** @param {string[]} names */
  constructor(names) {
    this.names = names;
    /** @type {Map<string, RunView>} */
    this.views = new Map();
    this.table = el("div", {});
    const title = el("h2", { id: "compare-title", tabindex: "-1" }, t("experiments.compare.title"));
    this.figures = el("div", { class: "plots" });
    this.element = el(
      "div",
      { class: "run-panel" },
      el("section", { class: "card", "aria-labelledby": "compare-title" }, title, this.table),
      this.figures,
    );
  }

  /** @param {RunView} view */
  draw(view) {
    this.views.set(view.line.name, view);
    const views = this.names.flatMap((name) => this.views.get(name) ?? []);
    const rows = comparison(views);
    showIfNew(this.table, rows, () => {
      const data = {
        key: "comparison",
        title: t("experiments.compare.title"),
        columns: ["", ...views.map(({ line }) => line.name)],
        rows,
      };
      return [el("div", { class: "comparison" }, table(data)), csvButton(data)];
    });
    const figures = joined(views);
    showIfNew(
      this.figures,
      figures,
      () => (figures.length
        ? figures.map((figure) => figureCard(figure))
        : [el("p", { class: "faint" }, t("experiments.compare.none"))]),
    );
  }
}

/**
 * A row for everything that at least one of the runs says.
 *
 * @param {RunView[]} views
 */
function comparison(views) {
  const rows = [[
    t("experiments.column.state"),
    ...views.map(({ line }) => `${t(`experiments.state.${line.state}`)}, ${progressWords(line)}`),
  ]];
  for (const part of /** @type {const} */ (["results", "settings"])) {
    const names = [...new Set(views.flatMap((view) => view[part].map(({ name }) => name)))];
    for (const name of names) {
      rows.push([
        name,
        ...views.map((view) => view[part].find((fact) => fact.name === name)?.value ?? "–"),
      ]);
    }
    if (part === "results") {
      rows.push([
        t("experiments.column.headline"),
        ...views.map(({ line }) => line.headline || "–"),
      ]);
    }
  }
  return rows;
}
