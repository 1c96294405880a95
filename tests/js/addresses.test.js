import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, queryText } from "../../src/spielbaum/web/static/js/addresses.js";
import { openPage } from "./page.js";

test("what an address may contain stays readable", () => {
  const query = new URLSearchParams({ game: "connect4:width=6,height=5", tree: "A(B(3 5))", strict: "" });
  assert.equal(queryText(query), "game=connect4:width=6,height=5&tree=A(B(3+5))&strict");
});

test("whatever is written is read again", () => {
  for (const text of ["", "=", "a=", "a=b=", "a&b", "100%", "%3D", "(ü,~:)", "a+b", "#", "x y"]) {
    const query = new URLSearchParams({ before: "1", text, after: "2" });
    assert.deepEqual([...new URLSearchParams(queryText(query))], [...query], text);
  }
});

test("the language stays, and nothing else of the old address", () => {
  openPage("http://localhost/play?lang=de&game=nim");
  assert.equal(addressOf("/tree-lab", new URLSearchParams({ step: "3" })), "/tree-lab?step=3&lang=de");
  openPage("http://localhost/play?game=nim");
  assert.equal(addressOf("/tree-lab", new URLSearchParams()), "/tree-lab");
});
