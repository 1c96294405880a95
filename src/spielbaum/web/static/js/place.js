// Where this page is: its address, which says everything there is to see. In a notebook pages have none that
// could change, and `notebook/place.js` stands in for this one.

/** What follows the question mark, with it. */
export const search = () => location.search;

/** The path in front of it. */
export const path = () => location.pathname;

/** The whole address, to be copied. */
export const href = () => location.href;

/**
 * Change the address without leaving the page.
 *
 * @param {string} address
 * @param {"replace" | "push"} how
 */
export function write(address, how = "replace") {
  if (address === path() + search()) return;
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Called when somebody goes back or forth between addresses of this page. @param {() => void} listener */
export function onReturn(listener) {
  window.addEventListener("popstate", listener);
}

/** The same page, in another language. @param {string} code */
export function inLanguage(code) {
  const url = new URL(location.href);
  url.searchParams.set("lang", code);
  location.assign(url);
}
