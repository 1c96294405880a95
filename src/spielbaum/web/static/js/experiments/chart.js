// Figures drawn from data, at the size they are shown: lines with bands, and rows of intervals.
// Series differ in colour, in the dashes of their lines and in their marks.

import { el, show, svg } from "../dom.js";
import { number, percent, short, t } from "../language.js";
import { scale } from "./scale.js";

/** @import { Child } from "../elements.d.ts" */
/** @import { Axis, Figure, Point, Series } from "./messages.d.ts" */
/** @typedef {ReturnType<typeof scale>} Scale */
/** @typedef {(value: number) => number} Place */

const HEIGHT = 260;
const LEFT = 56;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 42;
const ROW = 46;
const MARKED = 40;

/**
 * The drawing of a figure; it is drawn again when its room changes.
 *
 * @param {Figure} figure
 */
export function chart(figure) {
  const box = el("div", { class: "chart" });
  let drawn = 0;
  const draw = () => {
    const width = Math.floor(box.clientWidth);
    if (width === 0 || width === drawn) return;
    drawn = width;
    show(box, PAINTERS[figure.kind](figure, width));
  };
  new ResizeObserver(draw).observe(box);
  return box;
}

/**
 * @param {Figure} figure
 * @param {number} width
 * @param {number} height
 * @param {...Child} parts
 */
function frame(figure, width, height, ...parts) {
  return svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": `${figure.title}. ${figure.about} ${t("experiments.figure.see")}`,
    },
    parts,
  );
}

/**
 * @param {Axis} axis
 * @param {number} exact
 */
const label = (axis, exact) => {
  const value = Math.abs(exact) < 1e-9 ? 0 : exact; // no −0
  if (axis.percent) return percent(value);
  if (axis.scale === "log10" || Math.abs(value) >= 10_000) return short(value);
  return number(value, Math.abs(value) < 0.01 ? 4 : Math.abs(value) < 1 ? 3 : 1);
};

/**
 * @param {(number | null)[]} values
 * @param {{ shares?: boolean, zero?: number | null, log?: boolean }} options
 */
function range(values, { shares = false, zero = null, log = false } = {}) {
  if (shares) return [0, 1];
  const found = values.filter((value) => value !== null).filter((value) => !log || value > 0);
  if (zero !== null) found.push(zero);
  if (found.length === 0) return log ? [1, 10] : [0, 1];
  const [low, high] = [Math.min(...found), Math.max(...found)];
  if (log) return [low / 1.3, high * 1.3];
  const room = (high - low) * 0.06 || 1;
  return [low - room, high + room];
}

/**
 * What has to be in sight: all values, and the intervals of the later half, for the first ones are
 * very wide.
 *
 * @param {Pick<Series, "points">[]} series
 */
function sight(series) {
  return series.flatMap(({ points }) =>
    points.flatMap((
      point,
      index,
    ) => (index >= points.length / 2 ? [point.y, point.low, point.high] : [point.y]))
  );
}

/**
 * All lines of a figure: those of its series, without what was fitted to them, and its levels.
 *
 * @param {Figure} figure
 */
function drawn({ series, levels }) {
  const xs = series.flatMap(({ points }) => points.map((point) => point.x));
  const ends = [Math.min(...xs), Math.max(...xs)];
  const flat = (/** @type {number} */ y) => ends.map((x) => ({ x, y, low: null, high: null }));
  return [
    ...series.filter(({ style }) => style !== "fit"),
    ...levels.map(({ name, value }) => ({ name, points: flat(value) })),
  ];
}

/**
 * @param {Figure} figure
 * @param {number} width
 */
