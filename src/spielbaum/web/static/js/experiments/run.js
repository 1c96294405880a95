// One run: how it stands, what came of it, its figures, its games, and what it was made with.

import * as api from "../api.js";
import { commandWords, el, show, showIfNew } from "../dom.js";
import { language, t } from "../language.js";
import { save } from "../files.js";
import { commandBox } from "./copy.js";
import { csvButton, figureCard, table } from "./figure.js";
import { PlayedGames } from "./played_games.js";
import { Pace, progressBar, progressWords, stateTag } from "./state.js";

/** @import { Shell } from "../shell.js" */
/** @import { Fact, Figure, RunLine, RunRequest, RunView, Table } from "./messages.d.ts" */

export class RunPanel {
  /**
   * `act(what, name)` stops and resumes; `again(request)` opens the form with these settings.
   *
   * @param {Shell} shell
   * @param {string} name
   * @param {{ act: (what: string, name: string) => void, again: (request: RunRequest) => void }} callbacks
   */
  constructor(shell, name, { act, again }) {
    this.shell = shell;
    this.name = name;
    this.act = act;
    this.again = again;
    /** @type {RunView | null} */
    this.view = null;
    /** @type {WeakMap<Element, string>} What each figure shows. */
    this.shown = new WeakMap();
    this.pace = new Pace();
    this.games = new PlayedGames(shell, name);
    this.games.element.hidden = true;
    this.top = el("section", { class: "card run-top", "aria-labelledby": "run-title" });
    this.status = el("div", { class: "run-status" });
    this.actions = el("div", { class: "row" });
    this.results = el("div", {});
    this.figures = el("div", { class: "plots" });
    this.tables = el("div", { class: "tables" });
    this.about = el("div", { class: "about" });
    this.title = el("h2", { id: "run-title", tabindex: "-1" }, name);
    this.lead = el("p", { class: "lead" });
    this.top.append(
      el("div", { class: "head" }, this.title, this.actions),
      this.lead,
      this.status,
      this.results,
    );
    this.element = el(
      "div",
      { class: "run-panel" },
      this.top,
      this.figures,
      this.tables,
      this.games.element,
      this.about,
    );
  }

  /** @param {RunView} view */
  draw(view) {
    this.view = view;
    const { line } = view;
    showIfNew(
      this.actions,
      [line.can_stop, line.can_resume, line.state, Boolean(view.request)],
      () => this.buttons(view),
    );
    showIfNew(this.lead, [line.kind, line.title, line.players], () => lead(line));
    // The bar is changed in place, so that it moves instead of being a new one each time.
    this.drawStatus(line);
    showIfNew(
      this.results,
      [view.results, view.answers, view.remarks, line.problem],
      () => resultParts(view),
    );
    // A cross table is one of the tables.
    this.drawFigures(view.figures.filter(({ kind }) => kind !== "matrix"));
    showIfNew(
      this.tables,
      view.tables,
      () =>
        view.tables.map((one) =>
          one.detail ? el("details", { class: "card" }, el("summary", {}, one.title), tableParts(one)) : el(
            "section",
            { class: "card" },
            el("h2", {}, one.title),
            tableParts(one),
          )
        ),
    );
    this.games.update(view.games);
    showIfNew(this.about, [view.settings, view.environment, view.command], () => this.aboutParts(view));
  }

  /** @param {RunLine} line */
  drawStatus(line) {
    const left = this.pace.words(line);
    const words = [line.state === "preparing" ? t("experiments.preparing") : progressWords(line), left]
      .filter(Boolean).join(" · ");
    const bar = this.status.querySelector("progress");
    const [wordsBox, stateBox] = [".run-words", ".state-box"].map((one) => this.status.querySelector(one));
    if (bar && wordsBox && stateBox && bar.max === Math.max(line.planned, 1)) {
      bar.value = line.played;
      bar.setAttribute("aria-label", progressWords(line));
      wordsBox.textContent = words;
      showIfNew(stateBox, [line.state, line.problem], () => stateTag(line));
      return;
    }
    if (line.state === "unreadable") {
      show(this.status, stateTag(line));
      return;
    }
    show(
      this.status,
      el("div", { class: "state-box" }, stateTag(line)),
      progressBar(line),
      el("p", { class: "run-words faint" }, words),
    );
  }

