// Exercise: fill in values and windows, click cuts; graded node by node, the first mistake replayed.

import * as api from "../api.js";
import { el, show, svg } from "../dom.js";
import { number, readNumber, t } from "../language.js";
import { sourceOf } from "./address.js";
import { Faces, Figure } from "./figure.js";
import { Stepper } from "./stepper.js";

/** @import { AskedNode, ExerciseView as Task, TreeLab } from "./messages.d.ts" */
/** @import { Face, Grade, SceneNode, StepperDocument } from "./document.d.ts" */
/** @import { LabState, ModeContext } from "./state.d.ts" */
/** @typedef {{ value: string, window: string[], cut: Set<string>, order: string, visited: boolean,
 *   remoteness: string, keep: Set<string> }} Said */

/** Kinds that can be answered by filling in; a tree that is to be drawn is for paper. */
const KINDS = [
  "alphabeta",
  "values",
  "negamax",
  "visited",
  "order",
  "cut-order",
  "killers",
  "deepening",
  "remoteness",
  "depth-limited",
  "maxn",
  "alliance",
  "expected-values",
  "star1",
  "same-choice",
];
/** Kinds that ask which leaves are visited. */
const VISITED = ["visited", "star1"];
/** Kinds in which a click on the picture answers something. */
const CLICKED = ["alphabeta", "visited", "killers", "star1"];
/** @type {Record<string, string>} */
const SIGNS = { right: "✓", consequence: "↳", missing: "…" };

/** How a node can be judged, the worst first. */
const LOOKS = ["bad", "consequence", "good"];

/** @returns {Said} */
const nothingSaid = () => ({
  value: "",
  window: ["", ""],
  cut: new Set(),
  order: "",
  visited: false,
  remoteness: "",
  keep: new Set(),
});

const written = (
  /** @type {number} */ number,
) => (number === Infinity ? "inf" : number === -Infinity ? "-inf" : number);

export class ExerciseView {
  /**
   * @param {LabState} state
   * @param {ModeContext} view
   * @param {HTMLElement} work
   */
  static async prepare(state, view, work) {
    const kind = KINDS.includes(state.kind) ? state.kind : KINDS[0];
    const convention = conventionOf(view.treeLab, kind, state.convention);
    const teams = kind === "alliance" ? state.teams || "1+2" : "";
    const task = {
      ...sourceOf(state),
      kind,
      conventions: convention ? [convention] : [],
      depth: kind === "depth-limited" ? state.limit : null,
      teams,
    };
    const choices = chooser(view, kind, convention, teams);
    const answer = await api.postOrProblem("/api/tree-lab/exercise", task, { signal: view.signal });
    return () => {
      view.stepper(null);
      // The tree does not fit this kind: say so, and let another be chosen.
      if (answer.problem) {
        show(
          work,
          el(
            "section",
            { class: "card task" },
            choices,
            el("p", { class: "problem", role: "alert" }, answer.problem),
          ),
        );
      } else show(work, new ExerciseView(view, kind, choices, answer).element);
    };
  }

