import type { Pool } from 'pg';
import type { Clock } from '../../foundation/clock.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { Vault } from '../../foundation/vault.ts';
import { sealMessages } from '../../products/messages/content.ts';
import { forgetRefused } from '../../products/messages/content-queries.ts';
import {
  type HoldItem,
  type HoldResult,
  type HoldRow,
  holdCalls,
  holdResults,
} from './hold-calls.ts';
import {
  type SettleItem,
  type SettleResult,
  type SettleRow,
  settleCalls,
  settleResults,
  walletsOf,
} from './settle-calls.ts';

export type LineItem = { hold: HoldItem } | { settle: SettleItem };
export type LineResult = HoldResult | SettleResult;

export interface LineWriterPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  /** The time zone in which a day begins at midnight. */
  timeZone: string;
  log: Log;
}

export function callOf(item: LineItem): Owner & { callId: string } {
  if ('settle' in item) return item.settle;
  const { caller, callId } = item.hold;
  return { accountId: caller.accountId, mode: caller.mode, callId };
}

/** Writes a batch of holds and settles in one statement, and returns the result of each. */
export async function writeLine(
  { pool, clock, vault, timeZone, log }: Omit<LineWriterPorts, 'pool'> & { pool: Queryable },
  items: readonly LineItem[],
): Promise<LineResult[]> {
  const holds: HoldItem[] = [];
  const settles: SettleItem[] = [];
  for (const item of items) {
    if ('hold' in item) holds.push(item.hold);
    else settles.push(item.settle);
  }
  const now = clock.databaseNow();
  const isLocked = settles.length > 0;
  const sealed = sealMessages(vault, holds);
  // Callers are cached, so calls of one key share one object; the occasional duplicate is harmless.
  const callers = [...new Set(holds.map(({ caller }) => caller))];
  const { rows } = await pool.query<HoldRow | SettleRow>({
    ...(holds.length > 0 ? (isLocked ? lineStatement : holdStatement) : settleStatement),
    values: [
      ...(isLocked
        ? settleCalls.values({ items: settles, now, wallets: walletsOf(settles, callers) })
        : []),
      ...(holds.length > 0
        ? holdCalls.values({ items: holds, callers, now, timeZone, isLocked, vault, sealed })
        : []),
    ],
    rowMode: 'array',
  });
  const held = holdResults(holds, rows.filter(isHoldRow));
  const settled = settleResults(settles, rows.filter(isSettleRow));
  if (sealed) {
    const kept = holds.filter((_, i) => held[i]?.verdict === 'held');
    // Not awaited: the calls are already decided.
    void forgetRefused({ pool, vault, log }, sealed, holds, kept);
  }
  let h = 0;
  let s = 0;
  return items.map((item) => ('hold' in item ? held[h++] : settled[s++]) as LineResult);
}

function isHoldRow(row: HoldRow | SettleRow): row is HoldRow {
  return row[0] === 'hold';
}

function isSettleRow(row: HoldRow | SettleRow): row is SettleRow {
  return row[0] === 'settle';
}

const settleFrom = (firstParameter: number) =>
  `select 'settle', ord, state, null::integer from ${settleCalls.text(firstParameter)}`;
const holdFrom = (firstParameter: number) =>
  `select 'hold', ord, verdict, retry_after_ms from ${holdCalls.text(firstParameter)}`;

const settleStatement = { name: 'settle', text: settleFrom(1) };
const holdStatement = { name: 'hold', text: holdFrom(1) };
/** Settles run first because they give money back; holds need it. */
const lineStatement = {
  name: 'line',
  text: `${settleFrom(1)} union all ${holdFrom(settleCalls.count + 1)}`,
};
