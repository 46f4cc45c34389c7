import type { CallColumns } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Vault } from '../../foundation/vault.ts';
import { withoutMessages } from './content.ts';

/** Erases the number and the text of messages. Returns how many had one. */
export async function eraseMessages(
  client: Queryable,
  vault: Vault,
  { accountIds, callIds }: CallColumns,
): Promise<number> {
  const { rows } = await client.query<{ contentId: string | null }>(
    `select c.content_id as "contentId"
     from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     join calls c on c.account_id = i.account_id and c.call_id = i.call_id
     where c.number_hash is not null`,
    [accountIds, callIds],
  );
  const contentIds = new Set(rows.flatMap(({ contentId }) => contentId ?? []));
  await eraseContents(client, vault, [...contentIds], new Set(callIds));
  await client.query(
    `update calls c
     set number_hash = null, prefix = null, content_id = null, idempotency_hash = null,
       evidence = case when c.evidence is not null then 'erased' end
     from (
       select * from unnest($1::integer[], $2::uuid[]) as u (account_id, call_id) order by 1, 2
     ) i
     where c.account_id = i.account_id and c.call_id = i.call_id`,
    [accountIds, callIds],
  );
  return rows.length;
}

/** Contents are sealed in batches, so a batch is sealed again without the erased messages. */
async function eraseContents(
  client: Queryable,
  vault: Vault,
  contentIds: readonly string[],
  erased: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await client.query<{ contentId: string; sealed: Buffer }>(
    `select content_id as "contentId", sealed from message_contents
     where content_id = any ($1) order by content_id for update`,
    [contentIds],
  );
  for (const stored of rows) {
    const left = withoutMessages(vault, stored, erased);
    await client.query(
      left
        ? 'update message_contents set sealed = $2 where content_id = $1'
        : 'delete from message_contents where content_id = $1',
      left ? [stored.contentId, left] : [stored.contentId],
    );
  }
}

/** Erases the vendors' own texts in receipts. Returns how many receipts had one. */
export async function eraseReceiptWords(
  client: Queryable,
  { accountIds, callIds }: CallColumns,
): Promise<number> {
  const { rowCount } = await client.query(
    `update receipts r set words = null
     from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     where r.account_id = i.account_id and r.call_id = i.call_id and r.words is not null`,
    [accountIds, callIds],
  );
  await client.query(
    `update early_receipts r set receipt = r.receipt || '{"words": null}'
     from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     where r.account_id = i.account_id and r.call_id = i.call_id`,
    [accountIds, callIds],
  );
  return rowCount ?? 0;
}

/**
 * Erases the numbers of calls that are older than the texts of messages are kept, in steps of at most an hour
 * of calls. Returns how many. The position is stored, so that each call is looked at once.
 */
export async function eraseOldNumbers(
  pool: Queryable,
  days: number,
  now: Date | null,
  signal?: AbortSignal,
): Promise<number> {
  let erased = 0;
  for (let isBehind = true; isBehind && !signal?.aborted; ) {
    const { rows } = await pool.query<{ erased: number; isBehind: boolean }>(
      `select erased, is_behind as "isBehind"
       from messages_erase_numbers($1, make_interval(days => $2))`,
      [now, days],
    );
    erased += rows[0]?.erased ?? 0;
    isBehind = rows[0]?.isBehind ?? false;
  }
  return erased;
}

/** The calls of an account after a given one whose number or text is still kept. */
export async function listMessagesOf(
  client: Queryable,
  accountId: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await client.query<{ callId: string }>(
    `select call_id as "callId"
     from calls
     where account_id = $1 and call_id > $2 and (number_hash is not null or content_id is not null)
     order by call_id
     limit $3`,
    [accountId, after, limit],
  );
  return rows.map(({ callId }) => callId);
}
