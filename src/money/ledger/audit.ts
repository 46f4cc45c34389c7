import type { Pool, PoolClient } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import { connectPatiently } from '../../foundation/db/connect.ts';
import {
  callFaults,
  closingFaults,
  manualFaults,
  missingWallets,
  refundFaults,
  spendFaults,
  totals,
  usageFaults,
  walletFaults,
} from './audit-queries.ts';

export type FaultKind =
  | 'wallet'
  | 'closing'
  | 'call'
  | 'refund'
  | 'manual'
  | 'usage'
  | 'spend'
  | 'total';

export interface Fault {
  kind: FaultKind;
  /** Null for a fault of the books as a whole. */
  accountId: number | null;
  mode?: Mode;
  callId?: string;
  /** Amounts are in ten-thousandths here, as the rows have them. */
  detail: string;
}

export interface Audit {
  ok: boolean;
  wallets: number;
  calls: number;
  transfers: number;
  /** At most a hundred of each question. */
  faults: Fault[];
}

const questions: readonly [FaultKind, string][] = [
  ['wallet', missingWallets],
  ['wallet', walletFaults],
  ['closing', closingFaults],
  ['call', callFaults],
  ['refund', refundFaults],
  ['manual', manualFaults],
  ['usage', usageFaults],
  ['spend', spendFaults],
];

/**
 * Proves from the rows that the books are right. All questions look at one snapshot, so calls that
 * come in meanwhile neither wait nor show up half.
 */
export async function audit(pool: Pool): Promise<Audit> {
  return withSnapshot(pool, auditOn);
}

/** The same in the transaction that the caller has begun. */
export async function auditOn(client: PoolClient): Promise<Audit> {
  const faults: Fault[] = [];
  for (const [kind, sql] of questions) faults.push(...(await ask(client, kind, sql)));
  const { rows } = await client.query<{
    wallets: number;
    calls: bigint;
    transfers: bigint;
    owned: string;
    given: string;
  }>(totals);
  const { wallets, calls, transfers, owned, given } = rows[0] as (typeof rows)[0];
  if (owned !== given) {
    const detail = `the wallets hold ${owned} in all, but ${given} was put into them`;
    faults.push({ kind: 'total', accountId: null, detail });
  }
  return {
    ok: faults.length === 0,
    wallets,
    calls: Number(calls),
    transfers: Number(transfers),
    faults,
  };
}

async function ask(client: PoolClient, kind: FaultKind, sql: string): Promise<Fault[]> {
  const { rows } = await client.query<{
    accountId: number;
    mode: Mode;
    callId: string | null;
    detail: string;
  }>(sql);
  return rows.map(({ accountId, mode, callId, detail }) => ({
    kind,
    accountId,
    mode,
    ...(callId === null ? {} : { callId }),
    detail,
  }));
}

async function withSnapshot<Result>(
  pool: Pool,
  look: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  // Whole tables are read: no call's time-out applies, and the joins want room in memory.
  const client = await connectPatiently(pool);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local work_mem = '128MB'`);
    return await look(client);
  } finally {
    // Nothing was written, so whatever happened there is nothing to keep.
    client.release(true);
  }
}
