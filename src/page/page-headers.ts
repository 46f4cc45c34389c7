/**
 * What a page for people may do: load from this host alone, run no inline code, be framed nowhere.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The headers of such a page. Its address is a secret, so it is neither stored nor told to the next
 * host. A camera is for the page of a provider only.
 */
export function pageHeaders({ camera }: { camera: boolean }): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'permissions-policy': `camera=(${camera ? 'self' : ''}), microphone=(), geolocation=()`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'accept-language, user-agent',
  };
}
