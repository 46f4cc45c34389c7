/** The default headers of every reply: browsers must not treat it as a page or embed it. */
export const replyHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * The content security policy of a page for people: it loads only from this host, runs no inline code, and cannot
 * be framed.
 */
function contentSecurityPolicy(...more: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ...more,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of a page with scripts in the platform's own look, which has fonts. */
export const pagePolicy = contentSecurityPolicy("font-src 'self'");

/** The policy of a page without forms, whose only scripts are those of the skin. */
export const plainPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/**
 * The headers of the document that runs a vendor's script. Its origin is opaque, in our page's frame and anywhere
 * else: it has no cookies, no storage and no rights of any page of ours. It loads exactly that script and the inline
 * one of this hash, connects to nobody, and only our own pages can frame it.
 */
export function scriptFrameHeaders(script: string, inlineHash: string): Record<string, string> {
  return {
    ...privateHeaders({ camera: false }),
    'content-security-policy':
      `default-src 'none'; script-src ${inlineHash} ${sourceOf(script)}; base-uri 'none'; ` +
      "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
    'referrer-policy': 'no-referrer',
  };
}

/** Allows exactly this file of its host; encodes the characters that would end the directive. */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replaceAll(/[;,]/g, encodeURIComponent);
}

/**
 * The headers of a page for people. Its URL is a secret, so the page is not stored and the URL is not sent to other
 * hosts; our own host gets the referrer, because a form needs it to show where it comes from. Only a provider's
 * page may use the camera.
 */
export function pageHeaders({
  camera,
  hasFrame = false,
}: {
  camera: boolean;
  /** Whether the page may run a vendor's script in a frame. */
  hasFrame?: boolean;
}): Record<string, string> {
  return {
    ...replyHeaders,
    ...privateHeaders({ camera }),
    'content-security-policy': contentSecurityPolicy(...(hasFrame ? ["frame-src 'self'"] : [])),
    'referrer-policy': 'same-origin',
    vary: 'accept-language, user-agent',
  };
}

/** Nothing stores or indexes the document, and it may use the camera only if it says so. */
function privateHeaders({ camera }: { camera: boolean }): Record<string, string> {
  return {
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=()`,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  };
}
