// The form of a new run, built from the schema of its kind. Whatever is chosen, the command line that does the
// same stands below.

import * as api from "../api.js";
import { commandWords, el, show, showIfNew } from "../dom.js";
import { number, t } from "../language.js";
import { commandBox } from "./copy.js";
import { choice, control, labelled } from "./fields.js";
import { adders, playerRows, playersShape } from "./players.js";
import { rulesFields } from "./rules.js";
import { complete, fittingNames, fittingSettings, kindOf, suits, turned } from "./schema.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { Checked, FormField, Overview, RunRequest } from "./messages.d.ts" */
/** @typedef {Required<RunRequest> & { settings: Record<string, any> }} WholeRequest */

/** Milliseconds after the last change before the server is asked what it comes to. */
const PAUSE = 200;
const PLAYERS = ["players", "player"];

export class NewRun {
  /**
   * `keep(request)` puts it into the address, `started(name)` shows the run.
   *
   * @param {Shell} shell
   * @param {Overview} overview
   * @param {GameView[]} games
   * @param {Partial<RunRequest>} request
   * @param {{ keep: (request: RunRequest) => void, started: (name: string) => void }} callbacks
   */
  constructor(shell, overview, games, request, { keep, started }) {
    this.shell = shell;
    this.overview = overview;
    this.games = games;
    this.keep = keep;
    this.started = started;
    const whole = complete(overview.kinds, request);
    /** @type {WholeRequest} */
    this.request = whole.settings.game ? whole : this.fitting(whole);
    /** @type {Checked | null} */
    this.checked = null;
    this.asking = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.busy = false;
    /** What was typed to add players. */
    this.memory = {};
    this.nameField = el("input", {
      type: "text",
      value: this.request.name,
      maxlength: 64,
      spellcheck: "false",
      on: { change: ({ target }) => this.become({ ...this.request, name: target.value.trim() }) },
    });
    this.about = el("p", { class: "faint" });
    this.fields = el("div", { class: "form-fields" });
    this.rules = el("div", {});
    this.rulesBox = el(
      "details",
      { class: "options" },
      el("summary", {}, t("experiments.rules")),
      this.rules,
    );
    this.players = el("div", { class: "form-fields" });
    this.more = el("div", { class: "fields" });
    this.code = el("code", {});
    this.words = el("p", { class: "faint" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.button = el(
      "button",
      { class: "primary", data: { key: "start" }, disabled: !overview.may_start },
      t("experiments.start"),
    );
    this.element = el(
      "form",
      {
        class: "card new-run",
        "aria-labelledby": "new-title",
        novalidate: true,
        on: { submit: (event) => this.submit(event) },
      },
      el("div", {}, el("h2", { id: "new-title", tabindex: "-1" }, t("experiments.new")), this.about),
      overview.may_start ? null : el("p", { class: "closed" }, overview.reason),
      this.fields,
      this.rulesBox,
      this.players,
      el("details", { class: "options" }, el("summary", {}, t("experiments.more")), this.more),
      el(
        "div",
        { class: "command-part" },
        el("h3", {}, t("experiments.command")),
        commandBox(shell, this.code, () => this.checked?.command ?? ""),
      ),
      this.problem,
      el("div", { class: "row start-row" }, this.button, this.words),
    );
    this.draw();
    this.check();
  }

  /**
   * Other settings of the same run.
   *
   * @param {Record<string, unknown>} part
   */
  change(part) {
    this.become({ ...this.request, settings: { ...this.request.settings, ...part } });
  }

  /** @param {WholeRequest} request */
  become(request) {
    this.request = request;
    this.keep(request);
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    this.asking.abort();
    const asking = (this.asking = new AbortController());
    try {
      this.checked = await api.post("/api/experiments/check", this.request, { signal: asking.signal });
      this.fail("");
    } catch (error) {
      if (asking.signal.aborted || !(error instanceof Error)) return;
      this.checked = null;
      this.fail(error.message);
    }
    this.nameField.placeholder = this.checked?.name ?? "";
    show(this.code, commandWords(this.checked?.command ?? "–"));
    this.words.textContent = this.checked
      ? t("experiments.comes_to", {
        count: number(this.checked.planned),
        name: this.checked.name,
      })
      : "";
  }

  /** @param {string} sentence */
  fail(sentence) {
    if (this.problem.textContent !== sentence) this.problem.textContent = sentence;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    if (this.busy || !this.overview.may_start) return;
    this.busy = true;
    try {
      const { name } = await api.post("/api/experiments/start", this.request);
      this.started(name);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.fail(error.message);
    } finally {
      this.busy = false;
    }
  }

  // --- the fields

  get kind() {
    return kindOf(this.overview.kinds, this.request.kind);
  }

  /**
   * The same request with a game that can be used for it.
   *
   * @param {WholeRequest} request
   * @returns {WholeRequest}
   */
  fitting(request) {
    const kind = kindOf(this.overview.kinds, request.kind);
    const offered = this.games.filter((game) => suits(kind, game));
    const name = request.settings.game?.split(":")[0];
    const usual = offered.find((game) => game.name === this.shell.about.default_game) ?? offered[0];
    if (!usual || offered.some((game) => game.name === name)) return request;
    return { ...request, settings: { ...request.settings, game: usual.name } };
  }

  /**
   * The games for this kind of run, and the one that an address asks for: what is wrong with it is
   * said below.
   *
   * @param {GameView | undefined} asked
   */
  choices(asked) {
    const { game } = this.request.settings;
    const offered = this.games
      .filter((one) => one === asked || suits(this.kind, one))
      .map((one) => [one.name, one.title]);
    return asked ? offered : [...offered, [game, game]];
  }

  /**
   * How many play a game of the catalogue.
   *
   * @param {string} name
   */
  seats(name) {
    return this.games.find((one) => one.name === name)?.player_names.length ?? 2;
  }

  /** @param {FormField} field */
  control(field) {
    return control(
      field,
      () => this.request.settings[field.name],
      (value) => this.change({ [field.name]: value }),
      (sentence) => this.fail(sentence),
    );
  }

  /**
   * The controls that this request needs. They are only made anew where others are needed, so that what
   * somebody is about to press stays where it is.
   */
  draw() {
    const { request, kind } = this;
    const { settings } = request;
    const name = settings.game.split(":")[0];
    const game = this.games.find((one) => one.name === name);
    this.about.textContent = kind.about;
    const fields = kind.fields.filter(({ type }) => type !== "game" && !PLAYERS.includes(type));
    // A field of openings has another control for each way to choose them.
    const shape = kind.fields.filter(({ type }) => type === "openings")
      .map((field) => settings[field.name].split(":")[0]);
    const shown = fields.filter(({ advanced, type }) => !advanced && type !== "names");
    showIfNew(this.fields, [kind.name, shape], () => [
      el(
        "div",
        { class: "fields" },
        choice(
          "kind",
          t("experiments.field.kind"),
          this.overview.kinds.map((one) => [one.name, one.title]),
          kind.name,
          (chosen) => this.become(this.fitting(turned(this.overview.kinds, this.request, chosen))),
        ),
        choice(
          "game",
          kind.fields.find(({ type }) => type === "game")?.label ?? "",
          this.choices(game),
          game?.name ?? settings.game,
          (chosen) =>
            this.change(
              fittingSettings(kind, { ...this.request.settings, game: chosen }, this.seats(chosen)),
            ),
        ),
        shown.map((field) => this.control(field)),
        this.workers(),
      ),
    ]);
    this.rulesBox.hidden = !game?.parameters.length;
    showIfNew(
      this.rules,
      name,
      () =>
        game
          ? rulesFields(game, () => this.request.settings.game, (spec) => this.change({ game: spec }))
          : [],
    );
    const listed = kind.fields.filter(({ type }) => PLAYERS.includes(type));
    const players = listed.map((field) => playersShape([settings[field.name]].flat()));
    const names = fields.filter(({ advanced, type }) => !advanced && type === "names");
    const seats = kind.players ?? this.seats(name);
    showIfNew(this.players, [kind.name, players, seats], () =>
      [
        listed.map((field) => this.who(field, seats)),
        names.map((field) => this.control(fittingNames(field, this.seats(name)))),
      ].flat());
    const further = fields.filter(({ advanced }) => advanced);
    showIfNew(this.more, kind.name, () => [this.name(), further.map((field) => this.control(field))].flat());
  }

  workers() {
    const { cores } = this.overview;
    const change = (/** @type {{ target: HTMLInputElement }} */ { target }) => {
      const text = target.value.trim();
      if (/^\d*$/.test(text)) this.become({ ...this.request, workers: text ? Number(text) : null });
      else this.fail(t("experiments.field.whole", { field: t("experiments.field.workers") }));
    };
    const value = this.request.workers ?? "";
    const limits = { min: 1, max: cores, step: 1, placeholder: String(cores) };
    return labelled(
      "workers",
      t("experiments.field.workers"),
      el("input", { type: "number", value, ...limits, on: { change } }),
    );
  }

  name() {
    return labelled("name", t("experiments.field.name"), this.nameField);
  }

  /**
   * Who plays: one player, as many as have seats, or any number of them.
   *
   * @param {FormField} field
   * @param {number} seats
   */
  who(field, seats) {
    const one = field.type === "player";
    const most = field.most ?? seats;
    const many = !one && this.kind.players !== null && most > seats;
    const change = (/** @type {string[]} */ players) =>
      this.change({ [field.name]: one ? players[0] : players });
    const now = () => {
      const players = [this.request.settings[field.name]].flat();
      if (one || many) return players;
      return Array.from({ length: seats }, (_, seat) => players[seat] ?? "random");
    };
    if (!one && now().length !== this.request.settings[field.name].length) {
      this.request.settings[field.name] = now();
    }
    return el(
      "fieldset",
      { class: "players-box" },
      el("legend", {}, field.label),
      playerRows(now, { many, seconds: this.overview.seconds, change }),
      many ? adders(this.memory, now, { most, change, fail: (sentence) => this.fail(sentence) }) : null,
    );
  }
}
