/** Segments of plain characters: nothing that a browser could take for another host. */
const pagePath = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)*\/([A-Za-z0-9_~-][A-Za-z0-9_.~-]*)\/$/;

/**
 * Where a page is that was asked for with a slash too many, relative to what was asked, so that it
 * holds behind any proxy; undefined where there is no such page to be had.
 */
export function withoutSlash(method: string, url: string): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = ''] = url.split('?', 1);
  // A program that misspells a path of the API is better told so at once.
  const last = path.startsWith('/api/') ? undefined : pagePath.exec(path)?.[1];
  if (last === undefined) return undefined;
  return `../${last}${url.slice(path.length)}`;
}
