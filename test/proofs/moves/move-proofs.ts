import type { Pool } from 'pg';
import { expect } from 'vitest';
import { verifyEntries } from '../../../src/foundation/audit/verify-entries.ts';
import type { Launched } from '../../kit/server-process.ts';
import { until } from '../../kit/until.ts';
import { expectBooksClosed } from '../storms/books.ts';

/** Waits until a command says one of these; throws when it ends without. */
export async function untilSaid({ child, output }: Launched, ...words: string[]): Promise<void> {
  const hasSaid = () => {
    const said = output.stdout + output.stderr;
    if (words.some((one) => said.includes(one))) return true;
    if (child.exitCode === null) return false;
    throw new Error(`the command ended: ${said}`);
  };
  await until(hasSaid, 120_000, 2);
}

export async function countCharged(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ charged: number }>(
    `select count(*)::integer as charged from calls where state = 'done'`,
  );
  return rows[0]?.charged ?? 0;
}

/** Waits until no call is open; then money, calls and the audit chain are right. */
export async function expectRightBooks(pool: Pool): Promise<void> {
  const countOpen = async () =>
    (await pool.query(`select from calls where state in ('held', 'unknown')`)).rowCount;
  await expect.poll(countOpen, { timeout: 120_000 }).toBe(0);
  await expectBooksClosed(pool);
  expect((await verifyEntries(pool)).ok).toBe(true);
}
