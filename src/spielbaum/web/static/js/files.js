// Files to take along, and texts to copy.

import { el } from "./dom.js";
import { t } from "./language.js";

/** @import { Download } from "./messages.d.ts" */
/** @import { Shell } from "./shell.js" */

/**
 * Save a file that the server, or this page, has made.
 *
 * @param {Pick<Download, "name" | "media" | "text"> & Partial<Download>} file
 */
export function save({ name, media, text, base64 }) {
  const content = base64 === null || base64 === undefined
    ? text ?? ""
    : Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([content], { type: media }));
  const link = el("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Copy a text; the sentence of the key `copied` says that it was.
 *
 * @param {string} text
 * @param {Shell} shell
 * @param {string} copied
 */
export async function copy(text, shell, copied) {
  try {
    await navigator.clipboard.writeText(text);
    shell.notice(t(copied));
    shell.announce(t(copied));
  } catch {
    shell.notice(t("web.keep.not_copied"));
  }
}
