// Author: variants of an exercise from a seed, as wished for; looked at, then downloaded.

import * as api from "../api.js";
import { el, show } from "../dom.js";
import { t } from "../language.js";
import { conventionOf } from "./exercise_kinds.js";
import { Faces, TreePicture } from "./tree_picture.js";
import { save } from "../files.js";

/** @import { ModeContext, LabState } from "./state.d.ts" */
/** @import { Palette, Scene } from "./document.d.ts" */
/** @import { SheetRequest, SheetView, TreeRequirements, Variant } from "./messages.d.ts" */

/** @type {[string, boolean][]} Formats, and whether with the solutions. */
const FILES = [
  ["latex", false],
  ["latex", true],
  ["html", false],
  ["html", true],
  ["moodle", false],
  ["json", false],
];

/** Kinds about which alpha-beta has nothing to say. */
const WITHOUT_CUTS = [
  "maxn",
  "alliance",
  "depth-limited",
  "deepening",
  "expected-values",
  "star1",
  "same-choice",
];

/** Kinds about a game, which makes the tree; it is not shown. */
const OF_GAMES = ["complete-tree", "remoteness"];

/**
 * What the trees should be like, as the address says: branching=3,depth=3,cuts=1-3,deep,uneven,ties,order=best.
 *
 * @param {string} text
 * @returns {TreeRequirements}
 */
export function readRequirements(text) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const part of text.split(",").filter(Boolean)) {
    const [name, value = ""] = part.split("=");
    if (["branching", "depth", "players"].includes(name) && /^\d{1,3}$/.test(value)) {
      found[name] = Number(value);
    } else if (["deep", "uneven", "ties"].includes(name)) found[name] = true;
    else if (name === "order" && ["best", "worst"].includes(value)) found.order = value;
    else if (name === "cuts" && /^\d{1,3}-\d{1,3}$/.test(value)) found.cuts = value.split("-").map(Number);
  }
  return found;
}

/** @param {TreeRequirements} requirements */
export function writeRequirements(requirements) {
  return Object.entries(requirements)
    .filter(([, value]) => value !== null && value !== false && value !== "any")
    .map(([name, value]) => value === true ? name : `${name}=${[value].flat().join("-")}`)
    .join(",");
}

export class Author {
  /**
   * @param {LabState} state
   * @param {ModeContext} view
   * @param {HTMLElement} work
   */
  static async prepare(state, view, work) {
    const author = new Author(state, view);
    const answer = await api.postOrProblem("/api/tree-lab/sheet", author.request(), { signal: view.signal });
    return () => {
      view.stepper(null);
      show(work, author.form(), author.preview(answer));
    };
  }

  /**
   * @param {LabState} state
   * @param {ModeContext} view
   */
  constructor(state, view) {
    this.view = view;
    this.kind = view.treeLab.kinds.includes(state.kind) ? state.kind : "alphabeta";
    this.number = Math.min(20, Math.max(1, Number(state.n) || 4));
    this.seed = Number(state.xseed) || 7;
    this.requirements = OF_GAMES.includes(this.kind) ? {} : readRequirements(state.require);
    this.convention = conventionOf(view.treeLab, this.kind, state.convention);
  }

  /** @returns {SheetRequest} */
  request() {
    return {
      kind: this.kind,
      number: this.number,
      seed: this.seed,
      requirements: this.requirements,
      conventions: this.convention ? [this.convention] : [],
    };
  }

  form() {
    const { again } = this.view;
    /**
     * @param {keyof TreeRequirements} name
     * @param {unknown} value
     */
    const require = (name, value) =>
      again({ require: writeRequirements({ ...this.requirements, [name]: value }) });
    /**
     * @param {string} key
     * @param {HTMLElement} control
     */
    const field = (key, control) => {
      control.id = `author-${key}`;
      return el(
        "div",
        { class: "field" },
        el("label", { for: control.id }, t(`tree_lab.author.${key}`)),
        control,
      );
    };
    /**
     * @param {string} key
     * @param {number | null | undefined} value
     * @param {number} least
     * @param {number} most
     * @param {(value: number | null) => void} set
     */
    const whole = (key, value, least, most, set, placeholder = "") =>
      field(
        key,
        el("input", {
          type: "number",
          min: least,
          max: most,
          value: value ?? "",
          placeholder,
          on: {
            change: (event) =>
              event.target.checkValidity() &&
              set(event.target.value === "" ? null : Number(event.target.value)),
          },
        }),
      );
    /**
     * @param {string} key
     * @param {string[][]} options
     * @param {string} value
     * @param {(value: string) => void} set
     */
    const select = (key, options, value, set) =>
      field(
        key,
        el("select", {
          on: { change: (event) => set(event.target.value) },
        }, options.map(([name, words]) => el("option", { value: name, selected: name === value }, words))),
      );
    const check = (/** @type {"deep" | "uneven" | "ties"} */ key) =>
      el(
        "label",
        { class: "check" },
        el("input", {
          type: "checkbox",
          checked: Boolean(this.requirements[key]),
          on: { change: (event) => require(key, event.target.checked) },
        }),
        t(`tree_lab.author.${key}`),
      );
    const cuts = (/** @type {0 | 1} */ index) => (/** @type {number | null} */ value) => {
      const pair = this.requirements.cuts ? [...this.requirements.cuts] : [1, 20];
      pair[index] = value ?? (index ? 20 : 0);
      require("cuts", pair);
    };
    const drawn = !OF_GAMES.includes(this.kind);
    return el(
      "form",
      { class: "card source", on: { submit: (event) => event.preventDefault() } },
      el(
        "div",
        { class: "fields" },
        select(
          "kind",
          this.view.treeLab.kinds.map((kind) => [kind, t(`tree_lab.exercise.kind.${kind}`)]),
          this.kind,
          (kind) => again({ kind, require: "" }),
        ),
        whole("number", this.number, 1, 20, (n) => again({ n: String(n ?? 4) })),
        whole("seed", this.seed, 0, 2 ** 31 - 1, (xseed) => again({ xseed: String(xseed ?? 7) })),
        this.convention
          ? select(
            "convention",
            this.view.treeLab.conventions[this.kind].map((
              name,
            ) => [name, t(`tree_lab.exercise.convention.${name}`)]),
            this.convention,
            (convention) => again({ convention }),
          )
          : null,
      ),
      drawn
        ? el(
          "fieldset",
          { class: "fields requirements" },
          el("legend", {}, t("tree_lab.author.requirements")),
          whole("branching", this.requirements.branching, 2, 20, (value) =>
            require("branching", value), t("tree_lab.author.open")),
          whole("depth", this.requirements.depth, 1, 20, (value) =>
            require("depth", value), t("tree_lab.author.open")),
          ["maxn", "alliance"].includes(this.kind)
            ? whole("players", this.requirements.players, 3, 6, (value) =>
              require("players", value), "3")
            : null,
          WITHOUT_CUTS.includes(this.kind) ? null : [
            whole("cuts_least", this.requirements.cuts?.[0], 0, 99, cuts(0), t("tree_lab.author.open")),
            whole("cuts_most", this.requirements.cuts?.[1], 0, 99, cuts(1), t("tree_lab.author.open")),
            select(
              "order",
              ["any", "best", "worst"].map((name) => [name, t(`tree_lab.author.order.${name}`)]),
              this.requirements.order ?? "any",
              (value) =>
                require("order", value),
            ),
            check("deep"),
          ],
          check("uneven"),
          check("ties"),
        )
        : null,
    );
  }

