// A stepper in a file of its own, without a server.

import { el } from "../dom.js";
import { t, use } from "../language.js";
import { keyRows, Stepper } from "./stepper.js";

const data = JSON.parse(document.getElementById("stepper")?.textContent ?? "");
use(data.language, data.words);

const live = el("p", { class: "hidden", role: "status", "aria-live": "polite" });
const stepper = new Stepper(data.documents, {
  announce: (sentence) => {
    live.textContent = sentence;
  },
});
document.addEventListener("keydown", (event) => stepper.press(event));
document.body.replaceChildren(
  el(
    "main",
    { class: "tree-lab" },
    el("h1", {}, data.title),
    stepper.element,
    el(
      "details",
      { class: "card" },
      el("summary", {}, el("h2", {}, t("tree_lab.alone.keys"))),
      el(
        "dl",
        { class: "keys" },
        keyRows().map(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]),
      ),
    ),
  ),
  live,
);
stepper.jump(data.step);
