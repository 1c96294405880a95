// The form that says which tree is searched, and how.

import { el } from "../dom.js";
import { t } from "../language.js";
import { HAND } from "./address.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { TreeLab } from "./messages.d.ts" */
/** @import { LabState } from "./state.d.ts" */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */
/** @typedef {(part: Partial<LabState>, options?: { again?: boolean }) => void} Change */

/**
 * The examples; `game` is one whose tree can be looked at as a whole.
 *
 * @param {string} game
 * @returns {Record<string, Partial<LabState>>}
 */
const examples = (game) => ({
  hand: { source: "text", tree: HAND, algorithm: "alphabeta", order: "" },
  order: { source: "text", tree: HAND, algorithm: "alphabeta", order: "C: F E G" },
  lists: { source: "text", tree: "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", algorithm: "alphabeta", order: "" },
  three: {
    source: "text",
    tree: "(((1,2,6 4,3,2) (6,1,2 7,4,1)) ((5,1,1 1,5,2) (7,7,1 5,4,5)))",
    algorithm: "maxn",
    order: "",
  },
  dice: {
    source: "text",
    tree: "A(B*(1/2: 3  1/2: 2)  C*(1/2: 0  1/6: 1  1/3: D(6 5)))",
    algorithm: "star1",
    order: "",
  },
  matches: {
    source: "game",
    game,
    start: "",
    moves: [],
    depth: null,
    algorithm: "minimax",
    order: "",
  },
});

/**
 * The moves of a list, which may be numbered as in 1. e4 e5 2. Nf3.
 *
 * @param {string} text
 */
export function moveList(text) {
  return text.replaceAll(/(?<!\S)\d+\.+(?=\D|$)/g, " ").split(/[\s,]+/).filter(Boolean);
}

/**
 * The name of a game and the rules it is played by, as in nim:heaps=3-5-7.
 *
 * @param {string} game
 */
export function rulesOf(game) {
  const [name, ...rules] = game.split(":");
  return { name, rules: rules.join(":") };
}

export class SourceForm {
  /**
   * `change(part)` is called with what was changed.
   *
   * @param {LabState} state
   * @param {TreeLab} treeLab
   * @param {GameView[]} games
   * @param {Change} change
   */
  constructor(state, treeLab, games, change) {
    this.treeLab = treeLab;
    this.examples = examples(treeLab.example_game);
    this.change = change;
    this.games = games;
    this.problem = el("p", { class: "problem", role: "alert" });
    this.now = state;
    /** @type {Record<string, Control>} */
    this.fields = {};
    /** @type {Record<string, HTMLElement>} The boxes of the fields, with their labels. */
    this.boxes = {};
    this.text = el("textarea", {
      rows: 2,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      maxlength: treeLab.limits.characters + 1,
      on: { change: ({ target }) => this.change({ tree: target.value }) },
    });
    this.text.value = state.tree;
    /** @type {Record<string, HTMLElement>} What belongs to each kind of source. */
    this.parts = {};
    this.element = el("form", { class: "source", on: { submit: (event) => this.submit(event) } });
    this.element.append(this.tree(state), this.search(state), this.more(state), this.problem);
    this.adapt(state);
  }

  /**
   * @param {string} key
   * @param {Control} control
   */
  field(key, control, { wide = false } = {}) {
    const id = `tree-lab-${key}`;
    control.id = id;
    this.fields[key] = control;
    const box = el(
      "div",
      { class: wide ? "field wide" : "field" },
      el("label", { for: id }, t(`tree_lab.field.${key}`)),
      control,
    );
    this.boxes[key] = box;
    return box;
  }

  /**
   * @param {string} key
   * @param {string[][]} options
   * @param {string} value
   * @param {(value: any) => void} set
   */
  select(key, options, value, set) {
    return this.field(
      key,
      el("select", {
        on: { change: (event) => set(event.target.value) },
      }, options.map(([name, words]) => el("option", { value: name, selected: name === value }, words))),
    );
  }

  /**
   * A whole number; `empty` is what an empty field means, null where it must not be empty.
   *
   * @param {string} key
   * @param {number | null} value
   * @param {number} least
   * @param {number} most
   * @param {(value: any) => void} set
   * @param {string | null} empty
   */
  whole(key, value, least, most, set, empty = "") {
    /** @param {{ target: HTMLInputElement }} event */
    const change = ({ target }) => {
      const text = target.value.trim();
      if (text === "" && empty !== null) set(null);
      else if (target.checkValidity() && text !== "") set(Number(text));
    };
    return this.field(
      key,
      el("input", {
        type: "number",
        min: least,
        max: most,
        step: 1,
        value: value ?? "",
        placeholder: empty,
        on: { change },
      }),
    );
  }

