/** One server that a target names. */
export interface TargetHost {
  host: string;
  port: number;
}

/** Where the database is: one server, or several of which one takes writes at a time. */
export interface ConnectionTarget {
  /** A URL with the first host alone, as the driver takes it. */
  url: string;
  hosts: readonly TargetHost[];
  /** Whether a server that takes no writes is passed over. */
  needsPrimary: boolean;
}

const defaultPort = 5432;
const form = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;

/**
 * Reads a `postgresql://` URL. Like libpq, and unlike the driver, it takes several hosts,
 * `postgresql://a:5432,b:5433/db?target_session_attrs=read-write`, tried in this order. Among several the
 * one that takes writes is meant unless the URL says `any`. Undefined for what is no such URL.
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
  // Node reads a URL with a user only with a host behind it; the driver takes the one of the query.
  const readable = user === undefined ? url : url.replace('@/', '@localhost/');
  if (!URL.canParse(readable)) return undefined;
  return { url: readable, hosts: hosts as TargetHost[], needsPrimary: wanted !== 'any' };
}

/** `host=a,b&port=1,2` and `host=a,b&port=1` both say where each of them listens. */
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
