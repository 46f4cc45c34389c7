import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { SealedColumn } from '../../foundation/vault.ts';

/** How far one column has been sealed again. */
export interface Reseal {
  /** The key that its values are to be sealed with. */
  keyId: string;
  lastRow: string[] | null;
  /** How many values the present pass sealed again. */
  found: number;
  /** How many values all passes sealed again. */
  resealed: number;
  /** A whole pass found nothing left to do. */
  isFinished: boolean;
  /** That pass ended more than a day ago. */
  isOld: boolean;
}

export const nameOf = ({ table, column }: SealedColumn) => `${table}.${column}`;

export async function listReseals(pool: Pool): Promise<Map<string, Reseal>> {
  const { rows } = await pool.query<Reseal & { name: string }>(
    `select sealed_column as name, key_id as "keyId", last_row as "lastRow", found::float8 as found,
       resealed::float8 as resealed, finished_at is not null as "isFinished",
       coalesce(finished_at < now() - interval '1 day', false) as "isOld"
     from reseals`,
  );
  return new Map(rows.map(({ name, ...reseal }) => [name, reseal]));
}

export async function storeReseal(
  pool: Pool,
  name: string,
  reseal: Omit<Reseal, 'isOld'>,
): Promise<void> {
  await pool.query(
    `insert into reseals (sealed_column, key_id, last_row, found, resealed, finished_at)
     values ($1, $2, $3, $4, $5, case when $6 then now() end)
     on conflict (sealed_column) do update set key_id = excluded.key_id,
       last_row = excluded.last_row, found = excluded.found, resealed = excluded.resealed,
       finished_at = excluded.finished_at`,
    [name, reseal.keyId, reseal.lastRow, reseal.found, reseal.resealed, reseal.isFinished],
  );
}

/** A sealed value with its row's primary key and whatever its context needs, all as text. */
export interface SealedRow {
  key: string[];
  values: Record<string, string>;
  sealed: Buffer;
}

/** The same value under the key that seals now. */
export interface ResealedRow extends SealedRow {
  resealed: Buffer;
}

interface SealedPage {
  /** The rows of the page that another key sealed. */
  rows: SealedRow[];
  /** The primary key of the last row of the page; null if there are no more rows. */
  last: string[] | null;
}

/** Reads the next rows in the order of their primary key; values under the given prefix are left out. */
export async function readSealedPage(
  pool: Pool,
  { table, column, key, besides }: SealedColumn,
  { after, prefix, limit }: { after: readonly string[] | null; prefix: Buffer; limit: number },
): Promise<SealedPage> {
  const names = Object.keys(key);
  const list = names.join(', ');
  const read = [...names, ...(besides ? [besides] : [])];
  const bounds = Object.values(key).map((type, at) => `$${at + 3}::text::${type}`);
  const { rows } = await pool.query<{ values: string[]; sealed: Buffer | null }>(
    `select array[${read.map((name) => `${name}::text`).join(', ')}] as values,
       case when substring(${column} from 1 for ${prefix.length}) <> $1 then ${column} end as sealed
     from ${table}
     where ${column} is not null ${after ? `and (${list}) > (${bounds.join(', ')})` : ''}
     order by ${list} limit $2`,
    [prefix, limit, ...(after ?? [])],
  );
  const keyOf = (values: string[]) => values.slice(0, names.length);
  const last = rows.at(-1);
  return {
    last: last ? keyOf(last.values) : null,
    rows: rows.flatMap(({ values, sealed }) => {
      // A removed endpoint keeps an empty value.
      if (!sealed || sealed.length === 0) return [];
      const named = Object.fromEntries(read.map((name, at) => [name, values[at] ?? '']));
      return [{ key: keyOf(values), values: named, sealed }];
    }),
  };
}

/** Replaces a value, unless it has changed since it was read. */
export async function replaceSealed(
  change: Change,
  { table, column, key }: SealedColumn,
  row: ResealedRow,
): Promise<void> {
  const same = Object.entries(key).map(([name, type], at) => `${name} = $${at + 3}::text::${type}`);
  await change.query(
    `update ${table} set ${column} = $1 where ${column} = $2 and ${same.join(' and ')}`,
    [row.resealed, row.sealed, ...row.key],
  );
}