function lines(figure, width) {
  const series = drawn(figure);
  const log = { x: figure.x.scale !== "linear", y: figure.y.scale !== "linear" };
  const xs = series.flatMap(({ points }) => points.map((point) => point.x));
  const rangeX = log.x ? range(xs, { log: true }) : [Math.min(0, ...xs), Math.max(1, ...xs)];
  const x = scale(figure.x.scale, rangeX, [LEFT, width - RIGHT], Math.max(2, Math.floor(width / 90)), xs);
  const y = scale(
    figure.y.scale,
    range(sight(series), { shares: figure.y.percent, zero: figure.y.zero, log: log.y }),
    [HEIGHT - BOTTOM, TOP],
    5,
  );
  const clip = (/** @type {number} */ value) => Math.max(TOP - 1, Math.min(HEIGHT - BOTTOM + 1, y.at(value)));
  const { zero } = figure.y;
  return frame(
    figure,
    width,
    HEIGHT,
    y.ticks.map((value) => [
      svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y.at(value), y2: y.at(value) }),
      svg(
        "text",
        { class: "tick", x: LEFT - 8, y: y.at(value) + 4, "text-anchor": "end" },
        label(figure.y, value),
      ),
    ]),
    x.ticks.map((value) => [
      svg("line", { class: "grid", x1: x.at(value), x2: x.at(value), y1: TOP, y2: HEIGHT - BOTTOM }),
      svg(
        "text",
        { class: "tick", x: x.at(value), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" },
        label(figure.x, value),
      ),
    ]),
    zero === null
      ? null
      : svg("line", { class: "zero", x1: LEFT, x2: width - RIGHT, y1: y.at(zero), y2: y.at(zero) }),
    svg(
      "text",
      { class: "axis", x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle" },
      figure.x.title,
    ),
    series.map(({ points }, index) => band(points, index, x, clip)),
    series.map(({ points }, index) => line(points, index, x, clip, y)),
  );
}

/**
 * Between the ends of the intervals; an open end goes as far as the picture does.
 *
 * @param {Point[]} points
 * @param {number} index
 * @param {Scale} x
 * @param {Place} clip
 */
function band(points, index, x, clip) {
  const bounded = points.filter(({ low, high }) => low !== null || high !== null);
  if (bounded.length === 0) return null;
  if (bounded.length <= 12) {
    return bounded.map(({ x: at, low, high }) =>
      svg("line", {
        class: `whisker s${index % 8}`,
        x1: x.at(at),
        x2: x.at(at),
        y1: clip(low ?? -1e12),
        y2: clip(high ?? 1e12),
      })
    );
  }
  const upper = bounded.map(({ x: at, high }) => `${x.at(at)},${clip(high ?? 1e12)}`);
  const lower = bounded.map(({ x: at, low }) => `${x.at(at)},${clip(low ?? -1e12)}`).reverse();
  return svg("polygon", { class: `band s${index % 8}`, points: [...upper, ...lower].join(" ") });
}

/**
 * @param {Point[]} points
 * @param {number} index
 * @param {Scale} x
 * @param {Place} clip
 * @param {Scale} y
 */
function line(points, index, x, clip, y) {
  // After nothing but wins there is no number; the line begins where there is one.
  const places = points.flatMap((point) =>
    point.y !== null && Number.isFinite(y.at(point.y)) ? [[x.at(point.x), clip(point.y)]] : []
  );
  return [
    svg("polyline", {
      class: `curve s${index % 8}`,
      points: places.map((place) => place.join(",")).join(" "),
    }),
    places.length <= MARKED ? places.map(([px, py]) => mark(index, px, py)) : null,
  ];
}

/** @type {((x: number, y: number) => SVGElement)[]} */
const SHAPES = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 4 }),
  (x, y) => svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8 }),
  (x, y) => svg("polygon", { points: `${x},${y - 5} ${x + 5},${y + 4} ${x - 5},${y + 4}` }),
  (x, y) => svg("polygon", { points: `${x},${y - 5.5} ${x + 5.5},${y} ${x},${y + 5.5} ${x - 5.5},${y}` }),
];

/**
 * @param {number} index
 * @param {number} x
 * @param {number} y
 */
function mark(index, x, y) {
  const shape = SHAPES[index % 4](x, y);
  shape.setAttribute("class", `mark s${index % 8}`);
  return shape;
}

/**
 * Rows with a value each, with its interval; several series have a mark each in the same row.
 *
 * @param {Figure} figure
 * @param {number} width
 */
