import type { Pool } from 'pg';
import { type BatchWriter, createBatchWriter } from '../../foundation/batches/batch-writer.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { isItemFault } from '../../foundation/db/faults.ts';
import { type SaidReceipt, type TouchedCall, takeReceipts } from './receipt-queries.ts';

/** Some of what one callback said, and the calls that it told of. */
export type ReceiptWriter = BatchWriter<readonly SaidReceipt[], readonly TouchedCall[]>;

/** Each item is up to a hundred receipts. */
const maxItems = 50;

/**
 * Who has waited for longer is told to come again, as vendors do: one that says all at once what it has to
 * say must not fill the memory, nor make the others believe that nobody is there.
 */
const patienceMs = 10_000;

/** Keeps receipts many at a time; a callback is acknowledged once what it said is durable. */
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
