const longestUrl = 80;

export function shortUrl(url: string): string {
  return url.length > longestUrl ? `${url.slice(0, longestUrl)}…` : url;
}
