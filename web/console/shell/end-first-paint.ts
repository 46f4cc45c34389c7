/** Removes what the server drew for the first load, in the same frame in which the first screen appears. */
export function endFirstPaint(root: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (!root.hasChildNodes()) return;
    document.getElementById('first-paint')?.remove();
    watch.disconnect();
  });
  watch.observe(root, { childList: true });
}
