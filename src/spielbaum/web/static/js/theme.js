// Runs before the first paint, so that a chosen theme does not flash. Without a choice the system's holds.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("spielbaum.theme");
  } catch {
    // Storage may be forbidden; then the system's theme holds.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
