/** Enough for a slow phone; some networks drop the request silently. */
const longestLoadMs = 15_000;

/**
 * Collects the browser data that the provider requires through its own script. Called only after the consent:
 * nothing of the provider is loaded before.
 */
export async function collectBrowserData(script: string, call: string): Promise<string> {
  if (!globalFunction(call)) await load(script);
  const said: unknown = await globalFunction(call)?.();
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  if (!text) throw new Error(`${call} gave nothing`);
  return text;
}

function globalFunction(name: string): (() => unknown) | undefined {
  const found = (window as unknown as Record<string, unknown>)[name];
  return typeof found === 'function' ? (found as () => unknown) : undefined;
}

function load(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  return new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('not loaded')));
    window.setTimeout(() => reject(new Error('not loaded in time')), longestLoadMs);
    document.head.append(script);
  }).finally(() => script.remove());
}
