// What every page has: navigation, language, theme, help, the live region for screen readers, notices.
//
// A page calls `const shell = await startShell("play")`, puts its content into `shell.main`, says important
// things with `shell.announce`, shows errors with `shell.notice`, and adds its keys to the help with
// `shell.keys`.

import { addressOf } from "./addresses.js";
import { onNotice, pageAddress } from "./answers.js";
import * as api from "./api.js";
import { el, icon, isTyping, show, svg } from "./dom.js";
import { t, use, wanted } from "./language.js";
import * as place from "./place.js";

/** @import { About } from "./messages.d.ts" */

const THEMES = ["system", "light", "dark"];

/**
 * Build what every page has around its content.
 *
 * @param {string} page
 */
export async function startShell(page) {
  /** @type {About} */
  const about = await api.get("/api/about");
  const code = wanted(about.languages);
  use(code, await api.get(`/api/catalogue/${code}`));
  const shell = new Shell(page, about, code);
  document.body.replaceChildren(...shell.parts);
  document.title = `${t(`web.page.${page}`)} – Spielbaum`;
  return shell;
}

export class Shell {
  /**
   * @param {string} page
   * @param {About} about
   * @param {string} code
   */
  constructor(page, about, code) {
    this.about = about;
    this.language = code;
    this.main = el("main", { id: "main", tabindex: "-1" });
    this.live = el("p", { class: "hidden", role: "status", "aria-live": "polite" });
    this.notices = el("div", { class: "notices", role: "alert" });
    this.rows = [["?", t("web.help.help")], ["Esc", t("web.help.escape")]];
    this.help = el("dialog", { class: "help", "aria-labelledby": "help-title" });
    this.parts = [
      el("a", { class: "skip", href: "#main" }, t("web.shell.skip")),
      this.header(page),
      this.notices,
      this.main,
      this.footer(),
      this.live,
      this.help,
    ];
    document.addEventListener("keydown", (event) => {
      if (event.key === "?" && !isTyping(event)) {
        event.preventDefault();
        this.openHelp();
      }
    });
    api.onConnection((online) => {
      if (online) {
        this.clearNotice("connection");
        this.announce(t("web.connection.back"));
      } else {
        this.notice(t("web.connection.lost"), { key: "connection", lasting: true });
      }
    });
    onNotice(({ name, key, fields, lasting }) => {
      if (key === undefined) this.clearNotice(name);
      else this.notice(t(key, fields), { key: name, lasting });
    });
  }

  footer() {
    const { docs, pages, version } = this.about;
    const file = docs[this.language] ?? Object.values(docs)[0];
    const link = file && el("a", { href: pageAddress(pages[0], true) + file }, t("web.shell.docs"));
    return el("footer", { class: "foot" }, `Spielbaum ${version}`, link ? [" · ", link] : []);
  }

  /** @param {string} page */
  header(page) {
    const links = this.about.pages.map((name) =>
      el(
        "a",
        { href: this.link(name), "aria-current": name === page ? "page" : null },
        t(`web.page.${name}`),
      )
    );
    return el(
      "header",
      { class: "top" },
      el("a", { class: "brand", href: this.link(this.about.pages[0]) }, logo(), el("span", {}, "Spielbaum")),
      el("nav", { "aria-label": t("web.shell.pages") }, links.length > 1 ? links : []),
      el("div", { class: "tools" }, this.languages(), this.themes(), this.helpButton()),
    );
  }

  /**
   * The address of a page, in the chosen language.
   *
   * @param {string} page
   * @param {Record<string, string>} parameters
   */
  link(page, parameters = {}) {
    const path = pageAddress(page, page === this.about.pages[0]);
    return addressOf(path, new URLSearchParams(parameters));
  }

  languages() {
    /** @param {{ target: HTMLSelectElement }} event */
    const choose = ({ target }) => place.inLanguage(target.value);
    /** @type {Record<string, string>} */
    const names = { en: "English", de: "Deutsch" };
    return el(
      "select",
      {
        class: "plain",
        "aria-label": t("web.shell.language"),
        data: { key: "language" },
        on: { change: choose },
      },
      this.about.languages.map((code) =>
        el("option", { value: code, lang: code, selected: code === this.language }, names[code] ?? code)
      ),
    );
  }

  themes() {
    /** @param {{ target: HTMLSelectElement }} event */
    const choose = ({ target: { value: theme } }) => {
      if (theme === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      try {
        localStorage.setItem("spielbaum.theme", theme);
      } catch {
        // Not remembered, but it holds for this page.
      }
    };
    const now = document.documentElement.dataset.theme ?? "system";
    return el(
      "select",
      { class: "plain", "aria-label": t("web.shell.theme"), on: { change: choose } },
      THEMES.map((theme) => el("option", { value: theme, selected: theme === now }, t(`web.theme.${theme}`))),
    );
  }

  helpButton() {
    return el(
      "button",
      {
        class: "round",
        type: "button",
        "aria-label": t("web.help.title"),
        title: `${t("web.help.title")} (?)`,
        on: { click: () => this.openHelp() },
      },
      "?",
    );
  }

  /**
   * Add keys to the help: pairs of key and what it does.
   *
   * @param {string[][]} rows
   */
  keys(rows) {
    this.rows = [...rows, ...this.rows];
  }

  openHelp() {
    if (this.help.open) return;
    show(
      this.help,
      el("h2", { id: "help-title" }, t("web.help.title")),
      el("p", {}, t(`web.help.${document.body.dataset.page}`)),
      el(
        "dl",
        { class: "keys" },
        this.rows.map(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]),
      ),
      el(
        "form",
        { method: "dialog" },
        el("button", { class: "primary", autofocus: true }, t("web.help.close")),
      ),
    );
    this.help.showModal();
  }

  /**
   * Tell screen readers; the same sentence twice in a row is said twice.
   *
   * @param {string} sentence
   */
  announce(sentence) {
    this.live.textContent = "";
    setTimeout(() => {
      this.live.textContent = sentence;
    }, 30);
  }

  /**
   * Show a sentence at the top; it goes after a while or when it is closed.
   *
   * @param {string} sentence
   * @param {{ key?: string, lasting?: boolean }} options
   */
  notice(sentence, { key = "notice", lasting = false } = {}) {
    this.clearNotice(key);
    const box = el("div", { class: "notice", data: { notice: key } }, el("span", {}, sentence));
    box.append(
      el("button", {
        type: "button",
        class: "round",
        "aria-label": t("web.notice.close"),
        on: { click: () => box.remove() },
      }, icon("close")),
    );
    this.notices.append(box);
    if (!lasting) setTimeout(() => box.remove(), 8000);
  }

  /**
   * Show why the server said no; anything else is a mistake of the page.
   *
   * @param {unknown} error
   */
  refused(error) {
    if (!(error instanceof Error)) throw error;
    this.notice(error.message);
  }

  /** @param {string} key */
  clearNotice(key) {
    this.notices.querySelector(`[data-notice="${CSS.escape(key)}"]`)?.remove();
  }
}

function logo() {
  return svg(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true", class: "logo" },
    svg("path", { d: "M16 9 8 21M16 9l8 12M16 9v12", class: "logo-line" }),
    svg("circle", { cx: 16, cy: 8, r: 4.5, class: "logo-root" }),
    [8, 16, 24].map((x) =>
      svg("circle", { cx: x, cy: 23, r: 3.6, class: x === 16 ? "logo-best" : "logo-leaf" })
    ),
  );
}
