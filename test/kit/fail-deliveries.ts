import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { finishDeliveries } from '../../src/foundation/events/take-queries.ts';

/** Events that an endpoint answered with an error; they wait an hour for their next attempt. */
export async function failDeliveries(
  pool: Pool,
  endpointId: number,
  count: number,
  status = 500,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7());
  const { rows } = await pool.query<{ accountId: number; url: string }>(
    `with p as (
       select account_id, mode, url from endpoints where endpoint_id = $2
     ), e as (
       insert into events (account_id, event_id, mode, type, subject, body, made_at)
       select p.account_id, i, p.mode, 'endpoint.test', 'endpoint ' || $2, '{}', now()
       from p, unnest($1::uuid[]) i
       returning account_id, event_id
     ), d as (
       insert into deliveries (account_id, event_id, endpoint_id, due_at)
       select account_id, event_id, $2::integer, now() + interval '1 hour' from e
     )
     select account_id as "accountId", url from p`,
    [ids, endpointId],
  );
  const [endpoint] = rows;
  if (!endpoint) throw new Error('There is no such endpoint.');
  const failed = {
    ...{ endpointId, ...endpoint, isTaken: false, status, tookMs: 12, pauseMs: 3_600_000 },
    ...{ problem: `It answered with ${status}.`, reply: null },
  };
  await finishDeliveries(
    pool,
    null,
    1e9,
    ids.map((eventId) => ({ ...failed, eventId })),
  );
  return ids;
}
