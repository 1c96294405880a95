// One search on the page: its picture, the reason for the step, the pseudocode, the counters, the nested
// list.

import { el, show } from "../dom.js";
import { number, t } from "../language.js";
import { Faces, TreePicture } from "./tree_picture.js";
import { Outline } from "./outline.js";

/** @import { SearchStep, StepperDocument } from "./document.d.ts" */

export class SearchView {
  /**
   * `onStep(step)` is called when somebody asks for a step by choosing a node.
   *
   * @param {StepperDocument} doc
   * @param {(step: number) => void} onStep
   * @param {boolean} secret what the search will have counted is not told yet
   */
  constructor(doc, onStep, secret = false) {
    this.secret = secret;
    this.doc = doc;
    this.length = doc.steps.length;
    this.faces = new Faces(doc.scene.steps);
    const toNode = (/** @type {string} */ path) => this.find(path, onStep);
    this.figure = new TreePicture(doc.scene, doc.palette, {
      label: t("tree_lab.figure.label", { algorithm: doc.title }),
      onNode: toNode,
    });
    this.outline = new Outline(doc, toNode);
    this.reason = el("p", { class: "reason" });
    this.count = el("span", { class: "tag" });
    this.lines = doc.code.map(codeLine);
    this.head = el("tr");
    this.counters = el("tbody");
    this.answer = el("p", { class: "answer" });
    this.panel = el(
      "div",
      { class: "panel" },
      el(
        "section",
        { class: "card reason-card" },
        el("h2", {}, t("tree_lab.panel.reason"), this.count),
        this.reason,
        this.answer,
      ),
      el(
        "section",
        { class: "card code-card" },
        el("h2", {}, t("tree_lab.panel.code")),
        el(
          "div",
          { class: "code-frame", tabindex: "0", role: "region", "aria-label": t("tree_lab.panel.code") },
          el("ol", { class: "code" }, this.lines),
        ),
      ),
      el("section", { class: "card counts-card" }, el("h2", {}, t("tree_lab.panel.counts")), this.table()),
    );
    this.element = el(
      "section",
      { class: "run", "aria-label": doc.title },
      el(
        "div",
        { class: "run-main" },
        el("h2", { class: "run-title" }, doc.title),
        this.figure.element,
        this.outline.element,
      ),
      this.panel,
    );
    this.at = 0;
  }

  /**
   * Go to what happens at a node: the next event there, or its first; where there is none, to its cut.
   *
   * @param {string} path
   * @param {(step: number) => void} onStep
   */
  find(path, onStep) {
    const steps = [...this.doc.steps.keys()].map((index) => index + 1);
    let about = steps.filter((step) => this.doc.steps[step - 1].path === path);
    if (!about.length) about = steps.filter((step) => path in this.doc.scene.steps[step].changes);
    if (about.length) onStep(about.find((step) => step > this.at) ?? about[0]);
  }

  table() {
    return el("table", { class: "counters" }, el("thead", {}, this.head), this.counters);
  }

  /** @param {number} step */
  show(step) {
    this.at = Math.min(step, this.length);
    const faces = this.faces.to(this.at);
    this.figure.paint(faces);
    this.outline.paint(faces);
    const now = this.doc.steps[this.at - 1];
    this.reason.textContent = now?.sentence ?? t("tree_lab.step.before");
    this.count.textContent = this.secret
      ? t("tree_lab.step.number", { step: this.at })
      : t("tree_lab.step.of", { step: this.at, steps: this.length });
    this.answer.textContent = this.at === this.length ? this.doc.answer : "";
    this.lines.forEach((line, index) => {
      if (now && now.line === index) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    this.showCounts(now);
    const current = this.doc.scene.steps[this.at].current;
    if (current !== null || !this.at) this.figure.reveal(current ?? "");
  }

  /** @param {SearchStep | undefined} now */
  showCounts(now) {
    const { counts } = this.doc;
    const told = !this.secret;
    const plain = told ? this.doc.plain : null;
    show(
      this.head,
      el("td"),
      [
        t("tree_lab.count.now"),
        told && t("tree_lab.count.end"),
        plain && t("tree_lab.count.plain", { algorithm: plain.algorithm }),
      ].filter(Boolean).map((text) => el("th", { scope: "col" }, text)),
    );
    /**
     * @param {string} key
     * @param {number | string} value
     * @param {number} end
     * @param {number | undefined} other
     */
    const row = (key, value, end, other) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, t(`tree_lab.count.${key}`)),
        [value, told ? end : null, plain && (other ?? "–")].filter((cell) => cell !== null).map((cell) =>
          el("td", {}, cell === undefined ? "–" : typeof cell === "number" ? number(cell) : cell)
        ),
      );
    show(
      this.counters,
      row("nodes", now?.nodes ?? 0, counts.nodes, plain?.nodes),
      row("leaves", now?.leaves ?? 0, counts.leaves, plain?.leaves),
      // A traversal goes everywhere.
      this.doc.plain && row("cuts", now?.cuts ?? 0, counts.cuts, 0),
      plain && counts.skipped !== null && row("skipped", "–", counts.skipped, 0),
    );
  }
}

/**
 * A line of pseudocode; where it is too long for its place, it goes on below its own beginning.
 *
 * @param {string} text
 */
function codeLine(text) {
  const line = el("li", {}, el("code", {}, text.trimStart()));
  line.style.setProperty("--indent", String(text.length - text.trimStart().length));
  return line;
}
