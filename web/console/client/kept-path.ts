const livesMs = 10 * 60_000;

/** Why a path is kept while the browser is at another address. */
type Reason = 'sign-in' | 'enter';

const keyOf = (reason: Reason) => `countersign.next.${reason}`;

/** Remembers in this tab where a person wanted to go. */
export function keepPath(reason: Reason, path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(keyOf(reason));
    else sessionStorage.setItem(keyOf(reason), `${Date.now()} ${path}`);
  } catch {
    // Storage can be blocked by the browser; then the person arrives at the start page.
  }
}

/** The path, once, and not after its time: a forgotten one must not surprise a later visit. */
export function takePath(reason: Reason): string | undefined {
  try {
    const [at = '', path] = sessionStorage.getItem(keyOf(reason))?.split(' ') ?? [];
    keepPath(reason, undefined);
    return Date.now() - Number(at) < livesMs ? path : undefined;
  } catch {
    return undefined;
  }
}