  /**
   * A figure that has not changed keeps its place and its open table.
   *
   * @param {Figure[]} figures
   */
  drawFigures(figures) {
    const kept = new Map(
      [...this.figures.children].map((child) => [child.getAttribute("data-figure"), child]),
    );
    const cards = figures.map((figure) => {
      const text = JSON.stringify(figure);
      const old = kept.get(figure.key);
      if (old && this.shown.get(old) === text) return old;
      const card = figureCard(figure, { open: old?.querySelector("details")?.open ?? false });
      this.shown.set(card, text);
      return card;
    });
    if (
      cards.length !== this.figures.children.length ||
      cards.some((card, index) => card !== this.figures.children[index])
    ) show(this.figures, cards);
  }

  /** @param {RunView} view */
  buttons({ line, request }) {
    const button = (/** @type {string} */ what, /** @type {string} */ kind) =>
      el("button", {
        type: "button",
        class: kind,
        data: { key: what },
        on: { click: () => this.act(what, line.name) },
      }, t(`experiments.${what}`));
    return [
      line.can_stop ? button("stop", "") : null,
      line.can_resume ? button("resume", "primary") : null,
      request
        ? el("button", {
          type: "button",
          class: "quiet",
          data: { key: "again" },
          on: { click: () => this.again({ ...request, name: "" }) },
        }, t("experiments.again"))
        : null,
    ];
  }

  /** @param {RunView} view */
  aboutParts(view) {
    if (!view.settings.length) return [];
    const facts = (/** @type {Fact[]} */ rows) =>
      el("dl", { class: "facts" }, rows.map(({ name, value }) => [el("dt", {}, name), el("dd", {}, value)]));
    return [
      el(
        "section",
        { class: "card", "aria-labelledby": "about-title" },
        el("h2", { id: "about-title" }, t("experiments.about")),
        this.files(),
        view.command
          ? [
            el("p", { class: "faint" }, t("experiments.command")),
            commandBox(this.shell, el("code", {}, commandWords(view.command)), () => view.command),
          ]
          : null,
        el(
          "div",
          { class: "two-facts" },
          view.settings.length ? facts(view.settings) : null,
          view.environment.length ? facts(view.environment) : null,
        ),
      ),
    ];
  }

  /** Report and slides open in a tab of their own, tables are saved; figures take the server a moment. */
  files() {
    const get = async (/** @type {HTMLButtonElement} */ button, /** @type {string} */ kind) => {
      button.disabled = true;
      try {
        save(await api.get(`/api/experiments/run/${this.name}/file/${kind}`));
      } catch (error) {
        this.shell.refused(error);
      } finally {
        button.disabled = false;
      }
    };
    return el(
      "div",
      { class: "row files" },
      ["report", "slides"].map((kind) =>
        el("a", {
          class: "button quiet",
          href: `/api/experiments/run/${this.name}/open/${kind}?lang=${language()}`,
          target: "_blank",
          rel: "noopener",
          data: { key: `file-${kind}` },
        }, t(`experiments.file.${kind}`))
      ),
      ["csv", "json"].map((kind) =>
        el("button", {
          type: "button",
          class: "quiet",
          data: { key: `file-${kind}` },
          on: { click: ({ target }) => get(target, kind) },
        }, t(`experiments.file.${kind}`))
      ),
    );
  }
}

/** @param {RunLine} line */
function lead(line) {
  if (!line.kind) return [];
  const players = line.players.map((
    player,
    index,
  ) => [
    index ? el("span", { class: "versus" }, "·") : null,
    el("span", { class: "spec" }, player),
  ]);
  return [
    el("span", {}, `${line.kind_title} · ${line.title}`),
    el("span", { class: "versus-line" }, players),
  ];
}

const tableParts = (/** @type {Table} */ one) => [
  table(one),
  one.notes.map((words) => el("p", { class: "faint" }, words)),
  csvButton(one),
];

/** @param {RunView} view */
function resultParts(view) {
  const answers = view.line.played ? view.answers : [];
  return [
    view.line.problem ? el("p", { class: "problem", role: "alert" }, view.line.problem) : null,
    view.results.length
      ? el(
        "dl",
        { class: "results" },
        view.results.map(({ name, value }) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
      )
      : null,
    answers.map((words) => el("p", { class: "answer" }, words)),
    view.remarks.length && view.line.played
      ? el("ul", { class: "remarks" }, view.remarks.map((words) => el("li", {}, words)))
      : null,
  ];
}
