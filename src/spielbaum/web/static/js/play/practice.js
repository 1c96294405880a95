// Learn from mistakes: the position before one, to be played better, and told why where it is not.

import { el, show } from "../dom.js";
import { t } from "../language.js";
import { isFault } from "./judged.js";
import { moveWords } from "./notation.js";

/** @import { GameView } from "../messages.d.ts" */
/** @import { ReviewedPly } from "./messages.d.ts" */

export class Practice {
  /**
   * `judge(move, ply)` judges another move there, `goTo(ply)` shows a position, `changed` is called when
   * something else is to be drawn, `said(words)` tells screen readers.
   *
   * @param {{
   *   judge: (move: string, ply: number, signal: AbortSignal) => Promise<ReviewedPly | null>,
   *   goTo: (ply: number) => unknown,
   *   changed: () => void,
   *   said: (words: string) => void,
   * }} callbacks
   */
  constructor({ judge, goTo, changed, said }) {
    this.judge = judge;
    this.goTo = goTo;
    this.changed = changed;
    this.said = said;
    this.element = el("section", { class: "card practice", hidden: true });
    /** @type {ReviewedPly[]} */
    this.plies = [];
    this.at = 0;
    this.words = "";
    this.done = false;
    this.work = new AbortController();
  }

  /** The mistake that is being mended; null where none is. */
  get ply() {
    return this.plies[this.at] ?? null;
  }

  get active() {
    return this.ply !== null;
  }

  /** @param {ReviewedPly[]} plies */
  start(plies) {
    this.plies = plies;
    this.show(0);
  }

  /** @param {number} at */
  show(at) {
    this.work.abort();
    this.work = new AbortController();
    this.at = at;
    this.words = "";
    this.done = false;
    if (this.ply) this.goTo(this.ply.ply);
  }

  end() {
    const { ply } = this;
    this.work.abort();
    this.plies = [];
    if (ply) this.goTo(ply.ply + 1);
    else this.changed();
  }

  /**
   * Another move was tried.
   *
   * @param {GameView} game
   * @param {string} move
   */
  async attempt(game, move) {
    const { ply } = this;
    if (!ply || this.done) return;
    const { signal } = this.work;
    this.tell(t("web.practice.judging", { move: moveWords(game, move) }));
    const found = await this.judge(move, ply.ply, signal);
    if (signal.aborted) return;
    if (found === null) {
      this.tell("");
      return;
    }
    this.done = !isFault(found);
    const words = { move: moveWords(game, found.move ?? move), worth: found.value.text };
    this.tell(this.done ? t("web.practice.right", words) : t("web.practice.wrong", { text: found.why }));
  }

  /** @param {string} words */
  tell(words) {
    this.words = words;
    if (words) this.said(words);
    this.changed();
  }

  /** @param {GameView} game */
  draw(game) {
    const { ply } = this;
    this.element.hidden = ply === null;
    if (ply === null) return;
    /**
     * @param {string} key
     * @param {() => void} run
     */
    const button = (key, run) =>
      el(
        "button",
        { type: "button", data: { key: `practice-${key}` }, on: { click: run } },
        t(`web.practice.${key}`),
      );
    const best = { move: moveWords(game, ply.best ?? ""), worth: ply.value.text };
    const reveal = () => {
      this.done = true;
      this.tell(t("web.practice.shown", best));
    };
    show(
      this.element,
      el("h2", {}, t("web.practice.title", { number: this.at + 1, all: this.plies.length })),
      el(
        "p",
        {},
        t("web.practice.find", {
          name: game.player_names[ply.player ?? 0],
          move: moveWords(game, ply.move ?? ""),
        }),
      ),
      this.words ? el("p", { class: `answer ${this.done ? "right" : ""}` }, this.words) : null,
      el(
        "div",
        { class: "review-buttons" },
        this.done ? null : button("solution", reveal),
        this.at + 1 < this.plies.length ? button("next", () => this.show(this.at + 1)) : null,
        button("end", () => this.end()),
      ),
    );
  }
}
