// How many pages a search has found, in German: Sphinx has no words for it, and takes a wrong number of them.

Documentation.addTranslations({
  locale: "de",
  plural_expr: "n === 1 ? 0 : 1",
  messages: {
    "Search finished, found one page matching the search query.": [
      "Eine Seite passt zu der Suche.",
      "${resultCount} Seiten passen zu der Suche.",
    ],
  },
});
