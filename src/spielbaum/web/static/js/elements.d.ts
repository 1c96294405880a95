// The types of what `dom.js` builds elements from.

/** What an element can contain; null, undefined and false are nothing. */
export type Child = Node | string | number | null | undefined | false | Child[];

/** The attributes of an element `E`; `on` has its listeners, `data` its `data-` attributes. */
export interface Attributes<E> {
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K] & { target: E }) => unknown };
  data?: Record<string, string | number | null | undefined>;
  [name: string]: unknown;
}
