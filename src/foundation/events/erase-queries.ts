import type { CallColumns } from '../contract/products.ts';
import type { Queryable } from '../db/queryable.ts';

/**
 * Erases what endpoints answered to the events of calls, and the vendor's ID of a check in the events themselves.
 * Returns how many events were changed.
 */
export async function eraseEventTexts(
  client: Queryable,
  { accountIds, callIds }: CallColumns,
): Promise<number> {
  const { rows } = await client.query<{ accountId: number; eventId: string }>(
    `select e.account_id as "accountId", e.event_id as "eventId"
     from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     join events e on e.account_id = i.account_id and e.subject_id = i.call_id
     order by 1, 2`,
    [accountIds, callIds],
  );
  const events = [rows.map((row) => row.accountId), rows.map((row) => row.eventId)];
  const ofEvents = 'unnest($1::integer[], $2::uuid[]) as i (account_id, event_id)';
  await client.query(
    `update deliveries d set last_reply = null
     from ${ofEvents}
     where d.account_id = i.account_id and d.event_id = i.event_id and d.last_reply is not null`,
    events,
  );
  await client.query(
    `update delivery_attempts d set reply = null
     from ${ofEvents}
     where d.account_id = i.account_id and d.event_id = i.event_id and d.reply is not null`,
    events,
  );
  await client.query(
    `update events e set body = e.body || '{"taskId": ""}'
     from ${ofEvents}
     where e.account_id = i.account_id and e.event_id = i.event_id and e.body ->> 'taskId' <> ''`,
    events,
  );
  return rows.length;
}
