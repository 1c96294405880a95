// The page *Experiments*: runs on the left, and on the right the one that is looked at, several of them, or
// a new one.

import * as api from "../api.js";
import { el, isTyping, show } from "../dom.js";
import { t } from "../language.js";
import { startShell } from "../shell.js";
import { readAddress, writeAddress } from "./address.js";
import { ComparePanel } from "./compare.js";
import { NewRun } from "./form.js";
import { RunList } from "./list.js";
import { RunPanel } from "./run.js";
import { isActive } from "./state.js";

class Page {
  constructor(shell, overview, games) {
    this.shell = shell;
    this.overview = overview;
    this.gameList = games;
    this.lines = overview.runs;
    this.told = new Map();
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
    window.addEventListener("popstate", () => this.read());
    document.addEventListener("keydown", (event) => this.press(event));
  }

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

  openRuns(names, { focus = true } = {}) {
    history.pushState(null, "", writeAddress({ names }));
    this.showRuns(names);
    if (focus) this.toPanel();
  }

  openNew(request) {
    history.pushState(null, "", writeAddress({ names: [], request }));
    this.showNew(request);
    this.toPanel();
  }

  /** On a phone the panel is below the list. */
  toPanel() {
    this.work.querySelector("h2[tabindex]")?.focus({ preventScroll: true });
    const top = this.work.getBoundingClientRect().top;
    if (top > innerHeight * 0.6 || top < 0) this.work.scrollIntoView({ block: "start" });
  }

  showNew(request) {
    this.names = [];
    this.panel = new NewRun(this.shell, this.overview, this.gameList, request, {
      keep: (now) => history.replaceState(null, "", writeAddress({ names: [], request: now })),
      started: (name) => {
        this.shell.announce(t("experiments.say.started", { name }));
        this.openRuns([name]);
      },
    });
    show(this.work, this.panel.element);
    this.watch();
  }

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

  async act(what, name) {
    try {
      await api.post(`/api/experiments/${what}`, { name });
      this.shell.announce(t(`experiments.say.${what}`, { name }));
    } catch (error) {
      this.shell.notice(error.message);
    }
  }

  /** Listen to what changes, until something else is looked at. */
  async watch() {
    this.watching?.abort();
    const watching = (this.watching = new AbortController());
    this.list.draw(this.lines, this.names);
    const on = {
      runs: (lines) => {
        this.lines = lines;
        this.list.draw(lines, this.names);
        for (const line of lines) this.tell(line);
        const gone = this.names.find((name) => !lines.some((line) => line.name === name));
        if (gone) this.shell.notice(t("experiments.error.unknown", { name: gone }));
      },
      run: (view) => {
        if (this.names.includes(view.line.name)) this.panel.draw(view);
      },
    };
    try {
      await api.stream("/api/experiments/watch", { names: this.names }, { signal: watching.signal, on });
    } catch (error) {
      if (!watching.signal.aborted) this.shell.notice(error.message);
    }
  }

  /** Say what happened to a run: that it ended, or how it stands at each quarter. */
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
