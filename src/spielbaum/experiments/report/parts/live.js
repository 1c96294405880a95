// The link to show it live leads to wherever the reader says that Spielbaum runs.
for (const root of document.querySelectorAll(".demonstration")) {
  const link = root.querySelector("a[data-query]");
  const shown = root.querySelector(".address");
  const field = root.querySelector(".server input");
  field.closest(".server").hidden = false;
  field.addEventListener("input", () => {
    const valid = URL.canParse(field.value) && /^https?:$/.test(new URL(field.value).protocol);
    field.setAttribute("aria-invalid", String(!valid));
    if (valid) shown.textContent = link.href = field.value.replace(/\/*$/, "/") + link.dataset.query;
  });
}
