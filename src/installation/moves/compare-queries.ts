import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { readHead } from '../../foundation/audit/entry-queries.ts';
import { inTransaction } from '../../foundation/db/in-transaction.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Partition, Sequence } from '../backup/backup-sections.ts';
import { listPartitions, listSequences } from '../backup/catalog-queries.ts';
import { makePartition, setSequence } from '../backup/copy-queries.ts';

/** What must be the same on both sides at the switch, and is read in a moment whatever the cell's age. */
export interface Likeness {
  /** All wallets with their money. */
  wallets: string;
  /** The head of the audit chain. */
  head: string;
  version: string;
}

export async function readLikeness(db: Queryable): Promise<Likeness> {
  const { rows } = await db.query<{ wallets: string; version: string }>(
    `select
       (select md5(string_agg(to_jsonb(w)::text, '' order by account_id, mode)) from wallets w) as wallets,
       (select string_agg(checksum, '' order by version) from schema_migrations)
         || (select max(number) from schema_functions) as version`,
  );
  const head = (await readHead(db))?.hash ?? '';
  return { head, ...(rows[0] as { wallets: string; version: string }) };
}

/** What replication does not bring: values of sequences, and months that were made or dropped. */
export interface Rest {
  sequences: Sequence[];
  /** Partitions that only the old cell has, and those that only the new one has. */
  missing: Partition[];
  dropped: string[];
}

export async function readRest(source: Pool, target: Pool): Promise<Rest> {
  const [there, sequences] = await inOne(source, async (client) => {
    return [await listPartitions(client), await listSequences(client)] as const;
  });
  const here = await inOne(target, listPartitions);
  return {
    sequences,
    missing: there.filter(({ name }) => !here.some((one) => one.name === name)),
    dropped: here.map(({ name }) => name).filter((name) => !there.some((one) => one.name === name)),
  };
}

/** Makes the partitions that the old cell has and migrations do not make. */
export async function makeMissing(target: Pool, { missing }: Rest): Promise<void> {
  await inOne(target, async (client) => {
    for (const partition of missing) await makePartition(client, partition);
  });
}

/** Gives sequences the values of the old cell, and drops the months that it has dropped. */
export async function bringRest(client: PoolClient, { sequences, dropped }: Rest): Promise<void> {
  for (const name of dropped) await client.query(`drop table ${escapeIdentifier(name)}`);
  for (const sequence of sequences) await setSequence(client, sequence);
}

function inOne<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>) {
  return inTransaction(pool, 'begin', work);
}
