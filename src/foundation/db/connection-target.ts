/** One server of a target. */
export interface TargetHost {
  host: string;
  port: number;
}

/** Where the database is: one server, or several of which one is the primary. */
export interface ConnectionTarget {
  /** A URL with only the first host, as the driver expects it. */
  url: string;
  hosts: readonly TargetHost[];
  /** Whether to skip servers that do not accept writes. */
  needsPrimary: boolean;
}

const defaultPort = 5432;
const form = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;

/**
 * Reads a `postgresql://` URL. Like libpq, and unlike the driver, it accepts several hosts,
 * `postgresql://a:5432,b:5433/db?target_session_attrs=read-write`, tried in this order. With several hosts it
 * connects to the one that accepts writes unless the URL says `any`. Undefined for any other text.
 */
export function readTarget(text: string): ConnectionTarget | undefined {
  const match = form.exec(text);
  if (!match) return undefined;
  const [, user, authority = '', path = '/', queryText = ''] = match;
  const query = new URLSearchParams(queryText);
  const named = query.get('host');
  const hosts = (named === null ? authority.split(',') : pair(named, query.get('port'))).map(
    readHost,
  );
  const [first] = hosts;
  if (!first || hosts.some((host) => host === undefined)) return undefined;
  const wanted = query.get('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any');
  if (!['any', 'read-write', 'primary'].includes(wanted)) return undefined;
  query.delete('target_session_attrs');
  query.set('host', first.host);
  query.set('port', String(first.port));
  const url = `postgresql://${user === undefined ? '' : `${user}@`}${path}?${query}`;
  // Node parses a URL with a user only if a host follows; the driver uses the host from the query.
  const readable = user === undefined ? url : url.replace('@/', '@localhost/');
  if (!URL.canParse(readable)) return undefined;
  return { url: readable, hosts: hosts as TargetHost[], needsPrimary: wanted !== 'any' };
}

/** The URL as people may see it. */
export function withoutPassword(url: string): string {
  return url.replace(/:\/\/[^@/?]*@/, '://').replace(/([?&]password=)[^&]*/, '$1…');
}

/** `host=a,b&port=1,2` and `host=a,b&port=1` both give a port for each host. */
function pair(hosts: string, ports: string | null): string[] {
  const each = ports?.split(',') ?? [];
  return hosts.split(',').map((host, i) => {
    const port = each[i] ?? each[0];
    const shown = host.includes(':') ? `[${host}]` : host;
    return port ? `${shown}:${port}` : shown;
  });
}

function readHost(text: string): TargetHost | undefined {
  const match = /^(\[[0-9a-fA-F:.%]+\]|\/[^:]*|[^:[\]]*)(?::([0-9]{1,5}))?$/.exec(text);
  if (!match) return undefined;
  const port = match[2] === undefined ? defaultPort : Number(match[2]);
  if (port < 1 || port > 65_535) return undefined;
  return { host: decodeURIComponent(match[1] || 'localhost').replace(/^\[|\]$/g, ''), port };
}
