import { basePath } from './base-path.ts';

let token: string | undefined;

/**
 * Takes the token of another cell off the address bar before anything else runs, so that it stays in no history and
 * no screenshot. It is a fragment, which reaches no server log.
 */
export function catchEntryToken(): void {
  const { pathname, hash } = location;
  if (pathname !== `${basePath}/console/enter` || hash.length < 2) return;
  token = hash.slice(1);
  history.replaceState(null, '', pathname);
}

/** The token, once. */
export function takeEntryToken(): string | undefined {
  const taken = token;
  token = undefined;
  return taken;
}
