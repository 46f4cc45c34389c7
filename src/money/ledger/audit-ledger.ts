import type { ClientBase, Pool } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import { inSnapshot } from '../../foundation/db/in-snapshot.ts';
import { documentFaults, invoiceFaults, paymentFaults } from './audit-payment-queries.ts';
import {
  callFaults,
  closingFaults,
  forgottenCalls,
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
  | 'payment'
  | 'invoice'
  | 'usage'
  | 'spend'
  | 'total';

interface Fault {
  kind: FaultKind;
  /** Null for a fault of the books as a whole. */
  accountId: number | null;
  mode?: Mode;
  callId?: string;
  /** Amounts are in ten-thousandths, as in the rows. */
  detail: string;
}

export interface Audit {
  ok: boolean;
  wallets: number;
  calls: number;
  transfers: number;
  /** At most a hundred per query. */
  faults: Fault[];
}

const questions: readonly [FaultKind, string][] = [
  ['wallet', missingWallets],
  ['wallet', walletFaults],
  ['closing', closingFaults],
  ['call', callFaults],
  ['call', forgottenCalls],
  ['refund', refundFaults],
  ['manual', manualFaults],
  ['payment', paymentFaults],
  ['invoice', invoiceFaults],
  ['invoice', documentFaults],
  ['usage', usageFaults],
  ['spend', spendFaults],
];

/**
 * Proves from the rows that the books are right. All queries read one snapshot, so concurrent calls are
 * neither delayed nor seen half-written.
 */
export async function audit(pool: Pool): Promise<Audit> {
  return inSnapshot(pool, async (client) => {
    // The audit joins whole tables, which takes memory.
    await client.query(`set local work_mem = '128MB'`);
    return auditOn(client);
  });
}

/** Runs the audit in a transaction that the caller has begun. */
export async function auditOn(client: ClientBase): Promise<Audit> {
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

async function ask(client: ClientBase, kind: FaultKind, sql: string): Promise<Fault[]> {
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
