/** What every reply says to browsers, unless its route says otherwise: it is no page, and no part. */
export const replyHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * What a page for people may do: load from this host alone, save for the scripts of providers that have
 * one; run no inline code, be framed nowhere.
 */
function contentSecurityPolicy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map(sourceOf)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The same for a page that loads nothing of anybody else's, and is no secret. */
export const pagePolicy = contentSecurityPolicy([]);

/** That one file, whatever else its host has; a mark that ends a part of the policy is written otherwise. */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(/[;,]/g, encodeURIComponent);
}

/**
 * The headers of such a page. Its address is a secret, so it is neither stored nor told to the next
 * host; ours may know it, because without it a form would not say where it comes from. A camera is for
 * the page of a provider only.
 */
export function pageHeaders({
  camera,
  scripts = [],
}: {
  camera: boolean;
  /** The addresses of scripts of somebody else's that the page may load. */
  scripts?: readonly string[];
}): Record<string, string> {
  return {
    ...replyHeaders,
    'content-security-policy': contentSecurityPolicy(scripts),
    'referrer-policy': 'same-origin',
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=()`,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'accept-language, user-agent',
  };
}

/** The policy of a page that has all it needs in itself: one style, known by its hash. */
export function plainPagePolicy(styleHash: string): string {
  return (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    `img-src data:; style-src ${styleHash}`
  );
}
