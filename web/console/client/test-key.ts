import { keptKey } from '../../docs/kept-key.ts';

/** The docs put the test key that was just made into their samples; a live one is nobody's sample. */
export function rememberTestKey(apiKey: string): void {
  if (apiKey.startsWith('cs_test_')) store((storage) => storage.setItem(keptKey, apiKey));
}

/** The test key that was made in this tab, if any. */
export function rememberedTestKey(): string | undefined {
  try {
    return sessionStorage.getItem(keptKey) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetTestKey(): void {
  store((storage) => storage.removeItem(keptKey));
}

/** A browser that keeps nothing keeps this no more than the rest. */
function store(work: (storage: Storage) => void): void {
  try {
    work(sessionStorage);
  } catch {}
}
