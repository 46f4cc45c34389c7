import type { Queryable } from '../../foundation/db/queryable.ts';
import type { LinkState } from './vendor.ts';

/** The connections of one process to a provider, as it last said. */
export interface ProcessLinks extends LinkState {
  providerCode: string;
  saidAt: Date;
}

/** A process repeats its words this often, and is believed for three times as long. */
export const repeatMs = 300_000;

export async function storeLinks(
  db: Queryable,
  { providerCode, processId }: { providerCode: string; processId: string },
  { wanted, bound, fault }: LinkState,
): Promise<void> {
  await db.query(
    `insert into provider_links (provider_code, process_id, wanted, bound, fault, said_at)
     values ($1, $2, $3, $4, $5, now())
     on conflict (provider_code, process_id) do update
     set wanted = excluded.wanted, bound = excluded.bound, fault = excluded.fault,
       said_at = excluded.said_at`,
    [providerCode, processId, wanted, bound, fault],
  );
  await db.query(`delete from provider_links where said_at < now() - interval '1 day'`);
}

export async function deleteLinks(
  db: Queryable,
  { providerCode, processId }: { providerCode: string; processId: string },
): Promise<void> {
  await db.query('delete from provider_links where provider_code = $1 and process_id = $2', [
    ...[providerCode, processId],
  ]);
}

/** The connections of the processes that run, of one provider or of all. */
export async function listLinks(db: Queryable, providerCode?: string): Promise<ProcessLinks[]> {
  const { rows } = await db.query<ProcessLinks>(
    `select l.provider_code as "providerCode", l.wanted, l.bound, l.fault, l.said_at as "saidAt"
     from provider_links l
     where ($1::text is null or l.provider_code = $1)
       and l.said_at > now() - make_interval(secs => $2)
     order by l.provider_code, l.process_id`,
    [providerCode ?? null, (3 * repeatMs) / 1_000],
  );
  return rows;
}
