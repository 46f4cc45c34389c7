import type { Sealer } from '../../../foundation/vault.ts';
import type { OidcState } from '../../../people/sign-in/oidc.ts';

/** What the browser holds sealed for ten minutes during a sign-in by redirects. */
export interface Kept {
  oidc: OidcState;
  /** The switch was started here: by this nonce, and from that cell. */
  entry: { nonce: string; from: number };
  /** A person of another cell whom this one does not know yet. */
  arrived: { cell: number; personId: number; createdAt: number; name: string };
}

export type KeptName = keyof Kept;

export const keptSeconds = 600;

const contextOf = (name: KeptName) => `kept ${name}`;

export function sealKept<Name extends KeptName>(
  vault: Sealer,
  name: Name,
  value: Kept[Name],
  nowMs: number,
): string {
  const untilMs = nowMs + keptSeconds * 1_000;
  return vault.seal(JSON.stringify({ value, untilMs }), contextOf(name)).toString('base64url');
}

/** Undefined for a cookie that expired, or that is not ours. */
export function openKept<Name extends KeptName>(
  vault: Sealer,
  name: Name,
  cookie: string | undefined,
  nowMs: number,
): Kept[Name] | undefined {
  if (cookie === undefined) return undefined;
  try {
    const sealed = Buffer.from(cookie, 'base64url');
    const { value, untilMs } = JSON.parse(vault.open(sealed, contextOf(name)));
    return nowMs < untilMs ? value : undefined;
  } catch {
    return undefined;
  }
}
