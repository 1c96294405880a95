// The page *Tree lab*: one tree, and four ways to work with it.

import * as api from "../api.js";
import { el, show } from "../dom.js";
import { t } from "../language.js";
import * as place from "../place.js";
import { startShell } from "../shell.js";
import { MODES, readState, runOf, writeState } from "./address.js";
import { Author } from "./author.js";
import { ExerciseView } from "./exercise.js";
import { keepCard } from "./keep.js";
import { Predict } from "./predict.js";
import { SourceForm } from "./source.js";
import { keyRows, Stepper } from "./stepper.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { Shell } from "../shell.js" */
/** @import { AlgorithmView, FigureRequest, StepperView, TraceRequest, TreeLab } from "./messages.d.ts" */
/** @import { LabState, ModeContext } from "./state.d.ts" */

/** Windows in which the tree is in view below the form that says which one; in others the form is folded. */
const ROOMY = "(min-width: 700px) and (min-height: 600px)";

class Page {
  /**
   * @param {Shell} shell
   * @param {TreeLab} treeLab
   * @param {GameView[]} games
   */
  constructor(shell, treeLab, games) {
    this.shell = shell;
    this.treeLab = treeLab;
    this.state = readState(treeLab.example_game);
    /** @type {Stepper | null} */
    this.stepper = null;
    this.asking = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.keeping = undefined;
    this.work = el("div", { class: "work" });
    this.modes = el("nav", { class: "modes", "aria-label": t("tree_lab.mode.title") });
    this.form = new SourceForm(this.state, treeLab, games, (part, more) => this.change(part, more));
    shell.main.classList.add("tree-lab");
    this.source = el(
      "details",
      { class: "card source-card", open: this.state.mode === "explore" && matchMedia(ROOMY).matches },
      el("summary", {}, el("h2", {}, t("tree_lab.source.title"))),
      this.form.element,
    );
    show(
      shell.main,
      el("h1", { class: "hidden" }, t("web.page.tree_lab")),
      this.modes,
      this.source,
      this.work,
    );
    document.addEventListener("keydown", (event) => this.stepper?.press(event));
    place.onReturn(() => location.reload());
    this.drawModes();
  }

  drawModes() {
    const link = (/** @type {string} */ mode) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(mode === this.state.mode),
          data: { key: `mode-${mode}` },
          on: { click: () => this.change({ mode, step: 0 }) },
        },
        t(`tree_lab.mode.${mode}`),
      );
    show(
      this.modes,
      MODES.map(link),
      el("p", { class: "faint" }, t(`tree_lab.mode.about.${this.state.mode}`)),
    );
  }

  /**
   * @param {string} name
   * @returns {AlgorithmView}
   */
  algorithm(name) {
    const { algorithms } = this.treeLab;
    return algorithms.find((one) => one.name === name) ??
      algorithms.find((one) => one.name === "alphabeta") ?? algorithms[0];
  }

  /**
   * The state changed: keep it in the address and show what it says.
   *
   * @param {Partial<LabState>} part
   */
  change(part, { again = false } = {}) {
    const before = JSON.stringify(this.state);
    this.state = { ...this.state, step: 0, ...part };
    if (part.mode) this.source.open = part.mode === "explore";
    if (JSON.stringify(this.state) === before && !again) return;
    this.keep();
    this.drawModes();
    this.run();
  }

  keep() {
    place.write(writeState(this.state));
  }

  async run() {
    const { state } = this;
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.form.adapt(state);
    this.source.hidden = state.mode === "author";
    this.form.element.classList.toggle("for-exercise", state.mode === "exercise");
    this.work.setAttribute("aria-busy", "true");
    try {
      const shown = await this.prepare(state, signal);
      if (signal.aborted) return;
      this.form.fail("");
      shown();
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) return;
      this.form.fail(error.message);
      this.source.open = true;
      this.shell.announce(error.message);
      if (state.mode === "author") this.shell.notice(error.message);
    } finally {
      if (!signal.aborted) this.work.removeAttribute("aria-busy");
    }
  }

  /**
   * Ask the server for what the mode needs; the answer puts it on the page.
   *
   * @param {LabState} state
   * @param {AbortSignal} signal
   * @returns {Promise<() => void>}
   */
  async prepare(state, signal) {
    /** @type {ModeContext} */
    const view = {
      shell: this.shell,
      treeLab: this.treeLab,
      signal,
      again: (part) => this.change(part, { again: true }),
      stepper: (stepper) => this.use(stepper),
    };
    if (state.mode === "author") return Author.prepare(state, view, this.work);
    if (state.mode === "exercise") return ExerciseView.prepare(state, view, this.work);
    const names = [state.algorithm, ...(state.mode === "explore" && state.beside ? [state.beside] : [])];
    const asked = names.map((name, index) => runOf(state, this.algorithm(name), index ? "tree-b" : "tree-a"));
    const answers = await Promise.all(asked.map((one) => api.post("/api/tree-lab/trace", one, { signal })));
    return () => this.explore(state, asked, answers);
  }

  /**
   * @param {LabState} state
   * @param {TraceRequest[]} asked
   * @param {StepperView[]} answers
   */
  explore(state, asked, answers) {
    const stepper = new Stepper(
      answers.map((answer) => answer.document),
      {
        announce: (sentence) => this.shell.announce(sentence),
        onStep: (step) => this.quietly({ step }),
        secret: state.mode === "predict",
      },
    );
    this.use(stepper);
    /**
     * @param {FigureRequest["format"]} format
     * @returns {FigureRequest}
     */
    const request = (format) => ({
      ...asked[0],
      format,
      step: format === "html" || format === "json" ? null : stepper.at,
      beside: asked[1]?.algorithm ?? "",
    });
    const keep = keepCard({
      formats: this.treeLab.formats,
      request,
      shell: this.shell,
      command: answers.map((answer) => answer.command).join("\n"),
    });
    if (state.mode === "predict") {
      show(this.work, stepper.element);
      const predict = new Predict(stepper, {
        announce: (words) => this.shell.announce(words),
        kinds: state.ask,
        onKinds: (ask) => this.quietly({ ask }),
      });
      stepper.element.classList.add("predicting");
      stepper.runs[0].panel.prepend(predict.element);
      return;
    }
    show(this.work, stepper.element, keep);
    // Not the step that was asked with: whoever went on meanwhile, on the run that was still shown, stays there.
    stepper.jump(Math.min(this.state.step, stepper.length));
  }

  /** @param {Stepper | null} stepper */
  use(stepper) {
    this.stepper?.pause();
    this.stepper = stepper;
  }

  /**
   * Kept in the address, but nothing has to be asked again.
   *
   * @param {Partial<LabState>} part
   */
  quietly(part) {
    this.state = { ...this.state, ...part };
    clearTimeout(this.keeping);
    // Browsers allow a hundred changes of the address in half a minute.
    this.keeping = setTimeout(() => this.keep(), 350);
  }
}

const shell = await startShell("tree_lab");
const [treeLab, { games }] = await Promise.all([api.get("/api/tree-lab"), api.get("/api/games")]);
shell.keys(keyRows());
await new Page(shell, treeLab, games).run();
