/** Runs before the first paint, so that no page flashes in the wrong theme. */
(() => {
  try {
    const chosen = localStorage.getItem('countersign.theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's theme applies.
  }
})();
