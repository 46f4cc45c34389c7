import type { Pool } from 'pg';

/** What a row of the list needs in addition to the search result; personal data is still sealed. */
export interface RowPerson {
  callId: string;
  accountName: string;
  keyEnd: string;
  contentId: string | null;
  /** The sealed message and, for a face check, the sealed person. */
  sealed: Buffer | null;
  checkSealed: Buffer | null;
  attempts: number;
}

/** Reads the rows of one page of calls that were already found within the viewer's scope. */
export async function readRowPersons(
  pool: Pool,
  calls: readonly { accountId: number; callId: string }[],
): Promise<Map<string, RowPerson>> {
  const { rows } = await pool.query<RowPerson>(
    `select c.call_id as "callId", a.name as "accountName", k.last_four as "keyEnd",
       c.content_id as "contentId", m.sealed, h.sealed as "checkSealed",
       (
         select coalesce(max(t.attempt), 0)::integer
         from attempts t
         where t.account_id = c.account_id and t.call_id = c.call_id
       ) as attempts
     from unnest($1::integer[], $2::uuid[]) as asked (account_id, call_id)
     join calls c on c.account_id = asked.account_id and c.call_id = asked.call_id
     join accounts a on a.account_id = c.account_id
     join keys k on k.account_id = c.account_id and k.key_id = c.key_id
     left join message_contents m on m.content_id = c.content_id
     left join checks h on h.account_id = c.account_id and h.check_id = c.call_id`,
    [calls.map(({ accountId }) => accountId), calls.map(({ callId }) => callId)],
  );
  return new Map(rows.map((face) => [face.callId, face]));
}

/** The names of a call's account and key, and the sealed person of its check. */
export async function readNames(
  pool: Pool,
  { accountId, keyId, callId }: { accountId: number; keyId: number; callId: string },
): Promise<{ accountName: string; keyEnd: string; keyName: string; checkSealed: Buffer | null }> {
  const { rows } = await pool.query(
    `select a.name as "accountName", k.last_four as "keyEnd", k.name as "keyName",
       (
         select h.sealed from checks h where h.account_id = $1 and h.check_id = $3
       ) as "checkSealed"
     from accounts a
     join keys k on k.account_id = a.account_id and k.key_id = $2
     where a.account_id = $1`,
    [accountId, keyId, callId],
  );
  return rows[0];
}

/** The latest result and reason from the search projection, which replies and lists both show. */
export async function readResult(
  pool: Pool,
  { accountId, callId }: { accountId: number; callId: string },
): Promise<{ result: string | null; reason: string | null } | undefined> {
  const { rows } = await pool.query<{ result: string | null; reason: string | null }>(
    `select nullif(f.result, '') as result, nullif(f.reason, '') as reason
     from call_search s
     join call_facets f using (facet_id)
     where s.account_id = $1 and s.call_id = $2`,
    [accountId, callId],
  );
  return rows[0];
}
