/** Path segments of safe characters only, so that a browser cannot read the redirect as another host. */
const pagePath = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*\/([A-Za-z0-9_~-][A-Za-z0-9_.~-]*)\/$/;

/**
 * The redirect target for a page requested with a trailing slash, or undefined if no redirect applies. It is
 * relative to the request, so that it works behind any proxy.
 */
export function withoutSlash(method: string, url: string): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = ''] = url.split('?', 1);
  // A wrong API path gets an error at once, not a redirect.
  const last = path.startsWith('/api/') ? undefined : pagePath.exec(path)?.[1];
  if (last === undefined) return undefined;
  return `../${last}${url.slice(path.length)}`;
}