function rows(figure, width) {
  const height = TOP + figure.names.length * ROW + BOTTOM;
  const { zero } = figure.x;
  const log = figure.x.scale !== "linear";
  const all = figure.series.flatMap(({ points }) => points);
  const values = all.flatMap((point) => [point.y, point.low, point.high]);
  const x = scale(
    figure.x.scale,
    range(values, { zero, log }),
    [RIGHT, width - RIGHT],
    Math.max(2, Math.floor(width / 90)),
  );
  const foot = height - BOTTOM;
  const place = (/** @type {number} */ row) => TOP + row * ROW + 32;
  return frame(
    figure,
    width,
    height,
    x.ticks.map((value) => [
      svg("line", { class: "grid", x1: x.at(value), x2: x.at(value), y1: TOP, y2: foot }),
      svg(
        "text",
        { class: "tick", x: x.at(value), y: foot + 16, "text-anchor": "middle" },
        label(figure.x, value),
      ),
    ]),
    zero === null ? null : svg("line", { class: "zero", x1: x.at(zero), x2: x.at(zero), y1: TOP, y2: foot }),
    svg("text", { class: "axis", x: width / 2, y: height - 6, "text-anchor": "middle" }, figure.x.title),
    figure.names.map((name, row) => svg("text", { class: "row-name", x: RIGHT, y: place(row) - 14 }, name)),
    figure.series.map(({ points }, index) =>
      points.map((point) => {
        const at = place(point.x);
        const low = point.low ?? x.low;
        const high = point.high ?? x.high;
        // An end that is missing is open; where both are, there is no interval.
        const bare = point.low === null && point.high === null;
        const line = { class: `whisker s${index % 8}`, x1: x.at(low), x2: x.at(high), y1: at, y2: at };
        return [
          bare ? null : svg("line", line),
          point.y === null ? null : mark(index, x.at(point.y), at),
        ];
      })
    ),
  );
}

/**
 * Places shaded by their numbers, in two colours by their signs; the number in each says the same.
 *
 * @param {Figure} figure
 * @param {number} width
 */
function board(figure, width) {
  const begin = Math.max(LEFT / 2, ...figure.series.map(({ name }) => 8 * name.length + 16));
  const side = Math.min((width - begin - RIGHT) / figure.names.length, ROW + 10);
  const height = TOP + figure.series.length * ROW + BOTTOM / 2;
  const most = Math.max(
    ...figure.series.flatMap(({ points }) => points.map(({ y }) => Math.abs(y ?? 0))),
    1e-9,
  );
  return frame(
    figure,
    width,
    height,
    figure.names.map((name, column) =>
      svg("text", {
        class: "tick",
        x: begin + (column + 0.5) * side,
        y: height - 6,
        "text-anchor": "middle",
      }, name)
    ),
    figure.series.map(({ name, points }, row) => [
      svg(
        "text",
        { class: "tick", x: begin - 8, y: TOP + (row + 0.5) * ROW + 4, "text-anchor": "end" },
        name,
      ),
      points.map(({ x, y }) => {
        if (y === null) return null;
        const [left, top] = [begin + x * side, TOP + row * ROW];
        return [
          svg("rect", {
            class: `place s${y < 0 ? 1 : 0}`,
            x: left + 1,
            y: top + 1,
            width: side - 2,
            height: ROW - 2,
            "fill-opacity": 0.05 + (0.45 * Math.abs(y)) / most,
          }),
          svg(
            "text",
            { class: "worth", x: left + side / 2, y: top + ROW / 2 + 4, "text-anchor": "middle" },
            `${y > 0 ? "+" : ""}${number(y, 1)}`,
          ),
        ];
      }),
    ]),
  );
}

/** @type {Record<Figure["kind"], (figure: Figure, width: number) => SVGElement>} */
const PAINTERS = { lines, rows, board, matrix: lines };

/**
 * The names of the series with their marks; nothing where there is only one.
 *
 * @param {Figure} figure
 */
export function legend(figure) {
  const series = figure.kind === "lines" ? drawn(figure) : figure.series;
  if (series.length < 2 || figure.kind === "board") return null;
  return el(
    "ul",
    { class: "legend" },
    series.map(({ name }, index) =>
      el(
        "li",
        {},
        svg(
          "svg",
          { viewBox: "0 0 28 12", width: 28, height: 12, "aria-hidden": "true" },
          svg("polyline", { class: `curve s${index % 8}`, points: "0,6 28,6" }),
          mark(index, 14, 6),
        ),
        el("span", {}, name),
      )
    ),
  );
}
