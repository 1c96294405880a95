// The runs there are; one is opened by its name, several are ticked to be compared.

import { el, showIfNew } from "../dom.js";
import { t } from "../language.js";
import { progressBar, progressWords, stateTag } from "./state.js";

/** @import { RunLine } from "./messages.d.ts" */

export class RunList {
  /**
   * `open(name)`, `compare(names)` and `link(name)` belong to the page.
   *
   * @param {{
   *   open: (name: string) => void,
   *   compare: (names: string[]) => void,
   *   link: (name: string) => string,
   * }} callbacks
   */
  constructor({ open, compare, link }) {
    this.open = open;
    this.link = link;
    /** @type {Set<string>} */
    this.ticked = new Set();
    this.list = el("ul", { class: "run-list" });
    this.button = el("button", {
      type: "button",
      class: "quiet",
      disabled: true,
      on: { click: () => compare([...this.ticked]) },
    }, t("experiments.compare"));
    this.element = el(
      "section",
      { class: "card runs-card", "aria-labelledby": "runs-title" },
      el("div", { class: "head" }, el("h2", { id: "runs-title" }, t("experiments.runs")), this.button),
      this.list,
    );
  }

  /**
   * @param {RunLine[]} lines
   * @param {string[]} names
   */
  draw(lines, names) {
    this.ticked = new Set([...this.ticked].filter((name) => lines.some((line) => line.name === name)));
    this.button.disabled = this.ticked.size < 2;
    showIfNew(
      this.list,
      [lines, names, [...this.ticked]],
      () =>
        lines.length
          ? lines.map((line) => this.item(line, names))
          : [el("li", { class: "faint" }, t("experiments.none"))],
    );
  }

  /**
   * @param {RunLine} line
   * @param {string[]} names
   */
  item(line, names) {
    /** @param {{ target: HTMLInputElement }} event */
    const tick = ({ target }) => {
      if (target.checked) this.ticked.add(line.name);
      else this.ticked.delete(line.name);
      this.button.disabled = this.ticked.size < 2;
    };
    /** @param {MouseEvent} event */
    const go = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.open(line.name);
    };
    const current = names.includes(line.name);
    return el(
      "li",
      { class: current ? "run-item current" : "run-item", data: { run: line.name } },
      el("input", {
        type: "checkbox",
        checked: this.ticked.has(line.name),
        "aria-label": t("experiments.compare.tick", { name: line.name }),
        data: { key: `tick-${line.name}` },
        on: { change: tick },
      }),
      el(
        "div",
        { class: "run-words" },
        el(
          "div",
          { class: "run-head" },
          el("a", {
            href: this.link(line.name),
            class: "run-name",
            "aria-current": current ? "true" : null,
            data: { key: `run-${line.name}` },
            on: { click: go },
          }, line.name),
          stateTag(line),
        ),
        line.kind ? el("p", { class: "faint" }, [line.kind_title, line.title].join(" · ")) : null,
        line.headline ? el("p", { class: "run-headline" }, line.headline) : null,
        ["complete", "unreadable"].includes(line.state) ? null : el(
          "div",
          { class: "run-progress" },
          progressBar(line),
          el("span", { class: "faint" }, progressWords(line)),
        ),
      ),
    );
  }
}
