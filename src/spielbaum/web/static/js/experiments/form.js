// The form of a new run. Whatever is chosen, the command line that does the same stands below.

import * as api from "../api.js";
import { el, showIfNew } from "../dom.js";
import { number, t } from "../language.js";
import { commandBox } from "./copy.js";
import { choice, decimal, field, numbers, several, text, whole } from "./fields.js";
import { complete, KINDS, known, suits, turned, withLimit } from "./kinds.js";
import { adders, playerRows, playersShape } from "./players.js";
import { rulesFields } from "./rules.js";

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
    this.wish = wish.game ? complete(wish) : this.fitting(complete(wish));
    this.checked = null;
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
      { class: "primary", data: { key: "start" }, disabled: !desk.may_start },
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
      desk.may_start ? null : el("p", { class: "closed" }, desk.reason),
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

  change(part) {
    this.become({ ...this.wish, ...part });
  }

  become(wish) {
    this.wish = wish;
    this.keep(wish);
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      this.checked = await api.post("/api/experiments/check", known(this.wish), { signal: asking.signal });
      this.fail("");
    } catch (error) {
      if (asking.signal.aborted) return;
      this.checked = null;
      this.fail(error.message);
    }
    this.element.querySelector("#new-name").placeholder = this.checked?.name ?? "";
    const ofGames = ["match", "tournament"].includes(this.wish.kind);
    this.code.textContent = this.checked?.command ?? "–";
    this.words.textContent = this.checked
      ? t(ofGames ? "experiments.comes_to.games" : "experiments.comes_to.tasks", {
        count: number(this.checked.planned),
        name: this.checked.name,
      })
      : "";
  }

  fail(sentence) {
    if (this.problem.textContent !== sentence) this.problem.textContent = sentence;
  }

  async submit(event) {
    event.preventDefault();
    if (this.busy || !this.desk.may_start) return;
    this.busy = true;
    try {
      const { name } = await api.post("/api/experiments/start", known(this.wish));
      this.started(name);
    } catch (error) {
      this.fail(error.message);
    } finally {
      this.busy = false;
    }
  }

  // --- the fields

  whole(key, most, more = {}) {
    return whole(key, this.wish[key], {
      most,
      set: (value) => this.change({ [key]: value }),
      fail: (sentence) => this.fail(sentence),
      ...more,
    });
  }

  decimal(key, most) {
    return decimal(key, this.wish[key], {
      most,
      set: (value) => this.change({ [key]: value }),
      fail: (sentence) => this.fail(sentence),
    });
  }

  text(key, hint) {
    return text(key, this.wish[key], hint, (value) => this.change({ [key]: value }));
  }

  several(key, words) {
    return several(key, words, () => this.wish[key], (chosen) => this.change({ [key]: chosen }));
  }

  /** The same wish with a game that can be used for it. */
  fitting(wish) {
    const [first, ...others] = this.games.filter((game) => suits(wish.kind, game));
    const fits = !first || [first, ...others].some((game) => game.name === wish.game.split(":")[0]);
    return fits ? wish : { ...wish, game: first.name };
  }

  /**
   * The games for this kind of run, and the one that an address asks for: what is wrong with it is
   * said below.
   */
  choices(asked) {
    const offered = this.games.filter((game) => game === asked || suits(this.wish.kind, game)).map((
      game,
    ) => [game.name, game.title]);
    return asked ? offered : [...offered, [this.wish.game, this.wish.game]];
  }

  /**
   * The controls that this wish needs. They are only made anew where others are needed, so that what
   * somebody is about to press stays where it is.
   */
  draw() {
    const { wish, desk } = this;
    const name = wish.game.split(":")[0];
    const game = this.games.find((one) => one.name === name);
    const kinds = Object.keys(KINDS).map((kind) => [kind, t(`run.kind.${kind}`)]);
    const opening = wish.openings?.split(":")[0];
    this.about.textContent = t(`experiments.kind.${wish.kind}.about`);
    showIfNew(this.fields, [wish.kind, wish.limit, opening], () => [
      el(
        "div",
        { class: "fields" },
        choice("kind", kinds, wish.kind, (kind) => this.become(this.fitting(turned(this.wish, kind)))),
        choice(
          "game",
          this.choices(game),
          game?.name ?? wish.game,
          (chosen) => this.change({ game: chosen }),
        ),
        this.ownFields(),
        this.whole("seed", 2 ** 31 - 1),
        this.whole("workers", desk.cores, { least: 1, empty: String(desk.cores) }),
      ),
    ]);
    this.rulesBox.hidden = !game?.parameters.length;
    showIfNew(
      this.rules,
      name,
      () => (game ? rulesFields(game, () => this.wish.game, (spec) => this.change({ game: spec })) : []),
    );
    showIfNew(this.players, [
      wish.kind,
      wish.kind === "tune"
        ? playersShape([wish.player])
        : ["match", "tournament"].includes(wish.kind)
        ? playersShape(wish.players)
        : null,
    ], () => this.who());
    showIfNew(this.more, [wish.kind, opening], () => [this.text("name", ""), this.further()].flat());
  }

  /** What only this kind of run is told. */
  ownFields() {
    const { wish, desk } = this;
    const fail = (sentence) => this.fail(sentence);
    const positions = () => [this.whole("positions", 1000), this.text("plies", "random:4-12")];
    if (wish.kind === "growth" || wish.kind === "ablate") {
      return [this.whole("depth", 60, { least: 1 }), this.whole("nodes", null, { least: 1 }), positions()];
    }
    if (wish.kind === "sweep") {
      const limits = ["seconds", "nodes", "depth"].map((limit) => [limit, t(`experiment.limit.${limit}`)]);
      return [
        choice("limit", limits, wish.limit, (limit) => this.become(withLimit(this.wish, limit))),
        numbers("ladder", wish.ladder, "0.01, 0.02, 0.04", (ladder) => this.change({ ladder }), fail),
        this.whole("games", desk.limits.games, { step: 2 }),
        positions(),
      ];
    }
    if (wish.kind === "tune") {
      return [
        this.whole("games", 10_000, { least: 1, words: t("experiments.field.lessons") }),
        this.whole("match", desk.limits.games, { step: 2 }),
        this.openings(),
      ];
    }
    return [this.whole("games", desk.limits.games, { least: 2, step: 2 }), this.openings()];
  }

  openings() {
    const [kind, plies] = this.wish.openings.split(":");
    const set = (chosen, count) =>
      this.change({ openings: chosen === "start" ? "start" : `${chosen}:${count}` });
    return [
      choice(
        "openings",
        ["random", "all", "start"].map((name) => [name, t(`experiments.openings.${name}`)]),
        kind,
        (chosen) => set(chosen, chosen === "all" ? 2 : 4),
      ),
      kind === "start" ? null : field(
        "opening_plies",
        el("input", {
          type: "number",
          min: 0,
          max: 60,
          step: 1,
          value: plies,
          on: {
            change: (event) => /^\d+$/.test(event.target.value) && set(kind, Number(event.target.value)),
          },
        }),
      ),
    ];
  }

  /** Who is compared. */
  who() {
    const { wish, desk } = this;
    if (wish.kind === "ablate") return [];
    if (wish.kind === "growth") return [this.several("algorithms", desk.algorithms.growth)];
    if (wish.kind === "sweep") {
      return [
        this.several("players", desk.algorithms.sweep),
        this.several("algorithms", desk.algorithms.sweep),
      ];
    }
    const many = wish.kind === "tournament";
    const one = wish.kind === "tune";
    const change = (players) => this.change(one ? { player: players[0] } : { players });
    const now = () => (one ? [this.wish.player] : this.wish.players);
    return [
      el(
        "fieldset",
        { class: "players-box" },
        el("legend", {}, t(one ? "experiments.field.player" : "experiments.players")),
        playerRows(now, { many, limits: desk.limits, change }),
        many
          ? adders(this, now, { most: desk.limits.players, change, fail: (sentence) => this.fail(sentence) })
          : null,
      ),
    ];
  }

  /** Options that few need. */
  further() {
    const { wish } = this;
    const test = (
      pair,
    ) => (pair.length === 0 || pair.length === 2
      ? this.change({ sprt: pair.length ? pair : null })
      : this.fail(t("experiments.field.sprt.wrong")));
    if (wish.kind === "match") {
      return [
        this.text("clock", "60+0.5"),
        numbers("sprt", wish.sprt, "0, 10", test, (sentence) => this.fail(sentence)),
      ];
    }
    if (wish.kind === "tournament") {
      const forms = ["round-robin", "gauntlet"].map((form) => [form, t(`experiments.form.${form}`)]);
      return [
        this.text("clock", "60+0.5"),
        choice("form", forms, wish.form, (form) => this.change({ form })),
      ];
    }
    if (wish.kind === "sweep") return [this.openings(), this.whole("solve_seconds", 60, { least: 1 })];
    if (wish.kind === "tune") {
      return [
        this.whole("samples", 1000, { least: 1 }),
        this.decimal("held_out", 0.9),
        this.decimal("ridge", 1e9),
      ];
    }
    return [];
  }
}
