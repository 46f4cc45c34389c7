import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../db/queryable.ts';
import type { Actor } from './actor.ts';

declare const isChange: unique symbol;

/**
 * A transaction that knows who is at work in it. Queries that change what people set take one, so that
 * they cannot be called without an actor; the entry of the audit log is written by the database, at the
 * commit (0017_audit.sql).
 */
export interface Change extends Queryable {
  readonly [isChange]: true;
}

/** Begins a change, lets `work` make it, and commits it with its entries: all of it, or nothing. */
export async function inChange<Result>(
  pool: Pool,
  actor: Actor,
  action: string,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isLost = false;
  try {
    await client.query('begin');
    await client.query(
      `select set_config('countersign.actor', $1, true), set_config('countersign.action', $2, true)`,
      [JSON.stringify(actor), action],
    );
    const result = await work(client as PoolClient & Change);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot even go back is not fit for anybody else.
    await client.query('rollback').catch(() => {
      isLost = true;
    });
    throw error;
  } finally {
    client.release(isLost);
  }
}

/** What changed where no table of settings did, such as a call that was decided by hand. */
export interface NotedChange {
  accountId: number | null;
  action: string;
  subject: string;
  key: object;
  before: object | null;
  after: object | null;
}

/** Writes an entry by hand, in the change's own transaction. */
export async function noteChange(change: Change, noted: NotedChange): Promise<void> {
  const { accountId, action, subject, key, before, after } = noted;
  await change.query('select audit_write($1, $2, $3, $4, $5, $6)', [
    accountId,
    action,
    subject,
    JSON.stringify(key),
    before && JSON.stringify(before),
    after && JSON.stringify(after),
  ]);
}
