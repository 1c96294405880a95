// The form of a new run. Whatever is chosen, the command line that does the same stands below.

import * as api from "../api.js";
import { el, show } from "../dom.js";
import { number, t } from "../language.js";
import { commandBox } from "./copy.js";
import { LADDER, ladder, playerRows } from "./players.js";

const DEFAULTS = { name: "", game: "connect4", openings: "random:4", seed: 1, workers: null, clock: "" };
const KINDS = {
  match: { players: ["engine:nodes=5000", "mcts:playouts=1000"], games: 40, sprt: null },
  tournament: { players: ["engine:nodes=5000", "mcts:playouts=1000", "alphabeta:depth=3", "random"], games: 10, form: "round-robin" },
};
/** Milliseconds after the last change before the server is asked what it comes to. */
const PAUSE = 200;

export class NewRun {
  /** `keep(wish)` puts it into the address, `started(name)` shows the run. */
  constructor(shell, desk, games, wish, { keep, started }) {
    this.shell = shell;
    this.desk = desk;
    this.games = games.filter((game) => game.player_names.length === 2);
    this.keep = keep;
    this.started = started;
    const kind = wish.kind in KINDS ? wish.kind : "match";
    this.wish = { ...DEFAULTS, ...KINDS[kind], ...wish, kind };
    this.checked = null;
    this.fields = el("div", { class: "form-fields" });
    this.players = el("fieldset", { class: "players-box" });
    this.more = el("div", { class: "fields" });
    this.code = el("code", {});
    this.words = el("p", { class: "faint" });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.button = el("button", { class: "primary", data: { key: "start" }, disabled: !desk.may_start }, t("experiments.start"));
    this.element = el(
      "form",
      { class: "card new-run", "aria-labelledby": "new-title", novalidate: true, on: { submit: (event) => this.submit(event) } },
      el("h2", { id: "new-title", tabindex: "-1" }, t("experiments.new")),
      desk.may_start ? null : el("p", { class: "closed" }, desk.reason),
      this.fields,
      this.players,
      el("details", { class: "options" }, el("summary", {}, t("experiments.more")), this.more),
      el("div", { class: "command-part" }, el("h3", {}, t("experiments.command")), commandBox(shell, this.code, () => this.checked?.command ?? "")),
      this.problem,
      el("div", { class: "row start-row" }, this.button, this.words),
    );
    this.draw();
    this.check();
  }

  change(part) {
    this.wish = { ...this.wish, ...part };
    this.keep(this.wish);
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  setKind(kind) {
    const players = kind === "match" ? this.wish.players.slice(0, 2) : this.wish.players;
    this.change({ ...KINDS[kind], kind, players });
  }

  /** What is sent: only what this kind of run knows. */
  message() {
    const { kind, name, game, players, games, openings, clock, seed, workers, form, sprt } = this.wish;
    const message = { kind, name, game, players, games, openings, clock, seed, workers };
    return kind === "match" ? { ...message, sprt } : { ...message, form };
  }

  async check() {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      this.checked = await api.post("/api/experiments/check", this.message(), { signal: asking.signal });
      this.fail("");
    } catch (error) {
      if (asking.signal.aborted) return;
      this.checked = null;
      this.fail(error.message);
    }
    this.code.textContent = this.checked?.command ?? "–";
    this.words.textContent = this.checked ? t("experiments.comes_to", { count: number(this.checked.planned), name: this.checked.name }) : "";
  }

  fail(sentence) {
    if (this.problem.textContent !== sentence) this.problem.textContent = sentence;
  }

  async submit(event) {
    event.preventDefault();
    if (this.busy || !this.desk.may_start) return;
    this.busy = true;
    try {
      const { name } = await api.post("/api/experiments/start", this.message());
      this.started(name);
    } catch (error) {
      this.fail(error.message);
    } finally {
      this.busy = false;
    }
  }

  // --- the fields

  field(key, control, more = {}) {
    control.id = `new-${key}`;
    control.dataset.key = key;
    return el("div", { class: `field ${more.wide ? "wide" : ""}` }, el("label", { for: control.id }, t(`experiments.field.${key}`)), control, more.after ?? null);
  }

  select(key, options, value, set) {
    return this.field(key, el("select", { on: { change: (event) => set(event.target.value) } }, options.map(([name, words]) => el("option", { value: name, selected: name === value }, words))));
  }

  whole(key, value, least, most, { empty = null, step = 1 } = {}) {
    const set = (event) => {
      const text = event.target.value.trim();
      if (text === "") this.change({ [key]: empty === null ? this.wish[key] : null });
      else if (/^\d+$/.test(text)) this.change({ [key]: Number(text) });
      else this.fail(t("experiments.field.whole", { field: t(`experiments.field.${key}`) }));
    };
    return this.field(key, el("input", { type: "number", min: least, max: most, step, value: value ?? "", placeholder: empty, on: { change: set } }));
  }

  text(key, value, hint, set) {
    return this.field(key, el("input", { type: "text", value, placeholder: hint, maxlength: 64, spellcheck: "false", autocomplete: "off", autocapitalize: "off", on: { change: (event) => set(event.target.value.trim()) } }));
  }

