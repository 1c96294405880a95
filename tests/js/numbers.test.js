import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fixed,
  number,
  percent,
  readNumber,
  short,
  t,
  use,
  wanted,
} from "../../src/spielbaum/web/static/js/language.js";
import { openPage } from "./page.js";

openPage();

test("numbers as people of the language write them", () => {
  use("en", {});
  assert.deepEqual([number(1234.5, 1), number(-0.25, 2), number(-0.001, 1)], ["1,234.5", "−0.25", "0"]);
  assert.deepEqual([percent(0.125, 1), percent(-1), short(1_234_567)], [
    "12.5\u00a0%",
    "−100\u00a0%",
    "1.23M",
  ]);
  assert.deepEqual([number(Infinity), number(-Infinity), number(12345, 0, false)], ["+∞", "−∞", "12345"]);
  assert.deepEqual([fixed(7), fixed(0.04), fixed(1234.56, 2)], ["7.0", "0.0", "1234.56"]);
  use("de", {});
  assert.deepEqual([fixed(7), fixed(19.94)], ["7,0", "19,9"]);
  assert.deepEqual([number(1234.5, 1), number(-0.25, 2), percent(0.125, 1)], [
    "1.234,5",
    "−0,25",
    "12,5\u00a0%",
  ]);
});

test("numbers are read with a point or a comma", () => {
  const right = {
    3: 3,
    " +2 ": 2,
    "−1": -1,
    "- 4": -4,
    "2.5": 2.5,
    "2,5": 2.5,
    ".5": 0.5,
    "3.": 3,
    "7/2": 3.5,
    "−1 / 4": -0.25,
  };
  for (const [text, value] of Object.entries(right)) assert.equal(readNumber(text), value, text);
  for (const text of ["inf", "∞", "oo", "+unendlich"]) assert.equal(readNumber(text), Infinity, text);
  for (const text of ["-inf", "−∞"]) assert.equal(readNumber(text), -Infinity, text);
  for (const text of ["", "-", ".", "1e3", "0x10", "1.2.3", "a", "1 2", "1/0", "1/2/3"]) {
    assert.ok(Number.isNaN(readNumber(text)), text);
  }
});

test("sentences are filled in; a field that nobody gave stays to be seen", () => {
  use("en", { "a.b": "{name} plays {move}, {name}" });
  assert.equal(t("a.b", { name: "Red", move: 0 }), "Red plays 0, Red");
  assert.equal(t("a.b", { name: "{move}" }), "{move} plays {move}, {move}");
  assert.equal(t("unknown.key"), "unknown.key");
});

test("the language of the address counts before those of the browser", () => {
  openPage("http://localhost/?lang=de");
  assert.equal(wanted(["en", "de"]), "de");
  openPage("http://localhost/?lang=xx");
  Object.defineProperty(globalThis, "navigator", {
    value: { languages: ["fr", "de-AT"] },
    configurable: true,
  });
  assert.equal(wanted(["en", "de"]), "de");
  assert.equal(wanted(["en"]), "en");
});
