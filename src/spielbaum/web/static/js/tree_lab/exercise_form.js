// The form of an exercise: a row for each node, depth or case, and room for what is said about it afterwards.

import { el } from "../dom.js";
import { t } from "../language.js";

/** @import { AskedNode, ExerciseView as Task } from "./messages.d.ts" */
/** @import { Answers } from "./exercise_answers.js" */

export class AnswerForm {
  /**
   * @param {Task} task
   * @param {string} kind
   * @param {Answers} answers where what is filled in is written down
   * @param {{ said: (set: () => void) => void, submit: (event: Event) => void, clear: () => void }} on
   */
  constructor(task, kind, answers, on) {
    this.task = task;
    this.kind = kind;
    this.answers = answers;
    this.on = on;
    this.by = new Map(task.nodes.map((node) => [node.name, node]));
    /** @type {Map<string, HTMLElement>} Where the verdicts go, by address and field. */
    this.fields = new Map();
    this.element = this.make();
  }

  make() {
    const { answers } = this;
    const rows = this.task.nodes.filter((node) => node.asked.length && (!answers.visited || node.leaf));
    const has = (/** @type {string} */ field) => rows.some((node) => node.asked.includes(field));
    const columns = ["window", "cut", "value", "order", "visited", "remoteness", "keep"].filter(has);
    const head = el(
      "tr",
      {},
      [t("tree_lab.exercise.node"), ...columns.map((name) => this.column(name))].map((words) =>
        el("th", { scope: "col" }, words)
      ),
    );
    const body = rows.map((node) =>
      el(
        "tr",
        { data: { node: node.address } },
        el(
          "th",
          { scope: "row" },
          node.name,
          node.mover && !answers.visited ? el("span", { class: "faint" }, ` ${node.mover}`) : null,
        ),
        columns.map((name) =>
          el(
            "td",
            { data: { label: this.column(name) } },
            node.asked.includes(name) ? this.control(node, name) : null,
          )
        ),
      )
    );
    const { root } = answers;
    const move = root.asked.includes("move")
      ? el(
        "div",
        { class: "field" },
        el("label", { for: "exercise-move" }, t("tree_lab.exercise.move")),
        el(
          "select",
          {
            id: "exercise-move",
            on: {
              change: (event) =>
                this.on.said(() => {
                  answers.move = event.target.value;
                }),
            },
          },
          el("option", { value: "" }, "–"),
          root.children.map((name) => el("option", { value: name }, name)),
        ),
        this.badge("", "move"),
      )
      : null;
    return el(
      "form",
      {
        class: `card answers ${this.width()}`,
        on: { submit: (event) => this.on.submit(event) },
      },
      el("h2", {}, t("tree_lab.exercise.answers")),
      el(
        "div",
        {
          class: "answers-table",
          tabindex: "0",
          role: "region",
          "aria-label": t("tree_lab.exercise.answers"),
        },
        answers.after.size
          ? this.depths()
          : answers.chosen.size
          ? this.choices()
          : el("table", {}, el("thead", {}, head), el("tbody", {}, body)),
      ),
      move,
      el(
        "div",
        { class: "row" },
        el("button", { class: "primary" }, t("tree_lab.exercise.check")),
        el(
          "button",
          { type: "button", class: "quiet", on: { click: () => this.on.clear() } },
          t("tree_lab.exercise.clear"),
        ),
      ),
    );
  }

  /** How wide the fields are: several numbers need more room than one, and fractions more than whole ones. */
  width() {
    if (this.task.payoffs > 1) return "tuples";
    return this.kind === "expected-values" ? "fractions" : "whole";
  }

  /**
   * What a column asks for; orders mean something else in each kind.
   *
   * @param {string} name
   */
  column(name) {
    return t(
      name === "order" && this.kind !== "order"
        ? `tree_lab.exercise.column.order.${this.kind}`
        : `tree_lab.exercise.column.${name}`,
    );
  }

