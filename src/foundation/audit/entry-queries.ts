import type { Pool } from 'pg';
import { accountOf, type Scope } from '../contract/scope.ts';
import type { Queryable } from '../db/queryable.ts';
import type { RecordedActor } from './actor.ts';

/** One change in the audit log. */
export interface AuditEntry {
  entryId: number;
  madeAt: Date;
  actor: RecordedActor;
  accountId: number | null;
  /** The action, such as `price.set`. */
  action: string;
  /** The table, and the key columns of its row. */
  subject: string;
  key: Record<string, unknown>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface EntryFilter {
  accountId?: number | undefined;
  /** An action, or a prefix of several: `price` finds `price.set` and `price.unset`. */
  action?: string | undefined;
  /** The actor's name. */
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const entryColumns = `entry_id as "entryId", made_at as "madeAt", actor, account_id as "accountId", action,
  subject, subject_key as key, before, after`;

/** One page of the log, newest first, and the `before` cursor of the next page, if there is one. */
export async function listEntries(
  pool: Pool,
  scope: Scope,
  { accountId, action, actor, from, to }: EntryFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const { rows } = await pool.query<AuditEntry>(
    `select ${entryColumns}
     from audit_entries
     where ($1::integer is null or entry_id < $1)
       and ($2::integer is null or account_id = $2)
       and ($3::text is null or action = $3 or split_part(action, '.', 1) = $3)
       and ($4::text is null or actor ->> 'name' = $4)
       and ($5::timestamptz is null or made_at >= $5)
       and ($6::timestamptz is null or made_at < $6)
     order by entry_id desc
     limit $7`,
    [
      ...[before ?? null, accountOf(scope, accountId), action ?? null, actor ?? null],
      ...[from ?? null, to ?? null, limit + 1],
    ],
  );
  return pageOfEntries(rows, limit);
}

/** An entry as members of its account may see it. */
export interface OwnEntry extends AuditEntry {
  /** Whether the actor is one of the operator's staff: neither a member nor a key of the account, nor the platform. */
  isByOperator: boolean;
}

/**
 * The same for one account, for its own members. Providers, the bank's files and the operator's staff are the
 * operator's business: members cannot find entries by staff names either.
 */
export async function listOwnEntries(
  pool: Pool,
  accountId: number | null,
  { action, actor, from, to }: Omit<EntryFilter, 'accountId'>,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ entries: OwnEntry[]; next: number | null }> {
  const { rows } = await pool.query<OwnEntry>(
    `with own as materialized (
       select distinct subject_key -> 'person_id' as person_id
       from audit_entries
       where account_id = $2 and subject = 'members'
     ), told as (
       select e.*, e.actor ->> 'kind' not in ('key', 'platform')
         and not exists (select from own where person_id = e.actor -> 'personId') as by_operator
       from audit_entries e
       where account_id = $2 and subject <> 'routes' and split_part(action, '.', 1) <> 'route'
         and action <> 'bank.import'
     )
     select ${entryColumns}, by_operator as "isByOperator"
     from told
     where ($1::integer is null or entry_id < $1)
       and ($3::text is null or action = $3 or split_part(action, '.', 1) = $3)
       and ($4::text is null or (not by_operator and actor ->> 'name' = $4))
       and ($5::timestamptz is null or made_at >= $5)
       and ($6::timestamptz is null or made_at < $6)
     order by entry_id desc
     limit $7`,
    [
      ...[before ?? null, accountId, action ?? null, actor ?? null],
      ...[from ?? null, to ?? null, limit + 1],
    ],
  );
  return pageOfEntries(rows, limit);
}

function pageOfEntries<Entry extends AuditEntry>(rows: readonly Entry[], limit: number) {
  const entries = rows.slice(0, limit);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.entryId ?? null) : null };
}

/** When the last entry was written, and by whom. */
interface LastNoted {
  name: string;
  madeAt: Date;
  by: string;
}

/** The newest entry for each replaced secret of a provider. */
export async function findReplacedSecrets(pool: Pool, providerCode: string): Promise<LastNoted[]> {
  const { rows } = await pool.query<LastNoted>(
    `select distinct on (s.name) s.name, e.made_at as "madeAt", e.actor ->> 'name' as by
     from audit_entries e
     cross join lateral jsonb_array_elements_text(e.after -> 'secrets') as s (name)
     where e.subject = 'provider_secrets'
       and e.subject_key = jsonb_build_object('provider_code', $1::text)
     order by s.name, e.entry_id desc`,
    [providerCode],
  );
  return rows;
}

/** An entry as it was hashed, with its stored hash. */
interface HashedEntry {
  entryId: number;
  text: string;
  hash: Buffer;
}

/** One page of the entries after a given one, in order. */
export async function readHashed(pool: Pool, after: number, limit: number): Promise<HashedEntry[]> {
  const { rows } = await pool.query<HashedEntry>(
    `select entry_id as "entryId",
       jsonb_build_array(
         entry_id, (extract(epoch from made_at) * 1000000)::bigint, actor, account_id, action,
         subject, subject_key, before, after
       )::text as text,
       hash
     from audit_entries
     where entry_id > $1
     order by entry_id
     limit $2`,
    [after, limit],
  );
  return rows;
}

/** The newest entry and its hash; undefined while the log is empty. */
export async function readHead(
  db: Queryable,
): Promise<{ entryId: number; hash: string } | undefined> {
  const { rows } = await db.query<{ entryId: number; hash: string }>(
    `select entry_id as "entryId", encode(hash, 'hex') as hash
     from audit_entries
     order by entry_id desc
     limit 1`,
  );
  return rows[0];
}

export async function findHash(pool: Pool, entryId: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from audit_entries where entry_id = $1`,
    [entryId],
  );
  return rows[0]?.hash;
}

/** The actors of manual money movements, by reference. */
export async function findMovers(
  pool: Pool,
  { accountId, mode }: { accountId: number; mode: string },
  references: readonly string[],
): Promise<Map<string, Pick<RecordedActor, 'kind' | 'name'>>> {
  const { rows } = await pool.query<{ reference: string; actor: RecordedActor }>(
    `select subject_key ->> 'reference' as reference, actor
     from audit_entries
     where account_id = $1 and subject = 'manual_entries' and subject_key ->> 'mode' = $2
       and subject_key ->> 'reference' = any ($3)`,
    [accountId, mode, references],
  );
  return new Map(rows.map(({ reference, actor: { kind, name } }) => [reference, { kind, name }]));
}
