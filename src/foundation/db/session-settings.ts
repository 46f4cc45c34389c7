import type pg from 'pg';
import { hasCitusSql } from './citus-node.ts';

export type SessionSettings = Readonly<Record<string, string>>;

/**
 * Settings of every session. Compiling queries (`jit`) makes the line 17 times slower, because plans pinned to
 * index look-ups look expensive. The others let the server notice that this process is gone, and release its
 * locks.
 */
export const ownSettings: SessionSettings = {
  jit: 'off',
  // Months and days begin in UTC, whatever the server's time zone is.
  timezone: 'UTC',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '20000',
  client_connection_check_interval: '5000',
};

/** How long a new session waits for the answer to its first statement. */
const patienceMs = 5_000;

/**
 * Takes the settings out of a URL's `options` (`-c name=value` or `--name=value`, as libpq writes them). Other
 * options stay in the URL.
 */
export function takeSettings(url: string): { url: string; settings: SessionSettings } {
  const [base = '', queryText] = url.split('?');
  const query = new URLSearchParams(queryText);
  const settings: Record<string, string> = {};
  const option = /(?<!\S)(?:-c\s*|--)([a-zA-Z_][\w.-]*)=((?:\\.|[^\s\\])*)/g;
  const rest = (query.get('options') ?? '').replaceAll(option, (_, name: string, value: string) => {
    settings[name.replaceAll('-', '_').toLowerCase()] = value.replaceAll(/\\(.)/g, '$1');
    return '';
  });
  if (rest.trim() === '') query.delete('options');
  else query.set('options', rest.trim());
  return { url: `${base}?${query}`, settings };
}

/** The URL with the schema that its sessions use; without one, the role's own search path decides. */
export function withSchema(url: string, schema: string | undefined): string {
  if (schema === undefined) return url;
  const [base = '', queryText] = url.split('?');
  const query = new URLSearchParams(queryText);
  query.set('options', `${query.get('options') ?? ''} -csearch_path=${schema}`.trim());
  return `${base}?${query}`;
}

/** The URL of the same database for sessions that act as another role. */
export function withRole(url: string, role: string): string {
  const [base = '', queryText] = url.split('?');
  const query = new URLSearchParams(queryText);
  const name = role.replaceAll(/[\\\s]/g, '\\$&');
  query.set('options', `${query.get('options') ?? ''} -crole=${name}`.trim());
  return `${base}?${query}`;
}

/**
 * Changes the settings of a new session by one message of statements. A pooler such as PgBouncer either refuses
 * settings that arrive while connecting or drops them silently, and a line that compiles its queries is 17 times
 * slower. `set_config` with constants reads nothing but its own entry of the catalog, which a new session must load.
 * Returns whether the database has Citus.
 */
export async function applySettings(
  client: pg.ClientBase,
  settings: SessionSettings,
): Promise<boolean> {
  const calls = Object.entries(settings).map(
    ([name, value]) =>
      `set_config(${client.escapeLiteral(name)}, ${client.escapeLiteral(value)}, false)`,
  );
  const { rows } = await client.query<{ hasCitus: boolean }>({
    text: `select ${[...calls, `${hasCitusSql} as "hasCitus"`].join(', ')}`,
    query_timeout: patienceMs,
  } as pg.QueryConfig);
  return rows[0]?.hasCitus ?? false;
}
