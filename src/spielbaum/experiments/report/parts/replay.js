// Steps through the game on the page: buttons, slider, list of moves. `root.step(n)` is for the keys.
for (const root of document.querySelectorAll(".replay")) {
  const { pieces, boards, words, texts, title } = JSON.parse(root.querySelector(".replay-data").textContent);
  const last = words.length - 1;
  const board = root.querySelector(".board > *");
  const slider = root.querySelector("input[type=range]");
  const says = root.querySelector(".says");
  const text = root.querySelector("pre.hidden");
  const plies = [...root.querySelectorAll("[data-ply]")];
  let at = last;

  root.show = (ply) => {
    at = Math.max(0, Math.min(last, ply));
    // The pieces were written by the maker of the page; texts go in as text.
    if (boards.length) {
      board.firstElementChild.innerHTML = boards[at].map((number) => pieces[number]).join("");
    } else board.textContent = texts[at];
    board.setAttribute("aria-label", `${title}: ${words[at]}`);
    slider.value = at;
    slider.setAttribute("aria-valuetext", words[at]);
    says.textContent = words[at];
    text.textContent = texts[at];
    for (const button of plies) {
      if (Number(button.dataset.ply) === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    for (const button of root.querySelectorAll("[data-go]")) {
      const back = button.dataset.go === "start" || button.dataset.go === "back";
      button.disabled = back ? at === 0 : at === last;
    }
  };
  /** One step; false where there is none left. */
  root.step = (by) => {
    const before = at;
    root.show(at + by);
    return at !== before;
  };
  root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const targets = { start: 0, back: at - 1, on: at + 1, end: last };
    root.show(button.dataset.go ? targets[button.dataset.go] : Number(button.dataset.ply));
  });
  slider.addEventListener("input", () => root.show(Number(slider.value)));
  root.show(0);
  // A page that is printed shows how the game ended.
  addEventListener("beforeprint", () => {
    root.before = at;
    root.show(last);
  });
  addEventListener("afterprint", () => root.show(root.before));
}
