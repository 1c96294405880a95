// What has been answered so far, and how it is handed in.

import { readNumber, t } from "../language.js";

/** @import { AskedNode, ExerciseView as Task } from "./messages.d.ts" */
/** @typedef {{ value: string, window: string[], cut: Set<string>, order: string, visited: boolean,
 *   remoteness: string, keep: Set<string> }} Said */

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

export class Answers {
  /**
   * @param {Task} task
   * @param {boolean} visited whether only leaves are asked about, and whether they are visited
   */
  constructor(task, visited) {
    this.task = task;
    this.visited = visited;
    this.root = /** @type {AskedNode} */ (task.nodes.find((node) => node.address === ""));
    /** @type {Map<string, Said>} About each node, by address. */
    this.nodes = new Map(task.nodes.map((node) => [node.address, nothingSaid()]));
    this.move = "";
    /** About iterative deepening, by depth. */
    this.after = new Map(task.depths.map((depth) => [depth, { value: "", move: "" }]));
    /** The move that was chosen in each case, where several are asked about. */
    this.chosen = new Map(Object.keys(task.choices).map((choice) => [choice, ""]));
  }

  /** @param {AskedNode} node */
  of(node) {
    return this.nodes.get(node.address) ?? nothingSaid();
  }

  /** As it is graded; fails where something is no number. */
  document() {
    const document = { format: "spielbaum-answer", version: 1, exercise: this.task.exercise };
    if (this.visited) {
      const leaves = this.task.nodes.filter((node) => node.leaf && this.of(node).visited);
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
      const said = this.of(node);
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
}
