/** The default headers of every reply: browsers must not treat it as a page or embed it. */
export const replyHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * The content security policy of a page for people: it loads only from this host and the providers' scripts,
 * runs no inline code, and cannot be framed.
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

/** The policy of a page without third-party scripts. */
export const pagePolicy = contentSecurityPolicy([]);

/** Allows exactly this file of its host; encodes the characters that would end the directive. */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(/[;,]/g, encodeURIComponent);
}

/**
 * The headers of such a page. Its URL is a secret, so the page is not stored and the URL is not sent to other
 * hosts; our own host gets the referrer, because a form needs it to show where it comes from. Only a provider's
 * page may use the camera.
 */
export function pageHeaders({
  camera,
  scripts = [],
}: {
  camera: boolean;
  /** URLs of third-party scripts that the page may load. */
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

/** The policy of a self-contained page: one style, allowed by its hash. */
export function plainPagePolicy(styleHash: string): string {
  return (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    `img-src data:; style-src ${styleHash}`
  );
}