  /**
   * @param {string} key
   * @param {boolean} value
   * @param {(value: boolean) => void} set
   */
  check(key, value, set) {
    const id = `tree-lab-${key}`;
    this.fields[key] = el("input", {
      type: "checkbox",
      id,
      checked: value,
      on: { change: (event) => set(event.target.checked) },
    });
    this.boxes[key] = el(
      "label",
      { class: "check", for: id },
      this.fields[key],
      t(`tree_lab.field.${key}`),
    );
    return this.boxes[key];
  }

  /** @param {LabState} state */
  tree(state) {
    const { random } = state;
    const setRandom = (/** @type {string} */ name) => (/** @type {number} */ value) =>
      this.change({ random: { ...this.now.random, [name]: value } });
    const example = el(
      "select",
      { on: { change: (event) => event.target.value && this.use(this.examples[event.target.value]) } },
      el("option", { value: "" }, t("tree_lab.example.choose")),
      Object.keys(this.examples).map((key) => el("option", { value: key }, t(`tree_lab.example.${key}`))),
    );
    const kinds = ["text", "random", "game"].map((kind) => [kind, t(`tree_lab.source.${kind}`)]);
    this.parts = {
      text: el(
        "div",
        { class: "fields" },
        this.field("tree", this.text, { wide: true }),
        this.check("mover", state.mover, (mover) => this.change({ mover })),
      ),
      random: el(
        "div",
        { class: "fields" },
        this.whole("branching", random.branching, 1, 20, setRandom("branching"), null),
        this.whole("deep", random.depth, 0, 40, setRandom("depth"), null),
        this.whole("seed", random.seed, 0, 2 ** 31 - 1, setRandom("seed"), null),
        this.whole("players", random.players, 2, 6, setRandom("players"), null),
        this.check("uneven", state.uneven, (uneven) => this.change({ uneven })),
        this.check("chance", state.chance, (chance) => this.withChance(chance)),
        el(
          "button",
          { type: "button", class: "quiet", on: { click: () => this.another() } },
          t("tree_lab.source.another"),
        ),
      ),
      game: el(
        "div",
        { class: "fields" },
        this.select(
          "game",
          this.games.map((game) => [game.name, game.title]),
          rulesOf(state.game).name,
          (game) => this.anotherGame(game),
        ),
        this.field(
          "rules",
          el("input", {
            type: "text",
            value: rulesOf(state.game).rules,
            maxlength: 200,
            spellcheck: "false",
            autocapitalize: "off",
            autocomplete: "off",
            placeholder: t("tree_lab.field.rules_usual"),
            on: { change: (event) => this.otherRules(event.target.value.trim()) },
          }),
        ),
        this.field(
          "start",
          el("input", {
            type: "text",
            value: state.start,
            maxlength: 400,
            spellcheck: "false",
            autocapitalize: "off",
            autocomplete: "off",
            placeholder: t("tree_lab.field.start_own"),
            on: { change: (event) => this.change({ start: event.target.value.trim() }) },
          }),
        ),
        this.field(
          "moves",
          el("input", {
            type: "text",
            value: state.moves.join(" "),
            maxlength: 400,
            spellcheck: "false",
            autocapitalize: "off",
            on: { change: (event) => this.change({ moves: moveList(event.target.value) }) },
          }),
        ),
        this.whole(
          "grow",
          state.depth,
          0,
          40,
          (depth) => this.change({ depth }),
          t("tree_lab.field.grow_all"),
        ),
        this.whole(
          "boards",
          state.boards,
          0,
          4,
          (boards) => this.change({ boards }),
          t("tree_lab.field.boards_fit"),
        ),
      ),
    };
    return el(
      "div",
      { class: "source-tree" },
      el(
        "div",
        { class: "fields" },
        this.select("source", kinds, state.source, (source) => this.change({ source })),
        this.field("example", example),
      ),
      Object.values(this.parts),
    );
  }

  /** @param {LabState} state */
  search(state) {
    const algorithms = this.treeLab.algorithms.map((one) => [one.name, one.title]);
    return el(
      "div",
      { class: "fields" },
      this.select("algorithm", algorithms, state.algorithm, (algorithm) => this.change({ algorithm })),
      this.select(
        "beside",
        [["", t("tree_lab.source.alone")], ...algorithms],
        state.beside,
        (beside) => this.change({ beside }),
      ),
      el("button", { class: "primary show" }, t("tree_lab.source.show")),
    );
  }

