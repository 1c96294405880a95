// A figure with its words, and the numbers behind it as a table.

import { el } from "../dom.js";
import { t } from "../language.js";
import { save } from "../files.js";
import { chart, legend } from "./chart.js";

/** @import { Figure, Point, RunView, Series } from "./messages.d.ts" */
/** @typedef {{ key: string, title: string, columns: string[], rows: string[][] }} Data */
/** @typedef {{ name: string, figure: Figure }} Named */

/** @param {Figure} figure */
export function figureCard(figure, { open = false } = {}) {
  return el(
    "figure",
    { class: "card plot", data: { figure: figure.key } },
    el("figcaption", {}, el("h3", {}, figure.title), el("p", { class: "faint" }, figure.about)),
    figure.kind === "matrix" ? null : [chart(figure), legend(figure)],
    el(
      "details",
      { class: "data", open: open || figure.kind === "matrix" },
      el("summary", { data: { key: `data-${figure.key}` } }, t("experiments.data")),
      table(figure),
      csvButton(figure),
    ),
  );
}

/**
 * A table that can be scrolled with the keyboard.
 *
 * @param {Omit<Data, "key">} data
 */
export function table({ title, columns, rows }, { caption = false } = {}) {
  const classes = columns.map((_, column) => ({
    class: rows.some((row) => isWords(row[column])) ? "words" : "",
  }));
  return el(
    "div",
    { class: "table-frame", tabindex: "0", role: "region", "aria-label": title },
    el(
      "table",
      { class: "numbers" },
      caption ? el("caption", { class: "hidden" }, title) : null,
      el(
        "thead",
        {},
        el("tr", {}, columns.map((name, column) => el("th", { scope: "col", ...classes[column] }, name))),
      ),
      el(
        "tbody",
        {},
        rows.map(([name, ...cells]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, name),
            cells.map((cell, index) => el("td", classes[index + 1], cell)),
          )
        ),
      ),
    ),
  );
}

/**
 * Whether a cell begins with a word: such columns are read from the left, as numbers are from the right.
 *
 * @param {string} cell
 */
const isWords = (cell) => /^\p{L}{2}/u.test(cell);

/** @param {Omit<Data, "title">} data */
export function csvButton({ key, columns, rows }) {
  return el("button", {
    type: "button",
    class: "quiet",
    data: { key: `csv-${key}` },
    on: { click: () => save({ name: `${key}.csv`, media: "text/csv", text: csv([columns, ...rows]) }) },
  }, "CSV");
}

const csv = (/** @type {string[][]} */ rows) =>
  rows.map((row) =>
    row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")
  ).join("\n") + "\n";

/**
 * Figures of several runs with the same key as one; the series are named after their runs.
 *
 * @param {RunView[]} views
 * @returns {Figure[]}
 */
export function joined(views) {
  const keys = [...new Set(views.flatMap((view) => view.figures.map((figure) => figure.key)))];
  return keys.flatMap((key) => {
    const found = views.flatMap((view) =>
      view.figures.filter((figure) => figure.key === key).map((figure) => ({ name: view.line.name, figure }))
    );
    if (found.length < 2) return [];
    const [{ figure }] = found;
    const whole = {
      ...figure,
      about: t("experiments.compare.figure"),
      ...merged(figure.kind, found),
      columns: [t("experiments.column.run"), ...figure.columns],
      rows: found.flatMap(({ name, figure: one }) => one.rows.map((row) => [name, ...row])),
    };
    return key === "elo" && figure.x.scale === "linear" ? [last(whole, found), whole] : [whole];
  });
}

/**
 * Series of all runs; rows of the later runs come below those of the earlier ones.
 *
 * @param {Figure["kind"]} kind
 * @param {Named[]} found
 */
function merged(kind, found) {
  if (kind !== "rows") {
    const named = (/** @type {string} */ name, /** @type {Figure} */ one) =>
      one.series.map((series) => ({
        ...series,
        name: one.series.length === 1 ? name : `${name}: ${series.name}`,
      }));
    return { series: found.flatMap(({ name, figure }) => named(name, figure)) };
  }
  /** @type {string[]} */
  const names = [];
  const series = found.flatMap(({ name, figure }) => {
    const above = names.length;
    names.push(...figure.names.map((row) => `${name}: ${row}`));
    return figure.series.map((one) => ({
      ...one,
      points: one.points.map((point) => ({ ...point, x: point.x + above })),
    }));
  });
  return { series, names };
}

/**
 * Where each run has come to: the last point of its line, as a row of its own.
 *
 * @param {Figure} figure
 * @param {Named[]} found
 * @returns {Figure}
 */
function last(figure, found) {
  const points = figure.series.flatMap(({ points: all }, row) => {
    const end = all.at(-1);
    return end ? [{ ...end, x: row }] : [];
  });
  return {
    ...figure,
    key: "last",
    title: t("experiments.figure.last"),
    kind: "rows",
    x: figure.y,
    y: figure.x,
    names: figure.series.map(({ name }) => name),
    series: [{ name: "", style: "measured", points }],
    levels: [],
    rows: found.map(({ name, figure: one }) => [name, ...(one.rows.at(-1) ?? [])]),
  };
}
