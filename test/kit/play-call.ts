import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { createMovableClock } from '../../src/foundation/clock.ts';
import type { CalledProduct, OutcomeKind } from '../../src/foundation/contract/products.ts';
import type { Money } from '../../src/foundation/money.ts';
import { createLineWriter } from '../../src/line/calls/line-writer.ts';
import { idAt } from '../../src/line/search/id-bounds.ts';
import { type LedgerWorld, settleItemOf, writerPorts } from './ledger-table.ts';
import { messageItemOf } from './message-item.ts';

export interface PlayedCall {
  accountId: number;
  /** When it was accepted. */
  at: Date;
  endedAt?: Date;
  state?: OutcomeKind;
  amount?: Money;
  /** Null if no provider says what it cost. */
  cost?: number | null;
  product?: CalledProduct;
  provider?: string;
  timeZone?: string;
}

/** A live message that the line's own functions hold and settle, at times of the test's choice. */
export async function playCall(pool: Pool, played: PlayedCall): Promise<string> {
  const { accountId, at, endedAt = at, state = 'done', amount = 500n, cost = null } = played;
  const { product = 'sms_code', provider = 'north', timeZone = 'Asia/Shanghai' } = played;
  await pool.query('update wallets set credit_limit = 100000000 where account_id = $1', [
    accountId,
  ]);
  const { rows } = await pool.query<LedgerWorld['versions']>(
    `select a.version as "accountVersion", p.version as "platformVersion"
     from accounts a, platform p where a.account_id = $1`,
    [accountId],
  );
  const clock = createMovableClock(at);
  const writer = createLineWriter({ ...writerPorts(pool, clock), timeZone });
  const versions = rows[0] as LedgerWorld['versions'];
  const world = { pool, accountId, mode: 'live' as const, versions, callIds: new Map(), ...writer };
  const callId = `${idAt(at.getTime()).slice(0, 14)}${randomUUIDv7().slice(14)}`;
  const { verdict } = await writer.holds.add(messageItemOf(world, { callId, product, amount }));
  if (verdict !== 'held') throw new Error(`the call was not held: ${verdict}`);
  clock.set(endedAt);
  const details = cost === null ? null : JSON.stringify({ cost, costSource: 'answer' });
  const item = settleItemOf(world, callId, state);
  await writer.settles.add({ ...item, providerCode: provider, details });
  return callId;
}
