import type { Pool } from 'pg';
import { createBatchWriter } from '../../foundation/batches/batch-writer.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import {
  isFree,
  type Operation,
  operationAt,
  productAt,
} from '../../foundation/contract/operations/operations.ts';
import type { CalledProduct } from '../../foundation/contract/products.ts';
import { faultOf, isItemFault } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Principal } from '../callers/principal.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { type PersonPorts, personHashOf } from './person-hash-of.ts';
import { keepRefused, type NewRefusedCall } from './queries.ts';

/** A request that was refused, and its caller. */
export interface RefusedRequest {
  requestId: string;
  operation: Operation;
  caller: Pick<Principal, 'accountId' | 'keyId' | 'mode'>;
  error: unknown;
  /** Parses the body, which a refused request may not have been asked for yet. */
  readBody(): Record<string, unknown>;
}

/** Keeps refused calls, so that a call that never was has a story. */
export interface RefusedCalls {
  /** Returns at once: no reply waits for it, and what is not written yet when the process dies is lost. */
  note(refused: RefusedRequest): void;
  /** Writes what is still counted. */
  close(): Promise<void>;
}

interface Ports extends PersonPorts {
  pool: Pool;
  log: Log;
}

/** In ten minutes. Beyond them calls are counted, so that no caller can fill the disk or keep the database busy. */
const rowsOfAccount = 600;
const rowsOfServer = 3_000;
const tenMinutesInSeconds = 600;
/** Rows that wait for the database, and rows that count. */
const maxWaiting = 1_000;
const countedMs = 60_000;

export function createRefusedCalls({ pool, log, ...ports }: Ports): RefusedCalls {
  const limiter = createRateLimiter();
  const ofServer = createRateLimiter();
  const counted = new Map<string, NewRefusedCall>();
  const writer = createBatchWriter<NewRefusedCall, void>({
    maxItems: 200,
    write: async (items) => {
      await keepRefused(pool, items);
      return items.map(() => undefined);
    },
    isItemFault,
  });
  let lost = 0;
  let fault: string | undefined;
  function write(row: NewRefusedCall): void {
    writer.add(row).catch((error) => {
      lost += row.calls;
      fault = faultOf(error);
    });
  }

  function writeCounted(): void {
    // One line a minute: a database that is away loses many.
    if (lost > 0) log.warn({ lost, fault }, 'refused calls could not be kept');
    lost = 0;
    for (const row of counted.values()) write(row);
    counted.clear();
  }
  const timer = setInterval(writeCounted, countedMs).unref();

  /** The limiter counts by the second; these limits count by ten minutes. */
  function mayBeRow(accountId: number): boolean {
    if (writer.pending() >= maxWaiting) return false;
    const now = performance.now() / tenMinutesInSeconds;
    if (limiter.take(accountId, rowsOfAccount, now) > 0) return false;
    return ofServer.take(0, rowsOfServer, now) === 0;
  }

  function count(row: NewRefusedCall): void {
    const key = [row.accountId, row.keyId, row.product, row.reason].join(' ');
    const known = counted.get(key);
    if (known) known.calls++;
    else if (counted.size < maxWaiting) counted.set(key, row);
    else lost++;
  }

  return {
    note({ requestId, operation, caller, error, readBody }) {
      // Errors of the server are in its log, and while it is overloaded it must not write more.
      if (!(error instanceof ApiError) || error.row.status >= 500 || isFree(operation)) return;
      const row = rowOf(requestId, operation, caller, error);
      if (!mayBeRow(caller.accountId)) return count(row);
      const body = bodyOf(readBody);
      if (body && isFree(operationAt(operation, body))) return;
      const product = (body && productAt(operation, body)) ?? row.product;
      const personHash = body ? personHashOf(ports, body, { ...row, product }) : null;
      write({ ...row, product, personHash });
    },
    async close() {
      clearInterval(timer);
      writeCounted();
      await writer.drained();
    },
  };
}

function rowOf(
  callId: string,
  product: CalledProduct,
  { accountId, keyId, mode }: RefusedRequest['caller'],
  { reason, headers }: ApiError,
): NewRefusedCall {
  return {
    ...{ accountId, callId, keyId, mode, product, reason },
    policy: headers?.['ratelimit-policy'] ?? null,
    retryAfter: headers?.['retry-after'] ? Number(headers['retry-after']) : null,
    personHash: null,
    notedMs: performance.now(),
    calls: 1,
  };
}

/** A body that cannot be parsed names nobody. */
function bodyOf(readBody: RefusedRequest['readBody']): Record<string, unknown> | undefined {
  try {
    return readBody();
  } catch {
    return undefined;
  }
}
