// Where a page in a notebook is: at what the kernel says, which hears of every change.

let here = document.body.dataset.address ?? "";

export const search = () => here;

export const path = () => "";

export const href = () => here;

/**
 * @param {string} address
 * @param {"replace" | "push"} _how there is nowhere to go back to
 */
export function write(address, _how = "replace") {
  if (address === here) return;
  here = address;
  parent.postMessage({ address }, "*");
}

/** Called when the kernel wants something else to be shown. @param {() => void} listener */
export function onReturn(listener) {
  window.addEventListener("message", ({ data, source }) => {
    if (source !== parent || data.show === undefined) return;
    here = data.show;
    listener();
  });
}

/** The kernel says in which language pages are. @param {string} _code */
export function inLanguage(_code) {}
