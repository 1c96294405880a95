// One search or two, stepped together: buttons, slider, keys, playing by itself.

import { around, el, icon, isTyping, show } from "../dom.js";
import { t } from "../language.js";
import { SearchView } from "./search_view.js";

/** @import { Child } from "../elements.d.ts" */
/** @import { StepperDocument } from "./document.d.ts" */

/**
 * Milliseconds between two steps.
 *
 * @type {Record<string, number>}
 */
const SPEEDS = { slow: 2500, normal: 1200, fast: 500, fastest: 120 };
/** Faster than this a screen reader cannot follow. */
const SPEAKABLE = 1000;

export class Stepper {
  /**
   * `announce(sentence)` tells screen readers, `onStep(step)` whoever keeps the address.
   *
   * @param {StepperDocument[]} documents
   * @param {{ announce: (sentence: string) => void, onStep?: (step: number) => void, secret?: boolean }} options
   *   `secret`: nothing is told of what lies beyond the ceiling
   */
  constructor(documents, { announce, onStep = () => {}, secret = false }) {
    this.secret = secret;
    this.announce = announce;
    this.onStep = onStep;
    this.runs = documents.map((doc) => new SearchView(doc, (step) => this.jump(step), secret));
    this.length = Math.max(...this.runs.map((run) => run.length));
    this.at = 0;
    /** No further than this, while a question is open. */
    this.ceiling = this.length;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.speed = "normal";
    this.status = el("span", { class: "at" });
    this.playButton = button("play", icon("forward"), () => this.toggle(), { class: "primary play" });
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: this.length,
      step: 1,
      value: 0,
      class: "scrub",
      "aria-label": t("tree_lab.go.scrub"),
      on: { input: ({ target }) => this.jump(Number(target.value)) },
    });
    this.element = el(
      "div",
      { class: "stepper" },
      this.transport(),
      el("div", { class: this.runs.length > 1 ? "runs two" : "runs" }, this.runs.map((run) => run.element)),
    );
  }

  transport() {
    const cuts = this.secret || this.runs.some((run) => run.doc.counts.cuts > 0);
    const speed = el(
      "select",
      {
        "aria-label": t("tree_lab.speed.title"),
        class: "plain",
        on: { change: (event) => this.setSpeed(event.target.value) },
      },
      Object.keys(SPEEDS).map((key) =>
        el("option", { value: key, selected: key === this.speed }, t(`tree_lab.speed.${key}`))
      ),
    );
    return el(
      "div",
      { class: "transport card", role: "group", "aria-label": t("tree_lab.go.title") },
      el(
        "div",
        { class: "buttons" },
        button("start", icon("first"), () => this.jump(0)),
        button("back", "‹", () => this.jump(this.at - 1)),
        this.playButton,
        button("on", "›", () => this.jump(this.at + 1)),
        button("end", icon("last"), () => this.jump(this.length)),
      ),
      el(
        "div",
        { class: "buttons far" },
        button("node_back", t("tree_lab.go.short.node_back"), () => this.hop("enter", -1)),
        button("node", t("tree_lab.go.short.node"), () => this.hop("enter", 1)),
        button("cut_back", t("tree_lab.go.short.cut_back"), () => this.hop("cutoff", -1), {
          disabled: !cuts,
        }),
        button("cut", t("tree_lab.go.short.cut"), () => this.hop("cutoff", 1), { disabled: !cuts }),
      ),
      el("div", { class: "scrubber" }, this.slider, this.status, speed),
    );
  }

  /** @param {string} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.timer !== undefined) this.play();
  }

  /**
   * Show a step; everything that moves goes through here.
   *
   * @param {number} step
   */
  jump(step, { quiet = false } = {}) {
    if (!quiet) this.pause();
    this.at = Math.max(0, Math.min(step, this.ceiling));
    for (const run of this.runs) run.show(this.at);
    const steps = this.secret ? this.ceiling : this.length;
    this.slider.max = String(steps);
    this.slider.value = String(this.at);
    const words = t("tree_lab.step.of", { step: this.at, steps });
    this.slider.setAttribute("aria-valuetext", words);
    this.status.textContent = `${this.at} / ${steps}`;
    if (!quiet || SPEEDS[this.speed] >= SPEAKABLE) this.announce(this.sentence());
    this.onStep(this.at);
  }

  /**
   * Whether what the search will have counted is kept back.
   *
   * @param {boolean} secret
   */
  keepSecret(secret) {
    this.secret = secret;
    for (const run of this.runs) run.secret = secret;
  }

  sentence() {
    if (this.runs.length === 1) return this.runs[0].reason.textContent ?? "";
    return this.runs.map((run) => `${run.doc.title}: ${run.reason.textContent}`).join(" ");
  }

  /**
   * To the next or the last event of that kind, in any of the searches.
   *
   * @param {string} kind
   * @param {number} direction
   */
  hop(kind, direction) {
    const steps = new Set(
      this.runs.flatMap((run) => run.doc.steps.map((step, index) => (step.kind === kind ? index + 1 : 0)))
        .filter(Boolean),
    );
    const sorted = [...steps].sort((a, b) => a - b);
    const found = direction > 0
      ? sorted.find((step) => step > this.at)
      : sorted.findLast((step) => step < this.at);
    if (found === undefined) this.jump(direction > 0 ? this.length : 0);
    else this.jump(found);
  }

  toggle() {
    if (this.timer === undefined) this.play();
    else this.pause();
  }

  play() {
    clearInterval(this.timer);
    if (this.at >= this.ceiling) this.jump(0);
    this.timer = setInterval(() => {
      this.jump(this.at + 1, { quiet: true });
      if (this.at >= this.ceiling) this.pause();
    }, SPEEDS[this.speed]);
    this.showPlaying(true);
  }

  pause() {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlaying(false);
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    const key = playing ? "pause" : "play";
    this.playButton.setAttribute("aria-label", t(`tree_lab.go.${key}`));
    this.playButton.title = `${t(`tree_lab.go.${key}`)} (${KEYS.play})`;
    show(this.playButton, playing ? icon("pause") : icon("forward"));
  }

  /**
   * A key; true where it was one of ours.
   *
   * @param {KeyboardEvent} event
   */
  press(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === " " && around(event, "button, a, summary")) return false;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowRight: () => this.jump(this.at + 1),
      ArrowLeft: () => this.jump(this.at - 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.length),
      " ": () => this.toggle(),
      n: () => this.hop("enter", 1),
      N: () => this.hop("enter", -1),
      c: () => this.hop("cutoff", 1),
      C: () => this.hop("cutoff", -1),
    };
    if (!Object.hasOwn(actions, event.key)) return false;
    event.preventDefault();
    actions[event.key]();
    return true;
  }
}

/** @type {Record<string, string>} */
const KEYS = {
  start: "Home",
  back: "←",
  play: "␣",
  on: "→",
  end: "End",
  node: "n",
  node_back: "N",
  cut: "c",
  cut_back: "C",
};

/**
 * A button that goes somewhere.
 *
 * @param {string} key
 * @param {Child} content
 * @param {() => void} run
 * @param {Record<string, unknown>} more
 */
function button(key, content, run, more = {}) {
  return el("button", {
    type: "button",
    class: "quiet",
    "aria-label": t(`tree_lab.go.${key}`),
    title: `${t(`tree_lab.go.${key}`)} (${KEYS[key]})`,
    data: { go: key },
    on: { click: run },
    ...more,
  }, content);
}

/** What the keys do, for the help. */
export function keyRows() {
  return [
    ["←, →", t("tree_lab.help.step")],
    ["n, N", t("tree_lab.help.node")],
    ["c, C", t("tree_lab.help.cut")],
    ["Home, End", t("tree_lab.help.ends")],
    ["␣", t("tree_lab.help.play")],
    ["↑ ↓ ← →", t("tree_lab.help.outline")],
  ];
}
