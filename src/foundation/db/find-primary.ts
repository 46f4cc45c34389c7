import pg from 'pg';
import type { TargetHost } from './connection-target.ts';

/** The timeout after which a silent server is skipped. */
const probeMs = 2_000;

/**
 * Finds the primary among several servers, in their order, starting with the given one. It probes each on a
 * separate connection: after a failover the old address may refuse, drop packets, or answer as a standby.
 */
export async function findPrimary(
  config: pg.ClientConfig,
  hosts: readonly TargetHost[],
  from: number,
): Promise<number> {
  const faults: string[] = [];
  for (let step = 0; step < hosts.length; step++) {
    const index = (from + step) % hosts.length;
    const host = hosts[index] as TargetHost;
    const fault = await probe(config, host);
    if (fault === undefined) return index;
    faults.push(`${host.host}:${host.port} ${fault}`);
  }
  const error = new Error(`no connection to a database that takes writes: ${faults.join('; ')}`);
  throw Object.assign(error, { code: 'ECONNREFUSED' });
}

/** Why a server cannot be used; undefined when it accepts writes. */
async function probe(config: pg.ClientConfig, { host, port }: TargetHost) {
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
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean
         as "isReadOnly"`,
    );
    return rows[0]?.isReadOnly ? 'takes no writes' : undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? 'does not answer';
  } finally {
    void client.end().catch(() => {});
  }
}