  /** Iterative deepening: a row for each depth. */
  depths() {
    const { root, after } = this.answers;
    const head = ["depth", "value", "move"].map((name) => el("th", { scope: "col" }, this.column(name)));
    const rows = [...after].map(([depth, said]) => {
      const label = (/** @type {string} */ name) => `${this.column("depth")} ${depth}: ${this.column(name)}`;
      const value = el("input", {
        type: "text",
        size: 5,
        autocomplete: "off",
        maxlength: 80,
        "aria-label": label("value"),
        on: {
          input: (event) => {
            said.value = event.target.value;
          },
        },
      });
      const move = el(
        "select",
        {
          "aria-label": label("move"),
          on: {
            change: (event) => {
              said.move = event.target.value;
            },
          },
        },
        el("option", { value: "" }, "–"),
        root.children.map((name) => el("option", { value: name }, name)),
      );
      const cell = (/** @type {string} */ name, /** @type {HTMLElement} */ control) =>
        el(
          "td",
          { data: { label: this.column(name) } },
          el("span", { class: "pair" }, control, this.badge(`depth ${depth}`, name)),
        );
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, String(depth)),
        cell("value", value),
        cell("move", move),
      );
    });
    return el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
  }

  /** The best move in several cases: a row for each. */
  choices() {
    const { root, chosen } = this.answers;
    const head = ["choice", "move"].map((name) => el("th", { scope: "col" }, this.column(name)));
    const rows = [...chosen.keys()].map((choice) => {
      const words = this.task.choices[choice];
      const move = el(
        "select",
        {
          "aria-label": `${words}: ${this.column("move")}`,
          on: { change: (event) => chosen.set(choice, event.target.value) },
        },
        el("option", { value: "" }, "–"),
        root.children.map((name) => el("option", { value: name }, name)),
      );
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, words),
        el(
          "td",
          { data: { label: this.column("move") } },
          el("span", { class: "pair" }, move, this.badge(`choice ${choice}`, "move")),
        ),
      );
    });
    return el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
  }

  /**
   * @param {string} address
   * @param {string} field
   */
  badge(address, field) {
    const badge = el("span", { class: "badge-slot" });
    this.fields.set(`${address}/${field}`, badge);
    return badge;
  }

  /**
   * @param {AskedNode} node
   * @param {string} field
   */
  control(node, field) {
    const said = this.answers.of(node);
    const label = (extra = "") => `${node.name}: ${this.column(field)}${extra}`;
    /**
     * @param {string} extra
     * @param {(value: string) => void} set
     * @param {number} size
     */
    const text = (extra, set, size) =>
      el("input", {
        type: "text",
        size,
        autocomplete: "off",
        maxlength: 80,
        "aria-label": label(extra),
        data: { field: `${node.address}/${field}${extra}` },
        on: { input: (event) => this.on.said(() => set(event.target.value)) },
      });
    const badge = this.badge(node.address, field);
    if (field === "window") {
      return el(
        "span",
        { class: "pair" },
        text(" α", (value) => {
          said.window[0] = value;
        }, 4),
        text(" β", (value) => {
          said.window[1] = value;
        }, 4),
        badge,
      );
    }
    if (field === "value" || field === "remoteness" || field === "order") {
      const size = field === "order" ? 12 : field === "value" && this.task.payoffs > 1 ? 10 : 5;
      const input = text("", (value) => {
        said[field] = value;
      }, size);
      return el("span", { class: "pair" }, input, badge);
    }
    if (field === "visited") {
      return el(
        "span",
        { class: "pair" },
        this.check(
          node.address,
          t("tree_lab.exercise.looked_at", { node: node.name }),
          () => said.visited,
          (on) => {
            said.visited = on;
          },
        ),
        badge,
      );
    }
    const chosen = field === "keep" ? said.keep : said.cut;
    return el(
      "span",
      { class: "pair cuts" },
      node.children.map((name) =>
        this.check(
          this.by.get(name)?.address ?? "",
          name,
          () => chosen.has(name),
          (on) => (on ? chosen.add(name) : chosen.delete(name)),
        )
      ),
      badge,
    );
  }

  /**
   * @param {string} address
   * @param {string} words
   * @param {() => boolean} get
   * @param {(on: boolean) => void} set
   */
  check(address, words, get, set) {
    const input = el("input", {
      type: "checkbox",
      checked: get(),
      data: { mark: address },
      on: { change: (event) => this.on.said(() => set(event.target.checked)) },
    });
    return el("label", { class: "check small" }, input, words);
  }
}
