// Exercise: fill in values and windows, click cuts; graded node by node, the first mistake replayed.

import * as api from "../api.js";
import { el, show, svg } from "../dom.js";
import { number, readNumber, t } from "../language.js";
import { sourceOf } from "./address.js";
import { Answers } from "./exercise_answers.js";
import { AnswerForm } from "./exercise_form.js";
import { chooser, conventionOf, KINDS } from "./exercise_kinds.js";
import { Faces, TreePicture } from "./tree_picture.js";
import { Stepper } from "./stepper.js";

/** @import { ExerciseView as Task } from "./messages.d.ts" */
/** @import { Face, Grade, SceneNode, StepperDocument } from "./document.d.ts" */
/** @import { LabState, ModeContext } from "./state.d.ts" */

/** Kinds that ask which leaves are visited. */
const VISITED = ["visited", "star1"];
/** Kinds in which a click on the picture answers something. */
const CLICKED = ["alphabeta", "visited", "killers", "star1"];
/** @type {Record<string, string>} */
const SIGNS = { right: "✓", consequence: "↳", missing: "…" };

/** How a node can be judged, the worst first. */
const LOOKS = ["bad", "consequence", "good"];

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
    this.names = new Map(task.nodes.map((node) => [node.address, node]));
    /** Whether an answer has been graded already. */
    this.tried = false;
    this.visiting = VISITED.includes(kind);
    this.answers = new Answers(task, this.visiting);
    this.form = new AnswerForm(task, kind, this.answers, {
      said: (set) => this.say(set),
      submit: (event) => this.submit(event),
      clear: () => this.view.again({}),
    });
    /** @type {Map<string, string>} How each node was judged. */
    this.judged = new Map();
    this.figure = new TreePicture(task.scene, task.palette, {
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
        this.form.element,
      ),
      this.result,
      this.replay,
    );
    this.paint();
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
      if (this.answers.nodes.get(parentOf(at))?.cut.has(this.names.get(at)?.name ?? "")) return at;
    }
    return null;
  }

  paint() {
    /** @type {Map<string, Face>} */
    const faces = new Map();
    for (const [address, face] of this.faces) {
      const said = this.answers.nodes.get(address);
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

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    try {
      const { grade, document } = await api.post("/api/tree-lab/grade", { answer: this.answers.document() });
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
    for (const badge of this.form.fields.values()) show(badge);
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
      const badge = this.form.fields.get(`${place}/${mark.field}`);
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
