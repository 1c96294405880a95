// The tree as a nested list that can be walked with the arrow keys: what the picture shows, in words.

import { around, el } from "../dom.js";
import { t } from "../language.js";

/** @import { Face, SceneNode, StepperDocument } from "./document.d.ts" */

export class Outline {
  /**
   * `onNode(path)` is called when a node is chosen with Enter or a click.
   *
   * @param {StepperDocument} doc
   * @param {(path: string) => void} onNode
   */
  constructor(doc, onNode) {
    this.doc = doc;
    this.onNode = onNode;
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    /** @type {Map<string, { words: HTMLElement, node: SceneNode }>} */
    this.words = new Map();
    /** @type {Map<string, Face>} */
    this.shown = new Map();
    /** @type {Map<string, SceneNode[]>} */
    const below = new Map();
    for (const node of doc.scene.nodes) {
      if (node.parent !== null) below.set(node.parent, [...(below.get(node.parent) ?? []), node]);
    }
    this.parents = new Map(doc.scene.nodes.map((node) => [node.path, node.parent]));
    this.list = el(
      "ul",
      { role: "tree", class: "outline", "aria-label": t("tree_lab.outline.title") },
      this.item(doc.scene.nodes[0], below, 1),
    );
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.list.addEventListener("click", (event) => this.click(event));
    const first = this.items.get("");
    if (first) first.tabIndex = 0;
    this.element = el(
      "details",
      { class: "card outline-card" },
      el("summary", {}, el("h2", {}, t("tree_lab.outline.title"))),
      el("p", { class: "faint" }, t("tree_lab.outline.hint")),
      this.list,
    );
  }

  /**
   * @param {SceneNode} node
   * @param {Map<string, SceneNode[]>} below
   * @param {number} level
   * @returns {HTMLElement}
   */
  item(node, below, level) {
    const words = el("span", { class: "outline-words" });
    const children = below.get(node.path) ?? [];
    const item = el(
      "li",
      {
        role: "treeitem",
        tabindex: "-1",
        "aria-level": level,
        "aria-expanded": children.length ? "true" : null,
        data: { node: node.path },
      },
      words,
      children.length
        ? el("ul", { role: "group" }, children.map((child) => this.item(child, below, level + 1)))
        : null,
    );
    this.items.set(node.path, item);
    this.words.set(node.path, { words, node });
    return item;
  }

  /** @param {Map<string, Face>} faces */
  paint(faces) {
    for (const [path, face] of faces) {
      const known = this.words.get(path);
      if (!known || this.shown.get(path) === face) continue;
      this.shown.set(path, face);
      known.words.textContent = this.sentence(known.node, face);
      known.words.className = `outline-words ${face.state}${face.chosen ? " chosen" : ""}`;
      if (face.current) this.items.get(path)?.setAttribute("aria-current", "step");
      else this.items.get(path)?.removeAttribute("aria-current");
    }
  }

  /**
   * @param {SceneNode} node
   * @param {Face} face
   */
  sentence(node, face) {
    const parts = [
      this.doc.labels[node.path] ?? node.name,
      node.mover,
      node.kind === "leaf" ? t("tree_lab.outline.leaf") : "",
      face.value && t("tree_lab.outline.value", { value: face.value }),
      face.window && t("tree_lab.outline.window", { window: face.window }),
      face.state === "plain" ? "" : t(`draw.state.${face.state}`),
      face.chosen && t("tree_lab.outline.chosen"),
    ];
    return parts.filter(Boolean).join(", ");
  }

  visible() {
    return [...this.list.querySelectorAll("li")].filter((item) =>
      !item.parentElement?.closest("[aria-expanded='false']")
    );
  }

  /** @param {HTMLElement | SVGElement} item */
  focus(item) {
    for (const other of this.items.values()) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const item = around(event, "[role=treeitem]");
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = this.visible();
    const at = all.findIndex((one) => one === item);
    const expanded = item.getAttribute("aria-expanded");
    const parent = this.items.get(this.parents.get(item.dataset.node ?? "") ?? "");
    /** @type {Record<string, () => HTMLElement | null | undefined>} */
    const moves = {
      ArrowDown: () => all[at + 1],
      ArrowUp: () => all[at - 1],
      Home: () => all[0],
      End: () => all.at(-1),
      ArrowRight: () => {
        if (expanded === "false") item.setAttribute("aria-expanded", "true");
        return expanded === "true" ? all[at + 1] : null;
      },
      ArrowLeft: () => {
        if (expanded !== "true") return parent;
        item.setAttribute("aria-expanded", "false");
        return null;
      },
      Enter: () => {
        this.onNode(item.dataset.node ?? "");
        return null;
      },
    };
    if (!(event.key in moves)) return;
    // Here the arrows walk the tree; elsewhere they step through the search.
    event.preventDefault();
    event.stopPropagation();
    const next = moves[event.key]();
    if (next) this.focus(next);
  }

  /** @param {Event} event */
  click(event) {
    const item = around(event, "[role=treeitem]");
    if (!item) return;
    this.focus(item);
    this.onNode(item.dataset.node ?? "");
  }
}
