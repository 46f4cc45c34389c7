import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { CallColumns } from '../../foundation/contract/products.ts';
import { inTransaction } from '../../foundation/db/in-transaction.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Subject, SubjectKind } from './subject.ts';

/** SMS vendors offer no erasure that we know; a certificate says so for each that carried a message. */
export const notAsked = 'not asked: messages cannot be erased at this vendor';

/** What a vendor answered about the data of a person. */
export interface VendorAnswer {
  providerCode: string;
  product: string;
  /** How many sessions or messages the answer is about. */
  count: number;
  answer: string;
  at: string | null;
}

export interface Erasure {
  erasureId: string;
  kind: SubjectKind;
  accountId: number | null;
  reference: Buffer;
  /** Null once nothing is left to erase. */
  subjectHash: Buffer | null;
  askedBy: string;
  askedAt: Date;
  isListed: boolean;
  finishedAt: Date | null;
  erased: Record<string, number>;
  vendors: VendorAnswer[] | null;
}

const columns = `erasure_id as "erasureId", kind, account_id as "accountId", reference,
  subject_hash as "subjectHash", asked_by as "askedBy", asked_at as "askedAt",
  listed_at is not null as "isListed", finished_at as "finishedAt", erased, vendors`;

export async function insertErasure(
  change: Change,
  erasure: Pick<Erasure, 'erasureId' | 'reference' | 'askedBy'> & Subject,
): Promise<void> {
  await change.query(
    `insert into erasures (erasure_id, kind, account_id, reference, subject_hash, asked_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      erasure.erasureId,
      erasure.kind,
      erasure.accountId,
      erasure.reference,
      erasure.hash,
      erasure.askedBy,
    ],
  );
}

/** The erasures of one person, one account or all: the open ones first, and the newest of the finished ones. */
export async function listErasures(
  pool: Queryable,
  { reference, accountId }: { reference?: Buffer; accountId?: number | null } = {},
): Promise<Erasure[]> {
  const { rows } = await pool.query<Erasure>(
    `select ${columns} from erasures
     where ($1::bytea is null or reference = $1) and ($2::integer is null or account_id = $2)
     order by finished_at is not null, erasure_id desc limit 100`,
    [reference ?? null, accountId ?? null],
  );
  return rows;
}

export async function findErasure(
  pool: Queryable,
  erasureId: string,
): Promise<Erasure | undefined> {
  const { rows } = await pool.query<Erasure>(
    `select ${columns} from erasures where erasure_id = $1`,
    [erasureId],
  );
  return rows[0];
}

export async function listOpenErasures(pool: Queryable): Promise<string[]> {
  const { rows } = await pool.query<{ erasureId: string }>(
    `select erasure_id as "erasureId" from erasures where finished_at is null order by asked_at`,
  );
  return rows.map(({ erasureId }) => erasureId);
}

/** Locks an open erasure until the transaction ends; undefined if it is finished or another process has it. */
export async function lockErasure(
  client: Queryable,
  erasureId: string,
): Promise<(Erasure & { subjectHash: Buffer }) | undefined> {
  const { rows } = await client.query<Erasure & { subjectHash: Buffer }>(
    `select ${columns} from erasures
     where erasure_id = $1 and finished_at is null for update skip locked`,
    [erasureId],
  );
  return rows[0];
}

/** The calls of a person. Numbers of calls have no index, so all calls are read: it may take a minute. */
const callsOf: Record<SubjectKind, string> = {
  mobile: `select account_id, call_id from calls
    where number_hash = $1 and ($2::integer is null or account_id = $2)`,
  id_number: `select account_id, check_id as call_id from checks
    where card_hash = $1 and ($2::integer is null or account_id = $2)`,
};

/** Runs work in a transaction without a time limit for its statements. */
export function inPatience<Result>(
  pool: Pool,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, 'begin; set local statement_timeout = 0', work);
}

export function findCalls(
  pool: Pool,
  { kind, hash, accountId }: Subject,
  limit: number,
): Promise<CallColumns> {
  return inPatience(pool, async (client) => {
    const { rows } = await client.query<{ account_id: number; call_id: string }>(
      `select * from (${callsOf[kind]}) c order by call_id desc limit $3`,
      [hash, accountId, limit],
    );
    return {
      accountIds: rows.map((row) => row.account_id),
      callIds: rows.map((row) => row.call_id),
    };
  });
}

/** Lists the person's calls once; those that are made later are not part of the erasure. */
export async function listCallsOnce(
  client: Queryable,
  { erasureId, kind, subjectHash, accountId, isListed }: Erasure,
): Promise<void> {
  if (isListed) return;
  await client.query(
    `insert into erasure_calls (erasure_id, account_id, call_id)
     select $3, c.account_id, c.call_id from (${callsOf[kind]}) c on conflict do nothing`,
    [subjectHash, accountId, erasureId],
  );
  await client.query(
    'update erasures set listed_at = statement_timestamp() where erasure_id = $1',
    [erasureId],
  );
}

/** Takes the next calls that have their outcome and nothing left to decide, and locks their rows. */
export async function takeEndedCalls(
  client: Queryable,
  erasureId: string,
  limit: number,
): Promise<CallColumns> {
  const { rows } = await client.query<{ account_id: number; call_id: string }>(
    `select c.account_id, c.call_id
     from erasure_calls e
     join calls c on c.account_id = e.account_id and c.call_id = e.call_id
     where e.erasure_id = $1 and e.erased_at is null
       and c.state in ('done', 'rejected', 'unavailable')
       and not exists (
         select from unresolved_calls u
         where u.account_id = c.account_id and u.call_id = c.call_id
       )
     order by c.account_id, c.call_id
     limit $2
     for no key update of c`,
    [erasureId, limit],
  );
  return { accountIds: rows.map((row) => row.account_id), callIds: rows.map((row) => row.call_id) };
}

/** Marks calls as erased here, and adds to the counts. */
export async function noteErased(
  client: Queryable,
  erasureId: string,
  { accountIds, callIds }: CallColumns,
  erased: Record<string, number>,
): Promise<void> {
  await client.query(
    `update erasure_calls e set erased_at = statement_timestamp()
     from unnest($2::integer[], $3::uuid[]) as i (account_id, call_id)
     where e.erasure_id = $1 and e.account_id = i.account_id and e.call_id = i.call_id`,
    [erasureId, accountIds, callIds],
  );
  await client.query('update erasures set erased = $2 where erasure_id = $1', [
    erasureId,
    JSON.stringify(erased),
  ]);
}

/** A call that is erased here, with what its vendors answered. */
interface ClosableCall extends Omit<VendorAnswer, 'count'> {
  accountId: number;
  callId: string;
}

/**
 * Takes the next erased calls about which no vendor is to be asked any more and no event is to be delivered. A
 * call has a row for each of its sessions.
 */
export async function takeClosableCalls(
  client: Queryable,
  erasureId: string,
  limit: number,
): Promise<ClosableCall[]> {
  const { rows } = await client.query<ClosableCall>(
    `select e.account_id as "accountId", e.call_id as "callId", c.product,
       coalesce(s.provider_code, c.provider_code, '') as "providerCode",
       coalesce(s.erase_answer, '') as answer, s.erased_at as at
     from (
       select e.account_id, e.call_id
       from erasure_calls e
       where e.erasure_id = $1 and e.erased_at is not null
         and not exists (
           select from check_sessions s
           where s.account_id = e.account_id and s.check_id = e.call_id
             and (s.erased_at is null or s.cost_at is not null)
         )
         and not exists (
           select from events v
           join deliveries d on d.account_id = v.account_id and d.event_id = v.event_id
           where v.account_id = e.account_id and v.subject_id = e.call_id and d.state = 'pending'
         )
       order by e.account_id, e.call_id
       limit $2
     ) e
     join calls c on c.account_id = e.account_id and c.call_id = e.call_id
     left join check_sessions s on s.account_id = e.account_id and s.check_id = e.call_id`,
    [erasureId, limit],
  );
  return rows;
}

export async function closeCalls(
  client: Queryable,
  erasureId: string,
  { accountIds, callIds }: CallColumns,
  vendors: readonly VendorAnswer[],
): Promise<void> {
  await client.query(
    `delete from erasure_calls e using unnest($2::integer[], $3::uuid[]) as i (account_id, call_id)
     where e.erasure_id = $1 and e.account_id = i.account_id and e.call_id = i.call_id`,
    [erasureId, accountIds, callIds],
  );
  await client.query('update erasures set vendors = $2 where erasure_id = $1', [
    erasureId,
    JSON.stringify(vendors),
  ]);
}

/** Ends an erasure whose calls are all closed. True if it did. */
export async function finishErasure(client: Queryable, erasureId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update erasures e set finished_at = statement_timestamp(), subject_hash = null
     where e.erasure_id = $1 and e.listed_at is not null
       and not exists (select from erasure_calls c where c.erasure_id = e.erasure_id)`,
    [erasureId],
  );
  return rowCount === 1;
}

/** What an erasure still waits for. */
export interface OpenWork {
  /** Calls whose outcome is not known yet: their money is still held. */
  calls: number;
  /** Calls that are erased here, while a vendor has yet to confirm or an event is yet to be delivered. */
  confirmations: number;
}

export async function countOpenWork(pool: Queryable, erasureId: string): Promise<OpenWork> {
  const { rows } = await pool.query<OpenWork>(
    `select count(*) filter (where erased_at is null)::integer as calls,
       count(*) filter (where erased_at is not null)::integer as confirmations
     from erasure_calls where erasure_id = $1`,
    [erasureId],
  );
  return rows[0] ?? { calls: 0, confirmations: 0 };
}
