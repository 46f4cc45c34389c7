import type { Pool } from 'pg';
import { type BatchWriter, createBatchWriter } from '../../foundation/batches/batch-writer.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { isItemFault } from '../../foundation/db/faults.ts';
import { type SaidReceipt, type TouchedCall, takeReceipts } from './receipt-queries.ts';

/** Writes some of one callback's receipts and returns the calls they belong to. */
export type ReceiptWriter = BatchWriter<readonly SaidReceipt[], readonly TouchedCall[]>;

/** Each item holds up to a hundred receipts. */
const maxItems = 50;

/**
 * A callback that waits longer is rejected, and the vendor retries it. A vendor that sends everything at once
 * must not fill the memory or make other vendors time out.
 */
const patienceMs = 10_000;

/** Writes receipts in batches. A callback is acknowledged once its receipts are durable. */
export function createReceiptWriter(pool: Pool): ReceiptWriter {
  return createBatchWriter<readonly SaidReceipt[], readonly TouchedCall[]>({
    maxItems,
    isItemFault,
    patience: {
      ms: patienceMs,
      fault: () => new ApiError('overloaded', { headers: { 'retry-after': '5' } }),
    },
    async write(callbacks) {
      const touched = await takeReceipts(pool, callbacks.flat());
      return callbacks.map((_, at) => (at === 0 ? touched : []));
    },
  });
}
