import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import { type BatchWriter, createBatchWriter } from '../db/batch-writer.ts';
import { isItemFault } from '../db/faults.ts';
import type { Log } from '../db/log.ts';
import { sealContents } from '../messages/content.ts';
import { forgetRefused } from '../messages/content-queries.ts';
import type { Vault } from '../vault.ts';
import {
  type HoldItem,
  type HoldResult,
  holdParameters,
  holdResults,
  holdValues,
  keysOf,
} from './hold-calls.ts';
import {
  type SettleItem,
  type SettleResult,
  settleParameters,
  settleResults,
  settleValues,
} from './settle-calls.ts';

export type HoldWriter = BatchWriter<HoldItem, HoldResult>;
export type SettleWriter = BatchWriter<SettleItem, SettleResult>;

type Item = { hold: HoldItem } | { settle: SettleItem };

/** The statement takes as many calls as wait, up to a bound that keeps the wallets' locks short. */
const maxItems = 1_000;

export interface LineWriterPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  /** Whose midnight begins a day. */
  timeZone: string;
  log: Log;
}

/**
 * Writes holds and settles together: what waits of both goes into one statement, and so one commit.
 * They need the same wallets' locks, so two writers would take turns at them anyway, and pay for two
 * commits where one does.
 */
export function createLineWriter(ports: LineWriterPorts): {
  holds: HoldWriter;
  settles: SettleWriter;
} {
  const writer = createBatchWriter<Item, HoldResult | SettleResult>({
    maxItems,
    isItemFault,
    keysOf: (item) => ('hold' in item ? keysOf(item.hold) : noKeys),
    // A held call is carried out, and a provider as quick as the sandbox lets it settle at once.
    hasSequel: (item) => 'hold' in item,
    write: (items) => writeBatch(ports, items),
  });
  return {
    holds: {
      add: (hold) => writer.add({ hold }) as Promise<HoldResult>,
      pending: () => writer.pending(),
      drained: () => writer.drained(),
    },
    settles: {
      add: (settle) => writer.add({ settle }) as Promise<SettleResult>,
      pending: () => writer.pending(),
      drained: () => writer.drained(),
    },
  };
}

const noKeys: readonly string[] = [];

async function writeBatch(
  { pool, clock, vault, timeZone, log }: LineWriterPorts,
  items: readonly Item[],
): Promise<(HoldResult | SettleResult)[]> {
  const holds: HoldItem[] = [];
  const settles: SettleItem[] = [];
  for (const item of items) {
    if ('hold' in item) holds.push(item.hold);
    else settles.push(item.settle);
  }
  const hasSettles = settles.length > 0;
  const contents = sealContents(vault, holds);
  const { rows } = await pool.query<[string, number, string | null, number | null]>({
    ...(holds.length > 0 ? (hasSettles ? lineStatement : holdStatement) : settleStatement),
    values: [
      ...(hasSettles ? settleValues(settles, clock, holds) : []),
      ...(holds.length > 0 ? holdValues(holds, clock, timeZone, hasSettles, contents) : []),
    ],
    rowMode: 'array',
  });
  const held = holdResults(holds, rows);
  // Nobody waits for this: the calls are decided.
  if (contents) void forgetRefused({ pool, vault, log }, contents, holds, held);
  const settled = settleResults(settles, rows);
  let h = 0;
  let s = 0;
  return items.map(
    (item) => ('hold' in item ? held[h++] : settled[s++]) as HoldResult | SettleResult,
  );
}

const settleOf = `select 'settle', ord, state, null::integer from settle_calls(${parameters(1, settleParameters)})`;
const holdOf = (from: number) =>
  `select 'hold', ord, verdict, retry_after_ms from hold_calls(${parameters(from, holdParameters)})`;

const settleStatement = { name: 'settle', text: settleOf };
const holdStatement = { name: 'hold', text: holdOf(1) };
/** First the settles, which give money back, then the holds, which need it. */
const lineStatement = {
  name: 'line',
  text: `${settleOf} union all ${holdOf(settleParameters + 1)}`,
};

function parameters(from: number, count: number): string {
  return Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');
}