  /**
   * @param {ModeContext} view
   * @param {string} kind
   * @param {HTMLElement} choices
   * @param {Task} task
   */
  constructor(view, kind, choices, task) {
    this.view = view;
    this.kind = kind;
    this.task = task;
    this.names = new Map(task.nodes.map((node) => [node.address, node]));
    this.by = new Map(task.nodes.map((node) => [node.name, node]));
    /** @type {Map<string, Said>} What was said, by address. */
    this.said = new Map(task.nodes.map((node) => [node.address, nothingSaid()]));
    this.move = "";
    /** What was said about iterative deepening, by depth. */
    this.after = new Map(task.depths.map((depth) => [depth, { value: "", move: "" }]));
    /** The move that was chosen in each case, where several are asked about. */
    this.chosen = new Map(Object.keys(task.choices).map((choice) => [choice, ""]));
    /** Whether an answer has been graded already. */
    this.tried = false;
    this.visiting = VISITED.includes(kind);
    /** @type {Map<string, HTMLElement>} Where the verdicts go, by address and field. */
    this.fields = new Map();
    /** @type {Map<string, string>} How each node was judged. */
    this.judged = new Map();
    this.root = /** @type {AskedNode} */ (this.names.get(""));
    this.figure = new Figure(task.scene, task.palette, {
      label: t("tree_lab.exercise.figure"),
      onNode: (address) => this.clicked(address),
    });
    this.faces = new Faces(task.scene.steps).to(0);
    this.result = el("section", {
      class: "card result",
      hidden: true,
      tabindex: "-1",
      "aria-labelledby": "result-title",
    });
    this.replay = el("div", { class: "replay" });
    this.element = el(
      "div",
      { class: "exercise" },
      el(
        "section",
        { class: "card task" },
        choices,
        el("h2", {}, task.title),
        task.task.map((words) => el("p", {}, words)),
        el("p", { class: "faint" }, task.conventions),
        CLICKED.includes(kind) ? el("p", { class: "faint" }, t(`tree_lab.exercise.click.${kind}`)) : null,
      ),
      el(
        "div",
        { class: "exercise-work" },
        el("div", { class: "run-main" }, this.figure.element),
        this.form(),
      ),
      this.result,
      this.replay,
    );
    this.paint();
  }

  // --- the fields

