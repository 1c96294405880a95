// Elements from data. Text only ever becomes text nodes, so nothing a person typed can become markup.

/** @import { Attributes, Child } from "./elements.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} node
 * @param {Attributes<E>} attributes
 * @param {Child[]} children
 */
function fill(node, { on = {}, data = {}, ...attributes }, children) {
  for (const [event, handler] of Object.entries(on)) {
    node.addEventListener(event, /** @type {EventListener} */ (handler));
  }
  for (const [key, text] of Object.entries(data)) {
    if (text !== null && text !== undefined) node.dataset[key] = String(text);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "value" || name === "checked" || name === "disabled" || name === "selected") {
      Object.assign(node, { [name]: value });
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...nodes(children));
  return node;
}

/**
 * What is really there, without lists in lists.
 *
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return nodes(child);
    if (child === null || child === undefined || child === false) return [];
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * An HTML element: `el("button", {class: "x", on: {click: f}}, "text", child)`.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes<HTMLElementTagNameMap[T]>} attributes
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * A command line whose words stay whole where lines are broken: at blanks, not inside `--out`.
 *
 * @param {string} text
 * @returns {Child[]}
 */
export function commandWords(text) {
  return text.split(/([ \n])/).map((part) => part.trim() ? el("span", { class: "word" }, part) : part);
}

/**
 * An SVG element.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes<SVGElementTagNameMap[T]>} attributes
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Replace what a container shows; the focus stays on the element with the same `data-key`, and it stays
 * scrolled to where it was.
 *
 * @param {Element} container
 * @param {...Child} children
 */
export function show(container, ...children) {
  const active = container.contains(document.activeElement) ? document.activeElement : null;
  const key = isKeyed(active) ? active.dataset.key : undefined;
  const caret = active instanceof HTMLInputElement && active.type === "text" ? active.selectionStart : null;
  const scrolled = active?.scrollTop ?? 0;
  container.replaceChildren(...nodes(children));
  if (key === undefined) return;
  const again = container.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!isKeyed(again)) return;
  again.focus({ preventScroll: true });
  again.scrollTop = scrolled;
  if (caret !== null && again instanceof HTMLInputElement) again.setSelectionRange(caret, caret);
}

/**
 * @param {Element | null} element
 * @returns {element is HTMLElement | SVGElement}
 */
const isKeyed = (element) => element instanceof HTMLElement || element instanceof SVGElement;

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * The same, but only where `key` (any JSON) differs from the last time: what has not changed is left alone,
 * so that an open list stays open and a press of the mouse finds the button it began on.
 *
 * @param {Element} container
 * @param {unknown} key
 * @param {() => Child} make
 */
export function showIfNew(container, key, make) {
  const text = JSON.stringify(key);
  if (shown.get(container) === text) return;
  shown.set(container, text);
  show(container, make());
}

/**
 * Whether a key press belongs to a field in which one types.
 *
 * @param {Event} event
 */
export function isTyping(event) {
  const target = event.target;
  return target instanceof Element &&
    target.closest("input, select, textarea, dialog, [contenteditable]") !== null;
}

/**
 * The element that fits the selector and in which an event happened.
 *
 * @param {Event} event
 * @param {string} selector
 */
export function around(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof HTMLElement || found instanceof SVGElement ? found : null;
}

const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7Z",
  back: "M17 5 7 12l10 7Z",
  forward: "M7 5l10 7-10 7Z",
  last: "M18 5v14M5 5l10 7-10 7Z",
  close: "M6 6l12 12M18 6 6 18",
  pause: "M8 5v14M16 5v14",
  flip: "M8 20V4M4 8l4-4 4 4M16 4v16M12 16l4 4 4-4",
};

/**
 * A small picture for a button; the button itself carries the words.
 *
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}
