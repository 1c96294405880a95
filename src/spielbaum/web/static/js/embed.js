// For pages of others: `<spielbaum-board game="connect4" p2="engine:level=3">` shows a page of this site in a frame.
//
//   <script defer src="/course/games/static/js/embed.js"></script>
//
// Attributes are what stands in addresses: game, p1, p2, moves, lang, …; `page` chooses another page than the
// first, such as tree-lab. The frame is as large as the element, which styles of the page around it may change.
// No module: browsers take those from another host only where it says so, and plain hosts do not.

{
  const ROOT = new URL("../../", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  /** What elements have anyway. */
  const COMMON = /^(class|id|style|title|hidden|slot|part|page|data-.*|aria-.*|on.*)$/;

  const sheet = new CSSStyleSheet(); // which no policy of the page around it forbids
  sheet.replaceSync(`
    :host { display: block; height: 48rem; max-width: 72rem; }
    :host([hidden]) { display: none; }
    iframe { border: 0; width: 100%; height: 100%; }
  `);

  const address = (/** @type {Element} */ element) => {
    const page = element.getAttribute("page");
    const found = new URL(page ? `${page}/` : "./", ROOT);
    for (const { name, value } of element.attributes) {
      if (!COMMON.test(name)) found.searchParams.set(name, value);
    }
    return found.href;
  };

  class SpielbaumBoard extends HTMLElement {
    #frame = document.createElement("iframe");
    #watch = new MutationObserver(() => this.#show());

    constructor() {
      super();
      const shadow = this.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [sheet];
      this.#frame.loading = "lazy";
      this.#frame.allow = "clipboard-write";
      shadow.append(this.#frame);
    }

    connectedCallback() {
      this.#watch.observe(this, { attributes: true });
      this.#show();
    }

    disconnectedCallback() {
      this.#watch.disconnect();
    }

    #show() {
      this.#frame.title = this.title ||
        `Spielbaum: ${this.getAttribute("game") ?? this.getAttribute("page") ?? ""}`;
      const wanted = address(this);
      if (this.#frame.src !== wanted) this.#frame.src = wanted;
    }
  }

  if (!customElements.get("spielbaum-board")) customElements.define("spielbaum-board", SpielbaumBoard);
}
