import type { Pool } from 'pg';
import { type BatchWriter, createBatchWriter } from '../db/batch-writer.ts';
import { isItemFault } from '../db/faults.ts';
import { type SaidReceipt, type TouchedCall, takeReceipts } from './receipt-queries.ts';

/** What one callback said, and the calls that it told of. */
export type ReceiptWriter = BatchWriter<readonly SaidReceipt[], readonly TouchedCall[]>;

/** Each item is all of one callback, so the bound is on callbacks; vendors send up to a hundred in one. */
const maxItems = 50;

/** Keeps receipts many at a time; a callback is acknowledged once what it said is durable. */
export function createReceiptWriter(pool: Pool): ReceiptWriter {
  return createBatchWriter<readonly SaidReceipt[], readonly TouchedCall[]>({
    maxItems,
    isItemFault,
    async write(callbacks) {
      const touched = await takeReceipts(pool, callbacks.flat());
      return callbacks.map((_, at) => (at === 0 ? touched : []));
    },
  });
}