  draw() {
    const { wish, desk } = this;
    const kinds = Object.keys(KINDS).map((kind) => [kind, t(`experiments.kind.${kind}`)]);
    const [openings, plies] = wish.openings.split(":");
    const setOpenings = (kind, count) => this.change({ openings: kind === "start" ? "start" : `${kind}:${count}` });
    const game = this.games.find((one) => one.name === wish.game.split(":")[0]);
    show(
      this.fields,
      el(
        "div",
        { class: "fields" },
        this.select("kind", kinds, wish.kind, (kind) => this.setKind(kind)),
        this.select("game", this.games.map((one) => [one.name, one.title]), game?.name ?? "", (name) => this.change({ game: name })),
        this.whole("games", wish.games, 2, desk.limits.games, { step: 2 }),
        this.select("openings", ["random", "all", "start"].map((kind) => [kind, t(`experiments.openings.${kind}`)]), openings, (kind) => setOpenings(kind, kind === "all" ? 2 : 4)),
        openings === "start" ? null : this.field("plies", el("input", { type: "number", min: 0, max: 60, step: 1, value: plies, on: { change: (event) => /^\d+$/.test(event.target.value) && setOpenings(openings, Number(event.target.value)) } })),
        this.whole("seed", wish.seed, 0, 2 ** 31 - 1),
        this.whole("workers", wish.workers, 1, desk.cores, { empty: String(desk.cores) }),
      ),
      game ? this.rules(game) : null,
    );
    show(this.players, ...this.playerParts());
    show(
      this.more,
      this.text("name", wish.name, this.checked?.name ?? "", (name) => this.change({ name })),
      this.text("clock", wish.clock, "60+0.5", (clock) => this.change({ clock })),
      wish.kind === "match"
        ? this.text("sprt", wish.sprt?.join(", ") ?? "", "0, 10", (text) => this.setTest(text))
        : this.select("form", ["round-robin", "gauntlet"].map((form) => [form, t(`experiments.form.${form}`)]), wish.form, (form) => this.change({ form })),
    );
  }

  playerParts() {
    const many = this.wish.kind === "tournament";
    const change = (players) => this.change({ players });
    const rows = playerRows(this.wish.players, { many, limits: this.desk.limits, change });
    return [el("legend", {}, t("experiments.players")), rows, many ? this.adders(change) : null];
  }

  adders(change) {
    const { players } = this.wish;
    const most = this.desk.limits.players;
    const kind = el("select", { "aria-label": t("experiments.ladder.kind"), data: { key: "ladder-kind" } }, LADDER.map((way) => el("option", { value: way.kind, selected: way.kind === this.ladderKind }, t(`experiments.way.${way.id}`))));
    const levels = el("input", { type: "text", "aria-label": t("experiments.ladder.levels"), value: this.ladderText ?? "0.01, 0.02, 0.04", data: { key: "ladder-levels" }, maxlength: 200 });
    const add = () => {
      this.ladderKind = kind.value;
      this.ladderText = levels.value;
      const added = ladder(kind.value, levels.value);
      if (!added.length) this.fail(t("experiments.ladder.none"));
      else change([...players, ...added].slice(0, most));
    };
    return el(
      "div",
      { class: "adders" },
      el("button", { type: "button", class: "quiet", disabled: players.length >= most, data: { key: "add" }, on: { click: () => change([...players, "random"]) } }, t("experiments.player.add")),
      el("div", { class: "ladder", role: "group", "aria-label": t("experiments.ladder") }, el("span", { class: "faint" }, t("experiments.ladder")), kind, levels, el("button", { type: "button", class: "quiet", disabled: players.length >= most, data: { key: "ladder-add" }, on: { click: add } }, t("experiments.ladder.add"))),
    );
  }

  setTest(text) {
    const numbers = text.split(/[,;\s]+/).filter(Boolean).map(Number);
    if (text === "") this.change({ sprt: null });
    else if (numbers.length === 2 && numbers.every(Number.isFinite)) this.change({ sprt: numbers });
    else this.fail(t("experiments.field.sprt.wrong"));
  }

  /** The switches of the rules; what is left as it is does not appear in the command. */
  rules(game) {
    if (!game.switches.length) return null;
    const given = Object.fromEntries((this.wish.game.split(/:(.*)/s)[1] ?? "").split(",").filter(Boolean).map((part) => part.split(/=(.*)/s)));
    const set = (name, value) => {
      const usual = game.switches.find((one) => one.name === name).value;
      const all = { ...given, [name]: value };
      if (value === usual || value === "") delete all[name];
      const text = Object.entries(all).map((pair) => pair.join("=")).join(",");
      this.change({ game: text ? `${game.name}:${text}` : game.name });
    };
    const control = (one) => {
      const value = given[one.name] ?? one.value;
      const choices = one.kind === "bool" ? ["yes", "no"] : one.choices;
      if (!choices.length) return el("input", { type: one.kind === "int" ? "number" : "text", value, on: { change: (event) => set(one.name, event.target.value.trim()) } });
      const words = (choice) => (one.kind === "bool" ? t(`experiments.${choice}`) : choice);
      return el("select", { on: { change: (event) => set(one.name, event.target.value) } }, choices.map((choice) => el("option", { value: choice, selected: choice === value }, words(choice))));
    };
    const details = el(
      "details",
      { class: "options", open: this.rulesOpen ?? false },
      el("summary", { data: { key: "rules" } }, t("experiments.rules")),
      el(
        "div",
        { class: "fields" },
        game.switches.map((one) => {
          const input = control(one);
          input.id = `rule-${one.name}`;
          input.dataset.key = input.id;
          return el("div", { class: "field" }, el("label", { for: input.id }, one.title), input);
        }),
      ),
    );
    details.addEventListener("toggle", () => {
      this.rulesOpen = details.open;
    });
    return details;
  }
}