  /** @param {LabState} state */
  more(state) {
    const text = (/** @type {"order" | "teams"} */ key) =>
      this.field(
        key,
        el("input", {
          type: "text",
          value: state[key],
          maxlength: 200,
          spellcheck: "false",
          placeholder: t(`tree_lab.field.${key}_hint`),
          on: { change: (event) => this.change({ [key]: event.target.value.trim() }) },
        }),
      );
    const sorts = ["", "killers", "learnt", "killers+learnt"].map((
      name,
    ) => [name, t(`tree_lab.sort.${name.replace("+", "_") || "rules"}`)]);
    return el(
      "details",
      { class: "options" },
      el("summary", {}, t("tree_lab.source.options")),
      el(
        "div",
        { class: "fields" },
        this.whole(
          "limit",
          state.limit,
          0,
          40,
          (limit) => this.change({ limit }),
          t("tree_lab.field.limit_none"),
        ),
        text("order"),
        this.select("sort", sorts, state.sort, (sort) => this.change({ sort })),
        text("teams"),
        this.select(
          "ties",
          ["first", "last"].map((name) => [name, t(`tree_lab.ties.${name}`)]),
          state.ties,
          (ties) => this.change({ ties }),
        ),
        this.select(
          "direction",
          ["down", "right"].map((name) => [name, t(`tree_lab.direction.${name}`)]),
          state.direction,
          (direction) => this.change({ direction }),
        ),
        this.whole(
          "strategy",
          state.strategy,
          1,
          20,
          (strategy) => this.change({ strategy }),
          t("tree_lab.field.strategy_none"),
        ),
        this.check("hard", state.hard, (hard) => this.change({ hard })),
        this.check("strict", state.strict, (strict) => this.change({ strict })),
        this.check("numbers", state.numbers, (numbers) => this.change({ numbers })),
      ),
    );
  }

  /** @param {Partial<LabState>} example */
  use(example) {
    if (example.tree) this.text.value = example.tree;
    if (example.game) {
      this.fields.game.value = example.game;
      this.fields.rules.value = "";
      this.fields.start.value = "";
      this.fields.moves.value = "";
      this.fields.grow.value = "";
    }
    for (const key of /** @type {const} */ (["source", "algorithm", "order"])) {
      this.fields[key].value = example[key] ?? "";
    }
    this.fields.example.value = "";
    Object.assign(this.fields.mover, { checked: false });
    this.change({ limit: null, mover: false, ...example });
  }

  /**
   * Let nature move, and take an algorithm that can handle it.
   *
   * @param {boolean} chance
   */
  withChance(chance) {
    const now = this.treeLab.algorithms.find((one) => one.name === this.now.algorithm);
    const algorithm = chance && !now?.chance ? "expectiminimax" : this.now.algorithm;
    this.fields.algorithm.value = algorithm;
    this.change({ chance, algorithm });
  }

  /** @param {string} rules */
  otherRules(rules) {
    const { name } = rulesOf(this.now.game);
    this.anotherGame(rules ? `${name}:${rules}` : name, rules);
  }

  /** @param {string} game */
  anotherGame(game, rules = "") {
    this.fields.rules.value = rules;
    this.fields.start.value = "";
    this.fields.moves.value = "";
    this.change({ game, start: "", moves: [] });
  }

  another() {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;
    this.fields.seed.value = String(seed);
    this.change({ random: { ...this.now.random, seed } });
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    this.change({ tree: this.text.value }, { again: true });
  }

  /**
   * Show only what means something now.
   *
   * @param {LabState} state
   */
  adapt(state) {
    this.now = state;
    for (const [kind, part] of Object.entries(this.parts)) part.hidden = kind !== state.source;
    const chosen = this.treeLab.algorithms.filter((one) =>
      [state.algorithm, state.beside].includes(one.name)
    );
    const has = (/** @type {string} */ option) => chosen.some((one) => one.options.includes(option));
    const needed = {
      limit: "depth",
      sort: "order",
      teams: "teams",
      ties: "ties",
      hard: "fail_hard",
      strict: "strict",
    };
    for (const [key, option] of Object.entries(needed)) this.boxes[key].hidden = !has(option);
    this.boxes.beside.hidden = state.mode !== "explore";
  }

  /** @param {string} sentence */
  fail(sentence) {
    this.problem.textContent = sentence;
  }
}
