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

/**
 * Calls that still have the person of refused calls, of whom only a hash is kept: of the day of the refusal or the
 * day before, where the calls that used up a limit are; for a face, the last check.
 */
export async function findPersonCalls(
  pool: Pool,
  refused: readonly { accountId: number; callId: string }[],
): Promise<Map<string, { accountId: number; callId: string }>> {
  const { rows } = await pool.query<{ refusedId: string; accountId: number; callId: string }>(
    `select r.call_id as "refusedId", r.account_id as "accountId", found.call_id as "callId"
     from unnest($1::integer[], $2::uuid[]) as asked (account_id, call_id)
     join refused_calls r on r.account_id = asked.account_id and r.call_id = asked.call_id
     cross join lateral (
       (
         select n.call_id
         from (values (0), (1)) d (back)
         cross join lateral (
           select n.call_id
           from call_numbers n
           where uuid_day(n.call_id) = uuid_day(r.call_id) - d.back
             and n.number_hash = r.person_hash and n.account_id = r.account_id
           order by n.call_id desc
           limit 1
         ) n
         order by d.back
         limit 1
       )
       union all
       (
         select h.check_id
         from checks h
         where h.card_hash = r.person_hash and h.account_id = r.account_id
         order by h.check_id desc
         limit 1
       )
       limit 1
     ) found (call_id)`,
    [refused.map(({ accountId }) => accountId), refused.map(({ callId }) => callId)],
  );
  return new Map(rows.map(({ refusedId, ...call }) => [refusedId, call]));
}
