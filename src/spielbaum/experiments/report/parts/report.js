// ← and → step through the game, wherever the reader is; fields keep their keys.
addEventListener("keydown", (event) => {
  const game = document.querySelector(".replay");
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!game || !by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, .scroll, pre")) return;
  game.step(by);
  event.preventDefault();
});
