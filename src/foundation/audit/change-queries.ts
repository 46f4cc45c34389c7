import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../db/in-transaction.ts';
import type { Queryable } from '../db/queryable.ts';
import { withRefusals } from '../db/refused.ts';
import type { Actor } from './actor.ts';
import type { Act } from './acts.ts';

declare const isChange: unique symbol;

/**
 * A transaction that knows its actor. Queries that change settings take a Change, so no caller can run them
 * without an actor; the database writes the audit entry at commit (0017_audit.sql).
 */
export interface Change extends Queryable {
  readonly [isChange]: true;
}

/**
 * Begins a transaction, runs `work`, and commits its changes together with their audit entries, or neither. Any
 * statement can be refused, because the file of the platform can lock any setting.
 */
export async function inChange<Result>(
  pool: Pool,
  actor: Actor,
  action: Act,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, 'begin', async (client) => {
    await client.query(
      `select set_config('countersign.actor', $1, true), set_config('countersign.action', $2, true)`,
      [JSON.stringify(actor), action],
    );
    return withRefusals(work(client as PoolClient & Change));
  });
}

/** A change outside the settings tables, such as a call that an operator decided by hand. */
interface NotedChange {
  accountId: number | null;
  action: Act;
  subject: string;
  key: object;
  before: object | null;
  after: object | null;
}

/**
 * Notes an audit entry explicitly, in the change's own transaction. The database writes it at commit, so that
 * the lock of the chain is the last one that any change takes (0030_audit_notes.sql).
 */
export async function noteChange(change: Change, noted: NotedChange): Promise<void> {
  const { accountId, action, subject, key, before, after } = noted;
  await change.query(
    `insert into audit_notes (account_id, action, subject, subject_key, before, after)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      accountId,
      action,
      subject,
      JSON.stringify(key),
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    ],
  );
}
