import { keptKey } from '../../docs/kept-key.ts';

/** The docs fill their samples with the test key created in this tab; live keys are never kept. */
export function rememberTestKey(apiKey: string): void {
  if (apiKey.startsWith('cs_test_')) store((storage) => storage.setItem(keptKey, apiKey));
}

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

/** Storage can be blocked by the browser; then nothing is remembered. */
function store(work: (storage: Storage) => void): void {
  try {
    work(sessionStorage);
  } catch {}
}
