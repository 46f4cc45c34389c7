import type { Pool } from 'pg';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { addRuns, keptAttempts, type ProviderRun } from './provider-run-queries.ts';

/** Collects how providers answer, for their state. */
export interface ProviderRuns {
  /** Costs one lookup in a map: it is written later, and what a killed process collected is lost. */
  note(providerCode: string, fault: FailureReason | null): void;
  /** Writes what was collected since the last time. */
  write(): Promise<void>;
  close(): Promise<void>;
}

const writeEveryMs = 2_000;

export function createProviderRuns(
  pool: Pool,
  log: Log,
  { now = () => new Date(), everyMs = writeEveryMs } = {},
): ProviderRuns {
  let runs = new Map<string, ProviderRun>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function writeNow(): Promise<void> {
    if (runs.size === 0) return;
    const earlier = runs;
    runs = new Map();
    await addRuns(pool, [...earlier.values()]).catch((error: unknown) => {
      for (const later of runs.values()) {
        earlier.set(later.providerCode, follow(earlier.get(later.providerCode), later));
      }
      runs = earlier;
      log.warn({ fault: faultOf(error) }, 'states of providers could not be written');
    });
  }

  function write(): Promise<void> {
    // One after the other, so that attempts are stored in their order.
    writing = writing.then(writeNow);
    return writing;
  }

  return {
    note(providerCode, fault) {
      const seen = fault === null ? succeeded(providerCode) : failed(providerCode, fault, now());
      runs.set(providerCode, follow(runs.get(providerCode), seen));
      timer ??= setInterval(write, everyMs).unref();
    },
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

function succeeded(providerCode: string): ProviderRun {
  return { providerCode, recent: '.', failedInRow: 0, failingSince: null, reason: null };
}

function failed(providerCode: string, reason: FailureReason, failingSince: Date): ProviderRun {
  return { providerCode, recent: 'x', failedInRow: 1, failingSince, reason };
}

/** Two runs of one provider, one after the other, as `addRuns` joins them in the database. */
function follow(earlier: ProviderRun | undefined, later: ProviderRun): ProviderRun {
  if (!earlier) return later;
  const isEnded = later.recent.includes('.');
  return {
    providerCode: later.providerCode,
    recent: (earlier.recent + later.recent).slice(-keptAttempts),
    failedInRow: later.failedInRow + (isEnded ? 0 : earlier.failedInRow),
    failingSince: isEnded ? later.failingSince : (earlier.failingSince ?? later.failingSince),
    reason: later.reason ?? earlier.reason,
  };
}
