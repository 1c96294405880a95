// The finished games of a run, page by page; each can be replayed in Play.

import * as api from "../api.js";
import { el, show } from "../dom.js";
import { number, t } from "../language.js";
import { joinMoves } from "../play/address.js";

/** @import { Child } from "../elements.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { GameLine, RunGames } from "./messages.d.ts" */

const COUNT = 20;
const KINDS = ["all", "won", "drawn", "lost", "unscored"];
/** Milliseconds between two looks while games are added. */
const PAUSE = 2000;

export class PlayedGames {
  /**
   * @param {Shell} shell
   * @param {string} name
   */
  constructor(shell, name) {
    this.shell = shell;
    this.name = name;
    this.first = 0;
    this.only = "all";
    this.known = -1;
    this.asked = 0;
    /** @type {RunGames | null} */
    this.answer = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const choose = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
      this.only = target.value;
      this.first = 0;
      this.fetch();
    };
    this.body = el("div", { class: "games-body" });
    this.element = el(
      "section",
      { class: "card games", "aria-labelledby": "games-title" },
      el(
        "div",
        { class: "head" },
        el("h2", { id: "games-title" }, t("experiments.games")),
        el(
          "label",
          { class: "inline" },
          el("span", { class: "faint" }, t("experiments.games.only")),
          el(
            "select",
            { data: { key: "only" }, on: { change: choose } },
            KINDS.map((kind) => el("option", { value: kind }, t(`experiments.games.${kind}`))),
          ),
        ),
      ),
      this.body,
    );
  }

  /**
   * The number of games has changed; those on the screen are asked for again where that can change them.
   *
   * @param {number} count
   */
  update(count) {
    this.element.hidden = count === 0;
    if (count === this.known) return;
    this.known = count;
    if (this.only === "all" && this.answer?.games.length === COUNT) {
      this.answer = { ...this.answer, total: count };
      this.draw();
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.fetch(), Math.max(0, this.asked + PAUSE - performance.now()));
  }

  async fetch() {
    this.asked = performance.now();
    const query = new URLSearchParams({
      first: String(this.first),
      count: String(COUNT),
      only: this.only,
    });
    try {
      this.answer = await api.get(`/api/experiments/run/${this.name}/games?${query}`);
    } catch (error) {
      this.shell.refused(error);
      return;
    }
    this.draw();
  }

  draw() {
    const { total, games } = this.answer ?? { total: 0, games: [] };
    const go = (/** @type {number} */ first) => {
      this.first = first;
      this.fetch();
    };
    const words = games.length
      ? t("experiments.games.shown", {
        first: number(this.first + 1),
        last: number(this.first + games.length),
        total: number(total),
      })
      : t("experiments.games.none");
    show(
      this.body,
      games.length ? this.table(games) : null,
      el(
        "div",
        { class: "row pager" },
        el("button", {
          type: "button",
          class: "quiet",
          disabled: this.first === 0,
          data: { key: "earlier" },
          on: { click: () => go(Math.max(0, this.first - COUNT)) },
        }, t("experiments.games.earlier")),
        el("button", {
          type: "button",
          class: "quiet",
          disabled: this.first + games.length >= total,
          data: { key: "later" },
          on: { click: () => go(this.first + COUNT) },
        }, t("experiments.games.later")),
        el("span", { class: "faint" }, words),
      ),
    );
  }

  /** @param {GameLine[]} games */
  table(games) {
    const columns = ["number", "first", "second", "result", "ending", "plies", "replay"].map((key) =>
      t(`experiments.games.${key}`)
    );
    const cell = (/** @type {Child[]} */ ...content) => el("td", {}, content);
    return el(
      "div",
      { class: "table-frame" },
      el(
        "table",
        { class: "games-table" },
        el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)))),
        el(
          "tbody",
          {},
          games.map((game) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, String(game.number + 1)),
              cell(el("span", { class: "spec" }, game.players[0])),
              cell(el("span", { class: "spec" }, game.players[1])),
              cell(game.result || "–"),
              cell(game.text),
              el("td", { class: "plies" }, String(game.moves.length)),
              cell(
                game.game
                  ? el(
                    "a",
                    {
                      href: this.replay(game),
                      class: "button quiet",
                      data: { key: `replay-${game.number}` },
                    },
                    t("experiments.games.play"),
                    el("span", { class: "hidden" }, ` ${game.number + 1}`),
                  )
                  : "–",
              ),
            )
          ),
        ),
      ),
    );
  }

  /**
   * The page *Play* with this game, before its first move.
   *
   * @param {GameLine} game
   */
  replay(game) {
    /** @type {Record<string, string>} */
    const query = { game: game.game };
    if (game.start) query.start = game.start;
    query.moves = joinMoves(game.moves, game.move_width);
    query.at = "0";
    game.players.forEach((player, index) => {
      query[`p${index + 1}`] = player;
    });
    if (game.resigned !== null) query.resigned = String(game.resigned);
    else if (game.unfinished) query.paused = "";
    return this.shell.link("play", query);
  }
}
