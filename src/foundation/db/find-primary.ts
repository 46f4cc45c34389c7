import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasCitusSql, holdsSchema } from './citus-node.ts';
import type { TargetHost } from './connection-target.ts';
import { applySettings, type SessionSettings } from './session-settings.ts';

/** The timeout after which a silent server is skipped. */
const probeMs = 2_000;
/** How long the other servers may take to answer once one accepts writes. */
const othersMs = 200;

/** What a server said: the timeline on which it accepts writes, or why it cannot be used. */
export type ProbeResult = { timeline: number } | { fault: string };

interface Search {
  /** The index of the last primary. */
  from: number;
  settings: SessionSettings;
  /** Whether any node of Citus is accepted; else only the one that holds the schema. */
  isAnyNode: boolean;
}

/**
 * Finds the primary among several servers; with Citus, that of the node that holds the schema. It probes all of them
 * at once, each on a separate connection: after a failover the old address may refuse, drop packets, answer as a
 * standby, or still answer as a primary.
 */
export async function findPrimary(
  config: pg.ClientConfig,
  hosts: readonly TargetHost[],
  { from, settings, isAnyNode }: Search,
): Promise<number> {
  const results: ProbeResult[] = hosts.map(() => ({ fault: 'does not answer' }));
  const { promise: isAccepted, resolve: accept } = Promise.withResolvers<void>();
  const probes = hosts.map(async (host, index) => {
    const result = await probe(config, host, isAnyNode ? undefined : settings);
    results[index] = result;
    if ('timeline' in result) accept();
  });
  await Promise.race([
    Promise.all(probes),
    isAccepted.then(() => sleep(othersMs, undefined, { ref: false })),
  ]);
  const index = choosePrimary(results, from);
  if (index !== undefined) return index;
  const faults = hosts.map(({ host, port }, i) => `${host}:${port} ${faultOf(results[i])}`);
  const error = new Error(`no connection to a database that takes writes: ${faults.join('; ')}`);
  throw Object.assign(error, { code: 'ECONNREFUSED' });
}

/**
 * The first server, beginning with the last primary, on the newest timeline. Each promotion begins a timeline, so
 * a former primary that does not know of its successor has an older one.
 */
export function choosePrimary(results: readonly ProbeResult[], from: number): number | undefined {
  const order = results.map((_, step) => (from + step) % results.length);
  const timelineOf = (index: number) => {
    const result = results[index];
    return result && 'timeline' in result ? result.timeline : 0;
  };
  const newest = Math.max(...order.map(timelineOf));
  return newest === 0 ? undefined : order.find((index) => timelineOf(index) === newest);
}

function faultOf(result: ProbeResult | undefined): string {
  return result && 'fault' in result ? result.fault : '';
}

/** With the settings of the session it also asks whether the server holds its schema. */
async function probe(
  config: pg.ClientConfig,
  { host, port }: TargetHost,
  settings: SessionSettings | undefined,
): Promise<ProbeResult> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.host = host;
  client.port = port;
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null; hasCitus: boolean }>(
      `select case
         when not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean
         then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
       end as timeline, ${hasCitusSql} as "hasCitus"`,
    );
    const { timeline, hasCitus } = rows[0] ?? {};
    if (!timeline) return { fault: 'takes no writes' };
    if (hasCitus && settings) {
      await applySettings(client, settings);
      if (!(await holdsSchema(client))) return { fault: 'does not hold the schema' };
    }
    return { timeline };
  } catch (error) {
    return { fault: (error as { code?: string }).code ?? 'does not answer' };
  } finally {
    void client.end().catch(() => {});
  }
}