  form() {
    const rows = this.task.nodes.filter((node) => node.asked.length && (!this.visiting || node.leaf));
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
          node.mover && !this.visiting ? el("span", { class: "faint" }, ` ${node.mover}`) : null,
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
    const { root } = this;
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
                this.say(() => {
                  this.move = event.target.value;
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
        class: this.task.payoffs > 1 ? "card answers tuples" : "card answers",
        on: { submit: (event) => this.submit(event) },
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
        this.after.size
          ? this.depths()
          : this.chosen.size
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
          { type: "button", class: "quiet", on: { click: () => this.view.again({}) } },
          t("tree_lab.exercise.clear"),
        ),
      ),
    );
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
    const { root } = this;
    const head = ["depth", "value", "move"].map((name) => el("th", { scope: "col" }, this.column(name)));
    const rows = [...this.after].map(([depth, said]) => {
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
    const head = ["choice", "move"].map((name) => el("th", { scope: "col" }, this.column(name)));
    const rows = [...this.chosen.keys()].map((choice) => {
      const words = this.task.choices[choice];
      const move = el(
        "select",
        {
          "aria-label": `${words}: ${this.column("move")}`,
          on: { change: (event) => this.chosen.set(choice, event.target.value) },
        },
        el("option", { value: "" }, "–"),
        this.root.children.map((name) => el("option", { value: name }, name)),
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
   * What was said about a node.
   *
   * @param {AskedNode} node
   */
  saidOf(node) {
    return this.said.get(node.address) ?? nothingSaid();
  }

  /**
   * @param {AskedNode} node
   * @param {string} field
   */
  control(node, field) {
    const said = this.saidOf(node);
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
        on: { input: (event) => this.say(() => set(event.target.value)) },
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
    if (field === "value") {
      return el(
        "span",
        { class: "pair" },
        text("", (value) => {
          said.value = value;
        }, this.task.payoffs > 1 ? 10 : 5),
        badge,
      );
    }
    if (field === "remoteness") {
      return el(
        "span",
        { class: "pair" },
        text("", (value) => {
          said.remoteness = value;
        }, 5),
        badge,
      );
    }
    if (field === "order") {
      return el(
        "span",
        { class: "pair" },
        text("", (value) => {
          said.order = value;
        }, 12),
        badge,
      );
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
      on: { change: (event) => this.say(() => set(event.target.checked)) },
    });
    return el("label", { class: "check small" }, input, words);
  }

  /**
   * A click on the picture: cut a branch, or mark a leaf.
   *
   * @param {string} address
   */
  clicked(address) {
    const quoted = CSS.escape(address);
    const box = this.element.querySelector(`input[data-mark="${quoted}"]`);
    const field = this.element.querySelector(`tr[data-node="${quoted}"] input`);
    if (box instanceof HTMLInputElement) {
      box.click();
      const answer = t(box.checked ? "tree_lab.predict.yes" : "tree_lab.predict.no");
      this.view.shell.announce(`${box.parentElement?.textContent}: ${answer}`);
    } else if (field instanceof HTMLInputElement) field.focus();
  }

  /** @param {() => void} set */
  say(set) {
    set();
    this.paint();
  }

  // --- the picture shows what was said

  /**
   * The address at or above this one at which the branch was cut; null where it was not.
   *
   * @param {string} address
   */
  cutAbove(address) {
    for (let at = address; at; at = parentOf(at)) {
      if (this.said.get(parentOf(at))?.cut.has(this.names.get(at)?.name ?? "")) return at;
    }
    return null;
  }

  paint() {
    /** @type {Map<string, Face>} */
    const faces = new Map();
    for (const [address, face] of this.faces) {
      const said = this.said.get(address);
      if (!said) continue;
      const cut = this.cutAbove(address);
      const visited = this.visiting && said.visited;
      const state = cut !== null
        ? "cut"
        : this.visiting && this.names.get(address)?.leaf && !visited
        ? "unvisited"
        : "plain";
      const window = said.window.some((end) => end.trim())
        ? `(${said.window.map((end) => pretty(end)).join(", ")})`
        : "";
      const node = this.figure.places.get(address);
      const flags = [cut === address && "crossed", this.judged.get(address)].filter(Boolean);
      faces.set(address, {
        ...face,
        state,
        window,
        value: said.value.trim() ? pretty(said.value) : face.value,
        class: [face.class.replace("unvisited", state), ...flags].join(" "),
      });
      if (node) this.slots(address, node, { value: said.value.trim(), window });
    }
    this.figure.paint(faces);
  }

  /**
   * Nodes that the right search never enters have no room for texts in the picture; here they get it.
   *
   * @param {string} address
   * @param {SceneNode} node
   * @param {{ value: string, window: string }} texts
   */
  slots(address, node, texts) {
    const group = this.figure.nodes.get(address);
    const height = { value: 5, window: -node.height / 2 - 6 };
    for (const slot of /** @type {const} */ (["value", "window"])) {
      if (texts[slot] && !group?.querySelector(`[data-slot="${slot}"]`)) {
        group?.append(svg("text", { class: slot, x: 0, y: height[slot], "data-slot": slot }));
      }
    }
  }

  // --- grading

  answer() {
    const document = { format: "spielbaum-answer", version: 1, exercise: this.task.exercise };
    if (this.visiting) {
      const leaves = this.task.nodes.filter((node) => node.leaf && this.saidOf(node).visited);
      return { ...document, visited: leaves.length ? leaves.map((node) => node.name) : null };
    }
    if (this.after.size) {
      const said = [...this.after].map(([depth, { value, move }]) => [
        depth,
        { value: value.trim() ? this.value(value, this.root) : null, move: move || null },
      ]);
      return { ...document, depths: Object.fromEntries(said) };
    }
    if (this.chosen.size) {
      const moves = [...this.chosen].map(([choice, move]) => [choice, move || null]);
      return { ...document, choices: Object.fromEntries(moves) };
    }
    /** @type {Record<string, Record<string, unknown>>} */
    const nodes = {};
    for (const node of this.task.nodes) {
      if (!node.asked.length) continue;
      const said = this.saidOf(node);
      /** @type {Record<string, unknown>} */
      const item = {};
      if (node.asked.includes("window")) {
        item.window = said.window.every((end) => end.trim())
          ? said.window.map((end) => written(this.number(end, node)))
          : null;
      }
      if (node.asked.includes("cut")) item.cut = [...said.cut];
      if (node.asked.includes("value")) item.value = said.value.trim() ? this.value(said.value, node) : null;
      if (node.asked.includes("order")) {
        item.order = said.order.trim() ? said.order.trim().split(/[\s,;>]+/) : null;
      }
      if (node.asked.includes("remoteness")) {
        item.remoteness = said.remoteness.trim() ? this.number(said.remoteness, node) : null;
      }
      if (node.asked.includes("keep")) item.keep = said.keep.size ? [...said.keep] : null;
      nodes[node.name] = item;
    }
    return this.root.asked.includes("move")
      ? { ...document, nodes, move: this.move || null }
      : { ...document, nodes };
  }

  /**
   * @param {string} text
   * @param {AskedNode} node
   */
  number(text, node) {
    const found = readNumber(text);
    if (Number.isNaN(found)) {
      throw new Error(t("tree_lab.exercise.no_number", { node: node.name, given: text }));
    }
    return found;
  }

  /**
   * @param {string} text
   * @param {AskedNode} node
   */
  value(text, node) {
    if (this.task.payoffs === 1) return this.number(text.replace(/^[≥≤=\s]+/, ""), node);
    return text.replaceAll(/[()]/g, " ").trim().split(/[\s,;]+/).map((part) => this.number(part, node));
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    try {
      const { grade, document } = await api.post("/api/tree-lab/grade", { answer: this.answer() });
      this.shown(grade, document, grade.right || this.tried);
      this.tried = true;
    } catch (error) {
      this.view.shell.refused(error);
    }
  }

  /**
   * @param {Grade} grade
   * @param {StepperDocument} document
   * @param {boolean} told the right answers too; the first time only what is wrong
   */
  shown(grade, document, told) {
    for (const badge of this.fields.values()) show(badge);
    const sentence = (/** @type {Grade["marks"][number]} */ mark) =>
      told || mark.verdict === "right" ? mark.sentence : t("tree_lab.exercise.not_yet");
    /** @type {Map<string, number>} The worst verdict about each node. */
    const worst = new Map();
    for (const mark of grade.marks) {
      const look = mark.verdict === "right" ? "good" : mark.verdict === "consequence" ? "consequence" : "bad";
      if (mark.address !== null) {
        const before = worst.get(mark.address) ?? LOOKS.length;
        worst.set(mark.address, Math.min(before, LOOKS.indexOf(look)));
      }
      const place = mark.depth ? `depth ${mark.depth}` : mark.choice ? `choice ${mark.choice}` : mark.address;
      const badge = this.fields.get(`${place}/${mark.field}`);
      if (badge) {
        show(
          badge,
          el(
            "span",
            { class: `badge ${look}`, title: sentence(mark) },
            el("span", { "aria-hidden": "true" }, SIGNS[mark.verdict] ?? "✗"),
            el("span", { class: "hidden" }, sentence(mark)),
          ),
        );
      }
    }
    this.judged = new Map([...worst].map(([address, index]) => [address, `judged-${LOOKS[index]}`]));
    this.paint();
    const points = t("tree_lab.exercise.points", { points: grade.points, most: grade.most });
    const wrong = grade.marks.filter((mark) => mark.verdict !== "right");
    this.result.hidden = false;
    if (!told) {
      this.onceMore(points, () => this.shown(grade, document, true));
      return;
    }
    show(
      this.result,
      el(
        "h2",
        { id: "result-title" },
        grade.right ? t("tree_lab.exercise.all_right") : t("tree_lab.exercise.first"),
        el("span", { class: "tag" }, points),
      ),
      grade.first
        ? el("ol", { class: "explanation" }, grade.first.sentences.map((words) => el("li", {}, words)))
        : null,
      wrong.length
        ? el(
          "details",
          {},
          el("summary", {}, t("tree_lab.exercise.all_marks", { count: wrong.length })),
          el(
            "ul",
            { class: "marks" },
            wrong.map((mark) =>
              el("li", { class: mark.verdict === "consequence" ? "consequence" : "bad" }, mark.sentence)
            ),
          ),
        )
        : null,
    );
    this.replayed(grade, document);
    this.view.shell.announce(
      [points, ...(grade.first?.sentences ?? [t("tree_lab.exercise.all_right")])].join(" "),
    );
    this.result.focus({ preventScroll: true });
    this.result.scrollIntoView({ block: "nearest" });
  }

  /**
   * The first try was not right: what is wrong is marked, what would be right is not told yet.
   *
   * @param {string} points
   * @param {() => void} tell
   */
  onceMore(points, tell) {
    show(
      this.result,
      el(
        "h2",
        { id: "result-title" },
        t("tree_lab.exercise.once_more"),
        el("span", { class: "tag" }, points),
      ),
      el("p", {}, t("tree_lab.exercise.once_more_about")),
      el(
        "button",
        { type: "button", data: { key: "tell" }, on: { click: tell } },
        t("tree_lab.exercise.tell"),
      ),
    );
    this.view.stepper(null);
    show(this.replay);
    this.view.shell.announce(`${points}. ${t("tree_lab.exercise.once_more_about")}`);
    this.result.focus({ preventScroll: true });
    this.result.scrollIntoView({ block: "nearest" });
  }

  /**
   * The right search, at the step that decides about the first mistake.
   *
   * @param {Grade} grade
   * @param {StepperDocument} document
   */
  replayed(grade, document) {
    const announce = (/** @type {string} */ words) => this.view.shell.announce(words);
    const stepper = new Stepper([document], { announce });
    this.view.stepper(stepper);
    show(
      this.replay,
      el("h2", {}, t(grade.first ? "tree_lab.exercise.replay" : "tree_lab.exercise.solution")),
      stepper.element,
    );
    const steps = grade.first?.steps ?? [];
    stepper.announce = () => {};
    stepper.jump((steps.at(-1) ?? document.steps.length - 1) + 1);
    stepper.announce = announce;
  }
}

/**
 * The convention that counts: the one asked for, or the usual one; none where a kind of exercise has
 * none.
 *
 * @param {TreeLab} treeLab
 * @param {string} kind
 * @param {string} asked
 * @returns {string | undefined}
 */
export function conventionOf(treeLab, kind, asked) {
  const known = treeLab.conventions[kind] ?? [];
  return known.includes(asked) ? asked : known[0];
}

/**
 * Which kind of exercise, and what counts as right where that is a matter of convention.
 *
 * @param {ModeContext} view
 * @param {string} kind
 * @param {string | undefined} convention
 * @param {string} teams
 */
function chooser(view, kind, convention, teams) {
  const allied = teams
    ? el(
      "div",
      { class: "field" },
      el("label", { for: "exercise-teams" }, t("tree_lab.exercise.teams")),
      el("input", {
        id: "exercise-teams",
        type: "text",
        size: 8,
        maxlength: 40,
        value: teams,
        on: { change: (event) => view.again({ teams: event.target.value.trim() }) },
      }),
    )
    : null;
  /**
   * @param {string} key
   * @param {string[]} options
   * @param {string} value
   */
  const select = (key, options, value) =>
    el(
      "div",
      { class: "field" },
      el("label", { for: `exercise-${key}` }, t(`tree_lab.exercise.${key}`)),
      el(
        "select",
        { id: `exercise-${key}`, on: { change: (event) => view.again({ [key]: event.target.value }) } },
        options.map((name) =>
          el("option", { value: name, selected: name === value }, t(`tree_lab.exercise.${key}.${name}`))
        ),
      ),
    );
  return el(
    "div",
    { class: "fields" },
    select("kind", KINDS, kind),
    convention ? select("convention", view.treeLab.conventions[kind], convention) : null,
    allied,
  );
}

/** @param {string} address */
function parentOf(address) {
  return address.includes(".") ? address.slice(0, address.lastIndexOf(".")) : "";
}

/** @param {string} text */
function pretty(text) {
  const found = readNumber(text);
  // A fraction is shown as one.
  return Number.isNaN(found) || text.includes("/") ? text.trim() || "…" : number(found, 6, false);
}
