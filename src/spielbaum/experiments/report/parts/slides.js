// The deck: one slide at a time, its number in the address. ← and → also step through the game on a slide;
// the page keys, which clickers send, go from slide to slide.
const slides = [...document.querySelectorAll(".slide")];
const count = document.querySelector("nav output");
const progress = document.querySelector("progress");
let at = 0;

/** Make the words of a slide smaller until everything is in sight; upright screens scroll instead. */
function fit(slide) {
  const inside = slide.querySelector(".inside");
  inside.style.fontSize = "";
  if (innerWidth <= innerHeight) return;
  for (let size = 95; size >= 45; size -= 5) {
    if (inside.scrollHeight <= inside.clientHeight && inside.scrollWidth <= inside.clientWidth) return;
    inside.style.fontSize = `${size}%`;
  }
}

function show(number, focus = true) {
  at = Math.max(0, Math.min(slides.length - 1, number));
  slides.forEach((slide, index) => {
    slide.hidden = index !== at;
  });
  count.textContent = `${at + 1} / ${slides.length}`;
  progress.value = at + 1;
  document.querySelector("[data-slide=back]").disabled = at === 0;
  document.querySelector("[data-slide=next]").disabled = at === slides.length - 1;
  document.body.classList.toggle("moved", at > 0);
  history.replaceState(null, "", `#${at + 1}`);
  scrollTo(0, 0);
  fit(slides[at]);
  if (focus) slides[at].focus();
}

/** A step within the game of this slide; false where there is none. */
function stepped(by) {
  return slides[at].querySelector(".replay")?.step(by) ?? false;
}

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

/** The speaker's notes, where there are any; they take room from the slide. */
function notes() {
  document.body.classList.toggle("with-notes");
  fit(slides[at]);
}

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, .scroll")) return;
  const keys = {
    ArrowRight: () => stepped(1) || show(at + 1),
    ArrowLeft: () => stepped(-1) || show(at - 1),
    PageDown: () => show(at + 1),
    PageUp: () => show(at - 1),
    Home: () => show(0),
    End: () => show(slides.length - 1),
    f: full,
    F: full,
    n: notes,
    N: notes,
  };
  if (!event.target.closest("button, a")) keys[" "] = keys.PageDown;
  if (!keys[event.key]) return;
  keys[event.key]();
  event.preventDefault();
});
document.querySelector("nav").addEventListener("click", (event) => {
  const name = event.target.closest("[data-slide]")?.dataset.slide;
  if (name === "full") full();
  else if (name === "notes") notes();
  else if (name) show(at + (name === "next" ? 1 : -1), false);
});
addEventListener("resize", () => fit(slides[at]));
// What is printed is as large as a slide; the shares found here hold there.
addEventListener("beforeprint", () => {
  for (const slide of slides) {
    slide.hidden = false;
    fit(slide);
  }
});
addEventListener("afterprint", () => show(at));
addEventListener("hashchange", () => show(Number(location.hash.slice(1)) - 1 || 0));

let from = null;
addEventListener("touchstart", (event) => {
  from = event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
addEventListener("touchend", (event) => {
  const to = event.changedTouches[0];
  const [x, y] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
  if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y) && !event.target.closest(".scroll, input")) {
    show(at - Math.sign(x), false);
  }
}, { passive: true });

show(Number(location.hash.slice(1)) - 1 || 0, false);
