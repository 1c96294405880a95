// Runs before the first paint of a page of a site: what is to be seen until its scripts have come is there in every
// language, and the style sheet shows that of the reader. The rule is that of `wanted` in `language.js`.
{
  const known = ["en", "de"];
  const asked = new URLSearchParams(location.search).get("lang") ?? "";
  const wishes = [asked, ...navigator.languages.map((code) => code.slice(0, 2).toLowerCase())];
  document.documentElement.lang = wishes.find((code) => known.includes(code)) ?? "en";
}
