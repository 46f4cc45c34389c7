/** Makes the copy buttons of plain pages work; they come hidden, and stay so where the clipboard is closed. */
(() => {
  // Browsers open it only on trusted hosts.
  const { clipboard } = navigator;
  if (!clipboard) return;
  addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copied]')) {
      const [word, { copied = '' }] = [button.textContent, button.dataset];
      button.hidden = false;
      button.addEventListener('click', async () => {
        await clipboard.writeText(
          button.closest('.sample')?.querySelector('code')?.textContent ?? '',
        );
        // The changed word also tells screen readers.
        button.textContent = copied;
        setTimeout(() => {
          button.textContent = word;
        }, 2_000);
      });
    }
  });
})();
