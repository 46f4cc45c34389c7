/**
 * Runs before the vendor's script in a frame of its own, and sends the page what that script collected, or null. The
 * frame has an opaque origin, and only our own pages can frame it, so any parent may receive the message.
 */
(() => {
  const { call = '' } = (document.currentScript as HTMLScriptElement).dataset;

  /** An opaque origin has no storage: reading it throws, and would stop a script that only looks. */
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { value: createStorage() });
  }
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });

  function createStorage(): Storage {
    const kept = new Map<string, string>();
    return {
      get length() {
        return kept.size;
      },
      key: (at) => [...kept.keys()][at] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, String(value)),
      removeItem: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    };
  }

  async function collect(): Promise<string | null> {
    const found = (window as unknown as Record<string, (() => unknown) | undefined>)[call];
    const said = await found?.();
    return (typeof said === 'string' ? said : JSON.stringify(said)) ?? null;
  }

  // The vendor's script has run or failed by then.
  document.addEventListener('DOMContentLoaded', async () => {
    const said = await collect().catch(() => null);
    window.parent.postMessage(said, '*');
  });
})();
