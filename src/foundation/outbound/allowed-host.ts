/** A private host that the operator allows customers to use, on any port or on one. */
interface AllowedHost {
  /** As in a URL, without brackets and without a trailing dot. */
  readonly name: string;
  readonly port: string | undefined;
}

/** Reads `name`, `name:port`, an address or `[address]:port`; undefined for any other text. */
export function readAllowedHost(text: string): AllowedHost | undefined {
  const bare = text.includes('::') && !text.startsWith('[') ? `[${text}]` : text;
  const [, host, port] =
    /^(\[[0-9a-f:.]+\]|[^\s:@/?#\\[\]*]+)(?::([0-9]{1,5}))?$/i.exec(bare) ?? [];
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (!url || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
  return { name: nameOfHost(url), port: port && String(Number(port)) };
}

/** The host of a URL, normalized for comparison. */
export function nameOfHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$|\.$/g, '');
}

/** The port of a URL, explicit or the scheme's default. */
export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** How the operator allows a URL: by its host and port, by its host alone, or not at all. */
export function allowanceFor(
  url: URL,
  allowedHosts: readonly string[],
): 'port' | 'host' | undefined {
  const matching = allowedHosts
    .map(readAllowedHost)
    .filter((host) => host?.name === nameOfHost(url));
  if (matching.some((host) => host?.port === portOf(url))) return 'port';
  return matching.some((host) => host && host.port === undefined) ? 'host' : undefined;
}
