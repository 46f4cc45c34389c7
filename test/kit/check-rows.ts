import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createAccount } from '../../src/people/accounts/queries.ts';
import type { CheckKey } from '../../src/products/checks/queries.ts';
import { byTest } from './by-test.ts';

/** Columns and their values, as the database names them. */
export type Row = Record<string, unknown>;

/** Checks and sessions written directly into the tables, in any state that a test needs. */
export interface CheckRows {
  accountId: number;
  /** The reference time: tests pass it as the current time. */
  now: Date;
  /** This many milliseconds from then. */
  at(ms: number): Date;
  /** A check with a consent and an hour left. */
  check(columns?: Row): Promise<CheckKey>;
  /** An open session of a phone with a minute left. */
  session(check: CheckKey, columns?: Row): Promise<number>;
  readCheck(check: CheckKey): Promise<Row>;
  readSessions(check: CheckKey): Promise<Row[]>;
}

export async function createCheckRows(pool: Pool): Promise<CheckRows> {
  const { accountId } = await createAccount(byTest(pool), { name: 'Rowan' });
  const now = new Date('2026-05-05T05:05:05.555Z');
  const at = (ms: number) => new Date(now.getTime() + ms);
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row);
    const parameters = names.map((_, index) => `$${index + 1}`);
    return pool.query(
      `insert into ${table} (${names.join(', ')}) values (${parameters.join(', ')})`,
      Object.values(row),
    );
  };
  let sessions = 0;
  return {
    accountId,
    now,
    at,
    async check(columns = {}) {
      const checkId = randomUUID();
      await insert('checks', {
        account_id: accountId,
        check_id: checkId,
        mode: 'test',
        token_hash: randomBytes(32),
        link_hash: randomBytes(32),
        provider_code: 'camera',
        sealed: Buffer.from('sealed'),
        card_hash: Buffer.from('card'),
        created_at: at(-3_600_000),
        expires_at: at(3_600_000),
        consented_at: at(-60_000),
        ...columns,
      });
      return { accountId, checkId };
    },
    async session({ checkId }, columns = {}) {
      sessions += 1;
      await insert('check_sessions', {
        account_id: accountId,
        check_id: checkId,
        session_no: sessions,
        provider_code: 'camera',
        session_ref: `ref-${sessions}`,
        device: 'mobile',
        started_at: at(-60_000),
        expires_at: at(60_000),
        state: 'open',
        sealed_url: Buffer.from(`url-${sessions}`),
        ...columns,
      });
      return sessions;
    },
    async readCheck({ checkId }) {
      const { rows } = await pool.query('select * from checks where check_id = $1', [checkId]);
      return rows[0];
    },
    async readSessions({ checkId }) {
      const { rows } = await pool.query(
        'select * from check_sessions where check_id = $1 order by session_no',
        [checkId],
      );
      return rows;
    },
  };
}