  /** @param {SheetView & { problem?: string }} answer */
  preview(answer) {
    if (answer.problem) return el("p", { class: "problem card", role: "alert" }, answer.problem);
    const get = async (/** @type {string} */ format, /** @type {boolean} */ solutions) => {
      try {
        save(await api.post("/api/tree-lab/sheet/file", { ...this.request(), format, solutions }));
      } catch (error) {
        this.view.shell.refused(error);
      }
    };
    const files = FILES.map(([format, solutions]) =>
      el("button", {
        type: "button",
        class: "quiet",
        data: { file: solutions ? `${format}-solutions` : format },
        on: { click: () => get(format, solutions) },
      }, t(`tree_lab.author.file.${format}${solutions ? "_solutions" : ""}`))
    );
    return el(
      "div",
      { class: "preview" },
      el(
        "section",
        { class: "card keep" },
        el("h2", {}, t("tree_lab.author.files")),
        el("div", { class: "row" }, files),
      ),
      el(
        "section",
        { class: "card" },
        el("h2", {}, answer.title),
        OF_GAMES.includes(this.kind) ? null : answer.task.map((words) => el("p", {}, words)),
        el("p", { class: "faint" }, answer.conventions),
      ),
      el(
        "div",
        { class: "variants" },
        answer.variants.map((variant, index) => this.variant(variant, index, answer.palette)),
      ),
      this.number > answer.variants.length
        ? el(
          "p",
          { class: "faint" },
          t("tree_lab.author.more", { count: this.number - answer.variants.length }),
        )
        : null,
    );
  }

  /**
   * @param {Variant} variant
   * @param {number} index
   * @param {Palette} palette
   */
  variant(variant, index, palette) {
    const number = index + 1;
    const place = el("div", {});
    const draw = (/** @type {Scene | null} */ scene) => {
      if (scene === null) {
        const board = variant.position.length
          ? el("pre", { class: "position" }, variant.position.join("\n"))
          : null;
        show(place, variant.task.map((words) => el("p", {}, words)), board);
        return;
      }
      const figure = new TreePicture(scene, palette, {
        label: t("tree_lab.author.variant", { number }),
        largest: 1,
      });
      show(place, figure.element);
      const faces = new Faces(scene.steps).to(0);
      // Before the search everything is faint; on a sheet it is not.
      if (scene === variant.scene) {
        for (const [path, face] of faces) {
          faces.set(path, { ...face, class: face.class.replace("unvisited", "plain") });
        }
      }
      figure.paint(faces);
    };
    /** @param {{ target: HTMLButtonElement }} event */
    const toggle = ({ target }) => {
      const solved = target.getAttribute("aria-pressed") !== "true";
      target.setAttribute("aria-pressed", String(solved));
      draw(solved ? variant.solution : variant.scene);
    };
    draw(variant.scene);
    const parameters = {
      mode: "exercise",
      kind: this.kind,
      tree: variant.tree,
      ...(this.convention ? { convention: this.convention } : {}),
      ...(variant.depth === null ? {} : { limit: String(variant.depth) }),
      ...(variant.teams ? { teams: variant.teams } : {}),
    };
    return el(
      "section",
      { class: "card variant" },
      el("h2", {}, t("tree_lab.author.variant", { number }), el("span", { class: "tag" }, variant.id)),
      place,
      el(
        "div",
        { class: "row" },
        el(
          "button",
          { type: "button", class: "quiet", "aria-pressed": "false", on: { click: toggle } },
          t("tree_lab.author.solution"),
        ),
        OF_GAMES.includes(this.kind) ? null : el(
          "a",
          { class: "button quiet", href: this.view.shell.link("tree_lab", parameters) },
          t("tree_lab.author.solve"),
        ),
      ),
    );
  }
}
