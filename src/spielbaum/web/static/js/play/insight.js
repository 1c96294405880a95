// The analysis, for whoever wants to know: value, best line, how far it looked.

import { el, show, showIfNew } from "../dom.js";
import { number, short, t } from "../language.js";
import { moveWords } from "./notation.js";

/** @import { Badge } from "../board/context.d.ts" */
/** @import { GameView } from "../messages.d.ts" */
/** @import { MoveValue, PartView, SearchInfo, Values, ValueView } from "./messages.d.ts" */

/** Whether somebody unfolded the parts of the evaluation: they stay so from position to position. */
let unfolded = false;

/** The analysis, with a switch; `onSwitch` is called with whether it shall be on. */
export class Insight {
  /** @param {(on: boolean) => void} onSwitch */
  constructor(onSwitch) {
    this.body = el("div", { class: "insight-body" });
    // Apart from the rest, which changes as long as something is searched: a table that is read stays where
    // it is.
    this.tables = el("div", { class: "insight-tables" });
    this.legend = el(
      "details",
      { class: "legend" },
      el("summary", {}, t("web.insight.legend")),
      el("p", { class: "faint" }, t("web.insight.values")),
    );
    this.switch = el("button", {
      type: "button",
      class: "switch",
      role: "switch",
      "aria-labelledby": "insight-title",
      "aria-checked": "false",
      on: { click: () => onSwitch(!this.on) },
    }, el("span", { class: "knob", "aria-hidden": "true" }));
    this.content = el("div", { hidden: true }, this.body, this.tables, this.legend);
    this.element = el(
      "section",
      { class: "card insight", "aria-labelledby": "insight-title" },
      el(
        "div",
        { class: "insight-head" },
        el("h2", { id: "insight-title" }, t("web.insight.title")),
        this.switch,
      ),
      this.content,
    );
    this.on = false;
  }

  /** @param {boolean} on */
  setOn(on) {
    this.on = on;
    this.switch.setAttribute("aria-checked", String(on));
    this.content.hidden = !on;
  }

  /**
   * `info` is what a search knows (or null), `state` a sentence about what is going on, `values` those
   * of all moves.
   *
   * @param {GameView} game
   * @param {SearchInfo | null} info
   * @param {string} state
   * @param {Values | null} values
   */
  show(game, info, state, values = null) {
    const known = info ? values : null;
    showIfNew(
      this.tables,
      [game.spec, known],
      () => (known ? [this.replies(game, known), this.parts(game, known)] : []),
    );
    if (!info) {
      show(this.body, el("p", { class: "faint" }, state || t("web.insight.nothing")));
      return;
    }
    const speed = info.seconds > 0.001 ? info.nodes / info.seconds : 0;
    const rows = [
      [t("web.insight.line"), info.words || "–"],
      [t("web.insight.depth"), info.depth === null ? "–" : number(info.depth)],
      [t("web.insight.nodes"), short(info.nodes)],
      [t("web.insight.speed"), speed ? t("web.insight.per_second", { count: short(speed) }) : "–"],
      [t("web.insight.time"), t("web.insight.seconds", { seconds: number(info.seconds, 2) })],
    ];
    show(
      this.body,
      el("p", { class: "worth" }, info.value.text),
      el(
        "dl",
        { class: "facts" },
        rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
      ),
      el("p", { class: "faint" }, state),
    );
  }

  /**
   * What answers each move, the best move first.
   *
   * @param {GameView} game
   * @param {Values} values
   */
  replies(game, { move_values: moves, view }) {
    if (!moves.some(({ reply }) => reply)) return null;
    const ranked = [...moves].sort((one, other) => pointsFor(view, other.value) - pointsFor(view, one.value));
    const row = (/** @type {MoveValue} */ { move, value, reply, best }) =>
      el(
        "tr",
        { class: best ? "best" : "" },
        el("th", { scope: "row" }, moveWords(game, move)),
        el(
          "td",
          { class: "number", title: value.text },
          el("span", { "aria-hidden": "true" }, value.short),
          el("span", { class: "hidden" }, value.text),
        ),
        el("td", { title: reply }, reply),
      );
    return table(
      t("web.insight.replies"),
      ["web.insight.move", "web.insight.worth", "web.insight.reply"],
      ranked.map(row),
      { long: true },
    );
  }

  /**
   * What the evaluation without searching is made of.
   *
   * @param {GameView} game
   * @param {Values} values
   */
  parts(game, { parts }) {
    if (!parts.length) return null;
    const row = (/** @type {PartView} */ { name, value, why }) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, name, el("span", { class: "why" }, why)),
        el("td", { class: "number" }, value),
      );
    const title = t("play.parts", { player: game.player_names[0] });
    return el(
      "details",
      { class: "more", open: unfolded, on: { toggle: ({ target }) => (unfolded = target.open) } },
      el("summary", { data: { key: "parts" } }, title),
      table(title, ["web.insight.part", "web.insight.worth"], parts.map(row)),
    );
  }
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
function table(caption, heads, rows, { long = false } = {}) {
  return el(
    "div",
    {
      class: long ? "reasons long" : "reasons",
      tabindex: long ? "0" : null,
      role: "group",
      "aria-label": caption,
      data: { key: long ? "replies" : null },
    },
    el(
      "table",
      {},
      el("caption", {}, caption),
      el("thead", { class: "hidden" }, el("tr", {}, heads.map((key) => el("th", { scope: "col" }, t(key))))),
      el("tbody", {}, rows),
    ),
  );
}

/**
 * The values of moves as badges for the board.
 *
 * @param {Values} values
 * @returns {Map<string, Badge>}
 */
export function badges(values) {
  return new Map(
    values.move_values.map(({ move, value, best }) => [
      move,
      {
        short: value.short,
        words: value.text,
        points: pointsFor(values.view, value),
        best,
        proven: value.proof === "proven",
      },
    ]),
  );
}

/**
 * @param {number} player
 * @param {ValueView} value
 */
function pointsFor(player, { points, view }) {
  if (Array.isArray(points)) return points[player];
  return view === player ? points : -points;
}
