/** Names that begin so are set over https alone, for this host and for all of its paths. */
export const sessionCookie = '__Host-countersign';
export const deviceCookie = '__Host-countersign-device';
export const oidcCookie = '__Host-countersign-oidc';

type CookieName = typeof sessionCookie | typeof deviceCookie | typeof oidcCookie;

export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [key = '', ...value] = part.trim().split('=');
    if (key === name && value.length > 0) return value.join('=');
  }
  return undefined;
}

/** Sent by the browser to nobody else, read by no script, and gone after so many seconds; 0 takes it away. */
export function setCookie(name: CookieName, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}
