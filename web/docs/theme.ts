/** Runs before the first paint, so that no page flashes in the other theme. */
(() => {
  try {
    const chosen = localStorage.getItem('countersign.theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // A browser that keeps nothing goes by the system.
  }
})();
