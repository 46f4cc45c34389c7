const longestUrl = 80;

/** Without its scheme, which a person knows. */
export const hostAndPath = (url: string): string => url.replace(/^https?:\/\//, '');

/** Cut, for a sentence. */
export function shortUrl(url: string): string {
  const text = hostAndPath(url);
  return text.length > longestUrl ? `${text.slice(0, longestUrl)}…` : text;
}
