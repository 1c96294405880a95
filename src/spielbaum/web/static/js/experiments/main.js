// The page *Experiments*: runs on the left, and on the right the one that is looked at, several of them, or
// a new one.

import * as api from "../api.js";
import { el, isTyping, show } from "../dom.js";
import { t } from "../language.js";
import * as place from "../place.js";
import { startShell } from "../shell.js";
import { readAddress, writeAddress } from "./address.js";
import { ComparePanel } from "./compare.js";
import { NewRun } from "./form.js";
import { RunList } from "./list.js";
import { RunPanel } from "./run.js";
import { isActive } from "./state.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { Overview, RunLine, RunRequest, RunView } from "./messages.d.ts" */

class Page {
  /**
   * @param {Shell} shell
   * @param {Overview} overview
   * @param {GameView[]} games
   */
  constructor(shell, overview, games) {
    this.shell = shell;
    this.overview = overview;
    this.gameList = games;
    this.lines = overview.runs;
    /** @type {Map<string, { active: boolean, quarter: number }>} What was said about each run. */
    this.told = new Map();
    /** @type {string[]} The runs that are looked at. */
    this.names = [];
    /** @type {NewRun | RunPanel | ComparePanel | null} */
    this.panel = null;
    this.watching = new AbortController();
    this.work = el("div", { class: "desk-work" });
    this.newButton = el("button", {
      type: "button",
      class: "primary",
      data: { key: "new" },
      on: { click: () => this.openNew({}) },
    }, t("experiments.new"));
    this.list = new RunList({
      open: (name) => this.openRuns([name]),
      compare: (names) => this.openRuns(names),
      link: (name) => writeAddress({ names: [name] }),
    });
    shell.main.classList.add("desk");
    show(
      shell.main,
      el("h1", { class: "hidden" }, t("web.page.experiments")),
      el("div", { class: "desk-side" }, this.newButton, this.list.element),
      this.work,
    );
    place.onReturn(() => this.read());
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") {
      event.preventDefault();
      this.openNew({});
    } else if (event.key === "s" && this.panel instanceof RunPanel && this.panel.view) {
      const { line } = this.panel.view;
      if (line.can_stop) this.act("stop", line.name);
      else if (line.can_resume) this.act("resume", line.name);
    }
  }

  /** Show what the address says; without a word the latest run, or the form where there is none. */
  read() {
    const { names, isNew, request } = readAddress(this.overview.kinds);
    if (isNew || (names.length === 0 && this.lines.length === 0)) this.showNew(request);
    else this.showRuns(names.length ? names : [this.lines[0].name]);
  }

  /** @param {string[]} names */
  openRuns(names, { focus = true } = {}) {
    place.write(writeAddress({ names }), "push");
    this.showRuns(names);
    if (focus) this.toPanel();
  }

  /** @param {Partial<RunRequest>} request */
  openNew(request) {
    place.write(writeAddress({ names: [], request }), "push");
    this.showNew(request);
    this.toPanel();
  }

  /** On a phone the panel is below the list. */
  toPanel() {
    const title = this.work.querySelector("h2[tabindex]");
    if (title instanceof HTMLElement) title.focus({ preventScroll: true });
    const top = this.work.getBoundingClientRect().top;
    if (top > innerHeight * 0.6 || top < 0) this.work.scrollIntoView({ block: "start" });
  }

  /** @param {Partial<RunRequest>} request */
  showNew(request) {
    this.names = [];
    this.panel = new NewRun(this.shell, this.overview, this.gameList, request, {
      keep: (now) => place.write(writeAddress({ names: [], request: now })),
      started: (name) => {
        this.shell.announce(t("experiments.say.started", { name }));
        this.openRuns([name]);
      },
    });
    show(this.work, this.panel.element);
    this.watch();
  }

  /** @param {string[]} names */
  showRuns(names) {
    this.names = names;
    this.panel = names.length === 1
      ? new RunPanel(this.shell, names[0], {
        act: (what, name) => this.act(what, name),
        again: (request) => this.openNew(request),
      })
      : new ComparePanel(names);
    show(this.work, this.panel.element);
    this.watch();
  }

  /**
   * @param {string} what
   * @param {string} name
   */
  async act(what, name) {
    try {
      await api.post(`/api/experiments/${what}`, { name });
      this.shell.announce(t(`experiments.say.${what}`, { name }));
    } catch (error) {
      this.shell.refused(error);
    }
  }

  /** Listen to what changes, until something else is looked at. */
  async watch() {
    this.watching.abort();
    const watching = (this.watching = new AbortController());
    this.list.draw(this.lines, this.names);
    const on = {
      runs: (/** @type {RunLine[]} */ lines) => {
        this.lines = lines;
        this.list.draw(lines, this.names);
        for (const line of lines) this.tell(line);
        const gone = this.names.find((name) => !lines.some((line) => line.name === name));
        if (gone) this.shell.notice(t("experiments.error.unknown", { name: gone }));
      },
      run: (/** @type {RunView} */ view) => {
        const { panel } = this;
        if (this.names.includes(view.line.name) && panel !== null && !(panel instanceof NewRun)) {
          panel.draw(view);
        }
      },
    };
    try {
      await api.stream("/api/experiments/watch", { names: this.names }, { signal: watching.signal, on });
    } catch (error) {
      if (!watching.signal.aborted) this.shell.refused(error);
    }
  }

  /**
   * Say what happened to a run: that it ended, or how it stands at each quarter.
   *
   * @param {RunLine} line
   */
  tell(line) {
    const quarter = Math.floor((4 * line.played) / Math.max(line.planned, 1));
    const before = this.told.get(line.name);
    this.told.set(line.name, { active: isActive(line), quarter });
    if (!before) return;
    const fields = {
      name: line.name,
      played: line.played,
      planned: line.planned,
      headline: line.headline || line.problem,
    };
    if (before.active && !isActive(line)) {
      this.shell.announce(t(`experiments.say.${line.problem ? "failed" : line.state}`, fields));
    } else if (isActive(line) && quarter > before.quarter) {
      this.shell.announce(t("experiments.say.progress", fields));
    }
  }
}

const shell = await startShell("experiments");
const [overview, { games }] = await Promise.all([api.get("/api/experiments"), api.get("/api/games")]);
shell.keys([
  ["n", t("experiments.new")],
  ["s", t("experiments.help.stop")],
]);
new Page(shell, overview, games).read();
