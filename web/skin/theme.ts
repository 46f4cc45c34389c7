/** Runs before the first paint, so that no page flashes in the wrong theme; its button comes with the page. */
(() => {
  const root = document.documentElement;
  const kept = 'countersign.theme';
  try {
    const chosen = localStorage.getItem(kept);
    if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  } catch {
    // Without storage the system's theme applies.
  }
  const choose = () => {
    const isDark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = isDark ? 'light' : 'dark';
    try {
      localStorage.setItem(kept, root.dataset.theme);
    } catch {
      // Without storage the choice lasts for this page.
    }
  };
  addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector<HTMLButtonElement>('#theme-button');
    if (!button) return;
    button.hidden = false;
    button.addEventListener('click', choose);
  });
})();
