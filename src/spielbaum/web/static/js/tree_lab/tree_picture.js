// The picture of a tree, repainted step by step from a scene (see `spielbaum.draw.stepping`).

import { around, el } from "../dom.js";
import { t } from "../language.js";

/** @import { Face, Palette, Scene, SceneNode } from "./document.d.ts" */

const ZOOMS = [0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2];
/** Smaller than this a picture is not made to fit; it is scrolled instead. */
const LEAST = 0.72;

// Rules of a picture belong to its id; a new picture of that id replaces them. The server's policy allows
// no style elements, but a page may give itself a style sheet.
/** @type {Map<string, CSSStyleSheet>} */
const sheets = new Map();

/**
 * @param {string} id
 * @param {string} text
 */
function adopt(id, text) {
  const sheet = sheets.get(id) ?? new CSSStyleSheet();
  sheet.replaceSync(text);
  if (sheets.has(id)) return;
  sheets.set(id, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The faces of all nodes at a step, by address; goes on from the last step asked for where it can. */
export class Faces {
  /** @param {Scene["steps"]} steps */
  constructor(steps) {
    this.steps = steps;
    this.at = -1;
    /** @type {Map<string, Face>} */
    this.known = new Map();
  }

  /** @param {number} step */
  to(step) {
    if (step < this.at) {
      this.at = -1;
      this.known = new Map();
    }
    for (; this.at < step; this.at += 1) {
      for (const [path, face] of Object.entries(this.steps[this.at + 1].changes)) this.known.set(path, face);
    }
    return this.known;
  }
}

export class TreePicture {
  /**
   * `onNode(path)` is called when a node is clicked.
   *
   * @param {Scene} scene
   * @param {Palette} palette
   * @param {{ label: string, onNode?: ((path: string) => void) | null, largest?: number }} options
   */
  constructor(scene, palette, { label, onNode = null, largest = 1.35 }) {
    this.scene = scene;
    this.largest = largest;
    /** @type {Map<string, Face>} */
    this.painted = new Map();
    /** @type {Map<string, SVGElement>} */
    this.nodes = new Map();
    /** @type {Map<string, SVGElement>} */
    this.branches = new Map();
    /** @type {Map<string, SceneNode>} */
    this.places = new Map(scene.nodes.map((node) => [node.path, node]));
    // The server writes names into it as text; a parser for XML runs no scripts.
    const [whole, style] = /<style>([^<]*)<\/style>/.exec(scene.svg) ?? ["", ""];
    const parsed =
      new DOMParser().parseFromString(scene.svg.replace(whole, ""), "image/svg+xml").documentElement;
    adopt(parsed.id, style);
    for (const part of parsed.querySelectorAll(":scope > title, :scope > desc")) part.remove();
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    this.svg.removeAttribute("aria-labelledby");
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", label);
    for (const group of groups(this.svg, "[data-path]")) this.nodes.set(group.dataset.path ?? "", group);
    for (const group of groups(this.svg, "[data-branch]")) {
      this.branches.set(group.dataset.branch ?? "", group);
    }
    // Paper behind a text that is not there yet would hide the branch.
    for (const back of this.svg.querySelectorAll("[data-backs]")) back.setAttribute("width", "0");
    this.firstNode = this.nodes.values().next().value ?? null;
    this.frame = el(
      "div",
      { class: "figure-frame", tabindex: "0", role: "region", "aria-label": label },
      this.svg,
    );
    for (const [name, [day, night]] of Object.entries(palette)) {
      this.frame.style.setProperty(`--sb-${name}`, `light-dark(${day}, ${night})`);
    }
    this.element = el("div", { class: "figure" }, this.frame, this.tools());
    if (onNode) {
      this.svg.classList.add("clickable");
      this.svg.addEventListener("click", (event) => {
        const group = around(event, "[data-path], [data-branch]");
        if (group) onNode(group.dataset.path ?? group.dataset.branch ?? "");
      });
    }
    /** @type {number | null} Null where it fits by itself. */
    this.zoom = null;
    /** What is kept in sight; the root, until a search comes by. */
    this.seen = "";
    new ResizeObserver(() => {
      if (this.zoom === null) this.resize();
      this.reveal(this.seen);
    }).observe(this.frame);
  }

  tools() {
    /**
     * @param {string} key
     * @param {string} text
     * @param {() => void} run
     */
    const button = (key, text, run) =>
      el("button", {
        type: "button",
        class: "round",
        "aria-label": t(`tree_lab.zoom.${key}`),
        title: t(`tree_lab.zoom.${key}`),
        on: { click: run },
      }, text);
    return el(
      "div",
      { class: "zoom", role: "group", "aria-label": t("tree_lab.zoom.title") },
      button("out", "−", () => this.step(-1)),
      button("in", "+", () => this.step(1)),
      button("fit", "⤢", () => this.fit()),
    );
  }

  /** The size that shows the whole breadth, as long as it can be read. */
  fitting() {
    const room = this.frame.clientWidth - 4;
    return room <= 0 ? 1 : Math.min(this.largest, Math.max(LEAST, room / this.scene.width));
  }

  /** @param {number} direction */
  step(direction) {
    const now = this.zoom ?? this.fitting();
    const next = direction > 0
      ? ZOOMS.find((zoom) => zoom > now + 0.02)
      : ZOOMS.findLast((zoom) => zoom < now - 0.02);
    this.zoom = next ?? now;
    this.resize();
  }

  fit() {
    this.zoom = Math.min(this.largest, (this.frame.clientWidth - 4) / this.scene.width);
    this.resize();
  }

  resize() {
    this.svg.style.width = `${Math.round(this.scene.width * (this.zoom ?? this.fitting()))}px`;
    this.svg.style.height = "auto";
  }

  /** @param {Map<string, Face>} faces */
  paint(faces) {
    for (const [path, face] of faces) {
      if (this.painted.get(path) === face) continue;
      this.painted.set(path, face);
      this.paintNode(path, face);
    }
  }

  /**
   * @param {string} path
   * @param {Face} face
   */
  paintNode(path, face) {
    const node = this.nodes.get(path);
    if (!node) return;
    node.setAttribute("class", face.class);
    for (const slot of /** @type {const} */ (["value", "window", "number"])) {
      const text = node.querySelector(`[data-slot="${slot}"]`);
      if (!text || text.textContent === face[slot]) continue;
      text.textContent = face[slot];
      if (slot === "value") squeeze(text, this.places.get(path)?.width);
      const back = node.querySelector(`[data-backs="${slot}"]`);
      if (back) {
        const width = face[slot] ? textLength(text) + 4 : 0;
        back.setAttribute("x", String(-width / 2));
        back.setAttribute("width", String(width));
      }
    }
    const branch = this.branches.get(path);
    if (!branch) return;
    branch.setAttribute("class", face.class);
    if (face.chosen) branch.parentNode?.insertBefore(branch, this.firstNode);
  }

  /**
   * Scroll so that a node can be seen, where it cannot.
   *
   * @param {string} path
   */
  reveal(path) {
    const node = this.places.get(path);
    if (!node) return;
    this.seen = path;
    const scale = this.svg.getBoundingClientRect().width / this.scene.width;
    const { frame } = this;
    const reach = { x: (node.width / 2 + 30) * scale, y: (node.height / 2 + 30) * scale };
    const x = node.x * scale;
    const y = node.y * scale;
    const hidden = x - reach.x < frame.scrollLeft || x + reach.x > frame.scrollLeft + frame.clientWidth ||
      y - reach.y < frame.scrollTop || y + reach.y > frame.scrollTop + frame.clientHeight;
    if (hidden) frame.scrollTo({ left: x - frame.clientWidth / 2, top: y - frame.clientHeight / 2 });
  }
}

/**
 * @param {Element} root
 * @param {string} selector
 */
function groups(root, selector) {
  return [...root.querySelectorAll(selector)].filter((one) => one instanceof SVGElement);
}

/**
 * What somebody has typed may be longer than the texts for which the picture was made.
 *
 * @param {Element} text
 * @param {number} room
 */
function squeeze(text, room = Infinity) {
  if (!(text instanceof SVGElement)) return;
  text.style.fontSize = "";
  const length = textLength(text);
  if (length <= room) return;
  const size = Number.parseFloat(getComputedStyle(text).fontSize);
  text.style.fontSize = `${(size * (room - 4)) / length}px`;
}

/** @param {Element} text */
function textLength(text) {
  return text instanceof SVGTextContentElement ? text.getComputedTextLength() : 0;
}
