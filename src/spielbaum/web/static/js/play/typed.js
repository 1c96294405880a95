// The field in which moves are written; what was written while a position was loaded is played when it is there.

import { el, icon, show } from "../dom.js";
import { t } from "../language.js";

/** @import { Session } from "./session.js" */

export class TypedMoves {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {string[]} */
    this.ahead = [];
    /**
     * The move that the server has been asked for: an object of its own, for the same may be typed twice.
     *
     * @type {{ text: string } | null}
     */
    this.trying = null;
    this.field = el("input", {
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: "60",
      id: "typed",
      placeholder: t("web.play.type"),
    });
    /** Moves that are played as soon as it is one's turn. */
    this.waiting = el("p", { class: "ahead", hidden: true });
    this.element = el(
      "form",
      { class: "typed", on: { submit: (event) => this.submit(event) } },
      el("label", { for: "typed" }, t("web.play.typed")),
      this.field,
      el("button", {}, t("web.play.play")),
      this.waiting,
    );
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.ahead.push(...this.separate(text));
    this.play();
  }

  /**
   * Several moves may be written one after the other, unless the game's own have blanks in them.
   *
   * @param {string} text
   */
  separate(text) {
    const blanks = this.session.view?.legal_moves.some((move) => move.includes(" ")) ?? true;
    return blanks ? [text] : text.split(/\s+(?!e\.?p\.?$)/);
  }

  focus() {
    this.field.focus();
  }

  /**
   * Show keys that were typed on the board.
   *
   * @param {string} text
   */
  show(text) {
    this.field.placeholder = text || t("web.play.type");
  }

  /**
   * Keys pressed before the game was known go into the field where its moves are written there.
   *
   * @param {string} text
   */
  write(text) {
    this.field.value += text;
    this.field.focus();
    return true;
  }

  /** Moves that were typed while a position was loaded are played when it is there, one after the other. */
  play() {
    const [text, ...rest] = this.ahead;
    if (this.session.pending || text === undefined) return;
    if (this.session.playable) {
      this.ahead = rest;
      this.showAhead();
      const trying = (this.trying = { text });
      this.session.play(text).then(() => {
        // The next one may be under way already.
        if (this.trying === trying) this.trying = null;
      });
      return;
    }
    // It is somebody else's turn. Whoever plays against others has moved ahead; else nobody may move here, and
    // what was typed stays in the field.
    if (!this.session.live || this.session.over || this.session.you === null || this.session.state.paused) {
      this.field.value = [...this.ahead, this.field.value].join(" ");
      this.ahead = [];
    }
    this.showAhead();
  }

  /** Show what waits, and a way not to play it. */
  showAhead() {
    this.waiting.hidden = this.ahead.length === 0;
    if (this.waiting.hidden) return;
    const drop = () => {
      this.ahead = [];
      this.showAhead();
    };
    const label = t("web.typed.drop");
    show(
      this.waiting,
      el("span", {}, t("web.typed.ahead", { moves: this.ahead.join(" ") })),
      el("button", {
        type: "button",
        class: "round",
        "aria-label": label,
        title: label,
        data: { key: "drop-ahead" },
        on: { click: drop },
      }, icon("close")),
    );
  }

  /** A typed move that was refused can be mended. */
  failed() {
    this.ahead = [];
    this.showAhead();
    if (!this.trying) return;
    this.field.value ||= this.trying.text;
    this.field.select();
  }
}
