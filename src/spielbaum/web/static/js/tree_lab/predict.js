// Predict: the search stops and asks what happens next; the answer is checked at once, with the reason.

import { el, show } from "../dom.js";
import { number, readNumber, t } from "../language.js";

/** @import { JsonNumber, JsonValue, StepperDocument } from "./document.d.ts" */
/** @import { Question } from "./state.d.ts" */
/** @import { Stepper } from "./stepper.js" */

export const KINDS = ["value", "window", "cut", "next"];

/**
 * A value as the right one is written: one number, or one per player.
 *
 * @param {string} text
 * @param {JsonValue} right
 */
function readValue(text, right) {
  if (!Array.isArray(right)) return readNumber(text);
  return text.replaceAll(/[()]/g, "").split(/[;,]/).map(readNumber);
}

/** How far a decimal may be from a fraction. */
const TOLERANCE = 1.000001e-6;

/** @param {number | boolean | string} value */
const fromJson = (value) => (typeof value === "string" ? readNumber(value) : value);

/**
 * Whether an answer is the right one; a fraction may be answered by a decimal that is near enough.
 *
 * @param {unknown} given
 * @param {any} right
 */
export function same(given, right) {
  const [mine, due] = [[given].flat(), [right].flat()];
  const near = (/** @type {unknown} */ one, /** @type {any} */ two) =>
    String(one) === String(fromJson(two)) ||
    (typeof two === "string" && Math.abs(Number(one) - Number(fromJson(two))) <= TOLERANCE);
  return mine.length === due.length && mine.every((one, index) => near(one, due[index]));
}

/**
 * @param {JsonValue} value
 * @returns {string}
 */
export function shownNumber(value) {
  if (Array.isArray(value)) return `(${value.map(shownNumber).join(", ")})`;
  if (typeof value === "string" && value.includes("/")) return value.replace("-", "−");
  return number(Number(fromJson(value)), 6, false);
}

/**
 * Everything that can be asked about a search, in order.
 *
 * @param {Pick<StepperDocument, "steps" | "plain" | "windowed">} doc
 * @param {string[]} kinds
 */
export function questionsOf(doc, kinds) {
  /** @type {Question[]} */
  const found = [];
  const { steps } = doc;
  const traversal = doc.plain === null && !doc.windowed &&
    steps.every((step) => !["update", "settle"].includes(step.kind));
  steps.forEach((step, index) => {
    const last = steps[index - 1];
    const windowed = doc.windowed && step.alpha !== null && step.beta !== null;
    /**
     * @param {string} kind
     * @param {Record<string, string>} fields
     * @param {unknown} right
     */
    const ask = (kind, fields, right) => {
      if (!kinds.includes(kind)) return;
      const words = `tree_lab.predict.ask.${fields.words ?? kind}`;
      found.push({ kind, before: index, step, right, fields, words });
    };
    if (doc.windowed && ["update", "outcome"].includes(last?.kind) && last.rest) {
      ask("cut", { node: last.node }, step.kind === "cutoff" && step.path === last.path);
    }
    if (step.kind === "enter" && windowed && steps[index + 1]?.kind !== "leaf") {
      ask("window", { node: step.node, words: "enter" }, [step.alpha, step.beta]);
    }
    if (step.kind === "update" && windowed) {
      ask("window", { node: step.node, child: last?.node ?? "" }, [step.alpha, step.beta]);
    }
    if (step.kind === "leave" && step.value !== null) ask("value", { node: step.node }, step.value);
    if (step.kind === "settle") ask("value", { node: step.node, words: "settle" }, step.value);
    if (step.kind === "enter" && traversal && index > 0) ask("next", {}, step.node);
  });
  return found;
}

export class Predict {
  /**
   * `onKinds(kinds)` is called when other kinds of questions are chosen.
   *
   * @param {Stepper} stepper
   * @param {{
   *   announce: (words: string) => void,
   *   kinds: string[],
   *   onKinds: (kinds: string[]) => void,
   * }} options
   */
  constructor(stepper, { announce, kinds, onKinds }) {
    this.stepper = stepper;
    this.announce = announce;
    this.kinds = kinds;
    this.onKinds = onKinds;
    /** @type {Question[]} */
    this.questions = [];
    this.number = -1;
    this.right = 0;
    this.asked = 0;
    /** Whether the question has been answered once, wrongly. */
    this.tried = false;
    this.body = el("div", { class: "question", "aria-live": "off" });
    this.score = el("p", { class: "score" });
    this.element = el(
      "section",
      { class: "card predict", "aria-labelledby": "predict-title" },
      el(
        "div",
        { class: "predict-head" },
        el("h2", { id: "predict-title" }, t("tree_lab.mode.predict")),
        this.score,
      ),
      this.choices(),
      this.body,
    );
    this.start();
  }

  /** The kinds that mean something for this search. */
  possible() {
    const found = new Set(questionsOf(this.stepper.runs[0].doc, KINDS).map((question) => question.kind));
    return KINDS.filter((kind) => found.has(kind));
  }

  choices() {
    /** @param {{ target: HTMLInputElement }} event */
    const change = ({ target }) => {
      const wanted = (/** @type {string} */ kind) =>
        kind === target.value ? target.checked : this.kinds.includes(kind);
      this.kinds = KINDS.filter(wanted);
      this.onKinds(this.kinds);
      this.start();
    };
    return el(
      "fieldset",
      { class: "checks" },
      el("legend", {}, t("tree_lab.predict.kinds")),
      this.possible().map((kind) =>
        el(
          "label",
          {},
          el("input", { type: "checkbox", value: kind, checked: this.kinds.includes(kind), on: { change } }),
          t(`tree_lab.predict.kind.${kind}`),
        )
      ),
    );
  }

