const longestUrl = 80;

export function shortUrl(url: string): string {
  return url.length > longestUrl ? `${url.slice(0, longestUrl)}…` : url;
}

/** Without its scheme, which a person knows. */
export const hostAndPath = (url: string): string => url.replace(/^https?:\/\//, '');
