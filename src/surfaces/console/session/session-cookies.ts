type CookieName = `__Host-countersign${string}`;

/**
 * Browsers accept `__Host-` cookies only over https, for this host alone and for all of its paths. The cells of one
 * host are therefore told apart by the names.
 */
export function cookieNames(cell: number | undefined) {
  const session: CookieName = `__Host-countersign${cell === undefined ? '' : `-${cell}`}`;
  return {
    session,
    device: `${session}-device`,
    oidc: `${session}-oidc`,
    /** On the way from another cell. */
    entry: `${session}-entry`,
    /** Arrived from another cell as a person whom this one does not know. */
    arrived: `${session}-arrived`,
  } as const;
}

/**
 * A cookie that is sent to this host only and hidden from scripts. It expires after `seconds`; 0 removes it.
 */
export function setCookie(name: CookieName, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}