  start() {
    this.questions = questionsOf(this.stepper.runs[0].doc, this.kinds);
    this.number = -1;
    this.right = 0;
    this.asked = 0;
    this.stepper.keepSecret(true);
    this.next();
  }

  next() {
    this.number += 1;
    this.tried = false;
    const question = this.questions[this.number];
    this.score.textContent = t("tree_lab.predict.score", {
      right: this.right,
      asked: this.asked,
    });
    if (!question) {
      this.stepper.keepSecret(false);
      this.stepper.ceiling = this.stepper.length;
      this.stepper.jump(this.questions.length ? this.stepper.length : 0);
      const words = this.questions.length
        ? t("tree_lab.predict.done", { right: this.right, asked: this.asked })
        : t("tree_lab.predict.none");
      show(
        this.body,
        el("p", { class: "asked" }, words),
        this.questions.length
          ? el("button", {
            type: "button",
            class: "primary",
            data: { key: "again" },
            on: { click: () => this.start() },
          }, t("tree_lab.predict.again"))
          : null,
      );
      this.announce(words);
      return;
    }
    this.stepper.ceiling = question.before;
    this.stepper.jump(question.before);
    this.ask(question);
  }

  /**
   * @param {Question} question
   * @param {string} before what was tried in vain
   */
  ask(question, before = "") {
    this.tried = before !== "";
    const words = t(question.words, question.fields);
    const hint = before ? t("tree_lab.predict.once_more", { given: before }) : "";
    const form = el("form", { class: "ask", on: { submit: (event) => this.submit(event, question) } });
    if (question.kind === "cut") {
      form.append(
        ...["yes", "no"].map((key) =>
          el("button", {
            type: "button",
            data: { answer: key },
            on: { click: () => this.check(question, key === "yes") },
          }, t(`tree_lab.predict.${key}`))
        ),
      );
    } else {
      const names = question.kind === "window" ? ["α", "β"] : [t(`tree_lab.predict.field.${question.kind}`)];
      form.append(
        ...names.map((name) =>
          el(
            "label",
            {},
            el("span", {}, name),
            el("input", { type: "text", autocomplete: "off", size: 8, maxlength: 60 }),
          )
        ),
        el("button", { class: "primary" }, t("tree_lab.predict.check")),
      );
    }
    show(
      this.body,
      el("p", { class: "asked" }, words),
      hint ? el("p", { class: "verdict bad" }, hint) : null,
      form,
      question.kind === "window" ? el("p", { class: "faint" }, t("tree_lab.predict.infinity")) : null,
    );
    this.announce(`${hint} ${words}`.trim());
    const [first] = form.elements;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  /**
   * @param {Event & { target: HTMLFormElement }} event
   * @param {Question} question
   */
  submit(event, question) {
    event.preventDefault();
    const texts = [...event.target.querySelectorAll("input")].map((input) => input.value);
    if (texts.some((text) => text.trim() === "")) return;
    if (question.kind === "next") {
      this.check(question, texts[0].trim().toLowerCase() === question.right.toLowerCase(), texts[0]);
    } else if (question.kind === "window") {
      this.check(question, texts.map(readNumber), `(${texts.join(", ")})`);
    } else this.check(question, readValue(texts[0], question.right), texts[0]);
  }

  /**
   * @param {Question} question
   * @param {unknown} given
   */
  check(question, given, text = "") {
    const right = question.kind === "next" ? given : same(given, question.right);
    // Of yes and no, the other one would be no second try.
    if (!right && !this.tried && question.kind !== "cut") {
      this.ask(question, text);
      return;
    }
    this.asked += 1;
    this.right += Number(right && !this.tried);
    this.score.textContent = t("tree_lab.predict.score", {
      right: this.right,
      asked: this.asked,
    });
    // After "no cut" nothing has happened yet: the next event may be the next question.
    const advance = question.kind !== "cut" || question.right;
    this.stepper.ceiling = question.before + Number(advance);
    this.stepper.jump(this.stepper.ceiling);
    const verdict = el(
      "p",
      { class: right ? "verdict good" : "verdict bad" },
      right
        ? t(this.tried ? "tree_lab.predict.right_later" : "tree_lab.predict.right")
        : this.wrong(question, text),
    );
    const reason = advance
      ? question.step.sentence
      : t(this.stepper.runs[0].doc.strict ? "tree_lab.predict.no_cut_strict" : "tree_lab.predict.no_cut", {
        node: question.fields.node,
      });
    const go = el("button", {
      type: "button",
      class: "primary",
      data: { key: "next" },
      on: { click: () => this.next() },
    }, t("tree_lab.predict.next"));
    show(
      this.body,
      el("p", { class: "asked" }, t(question.words, question.fields)),
      verdict,
      el("p", {}, reason),
      go,
    );
    this.announce(`${verdict.textContent} ${reason}`);
    go.focus({ preventScroll: true });
  }

  /**
   * @param {Question} question
   * @param {string} given
   */
  wrong(question, given) {
    if (question.kind === "cut") {
      return t(question.right ? "tree_lab.predict.wrong_cut" : "tree_lab.predict.wrong_no_cut");
    }
    const right = question.kind === "next" ? question.right : shownNumber(question.right);
    return t("tree_lab.predict.wrong", { given, right });
  }
}
