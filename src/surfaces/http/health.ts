import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fail, type Reason } from '../../foundation/contract/errors/errors.ts';
import { roleRefused, sqlState } from '../../foundation/db/faults.ts';

/** Load balancers need a fast answer: a database that takes longer counts as not ready. */
const longestWaitMs = 1_000;
/** How long a result serves everyone who asks. */
const keptMs = 1_000;

/** Why a database that answers takes no writes, by SQLSTATE. */
const refusals: Readonly<Record<string, Reason>> = {
  '53100': 'database_disk_full',
  '25006': 'database_read_only',
  [roleRefused]: 'cell_fenced',
};

/**
 * `/healthz` says that the process is alive, `/readyz` that it can take calls: the database accepts a write.
 * During shutdown, `/readyz` is refused like every other request.
 */
export function registerHealth(
  app: FastifyInstance,
  { tryDatabase }: { tryDatabase(): Promise<unknown> },
): void {
  // A load balancer may ask under any name of the server.
  const config = { isForPeople: true };
  const tryShared = share(tryDatabase);
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    const late = sleep(longestWaitMs, undefined, { ref: false }).then(() => {
      throw new Error('no word from the database');
    });
    await Promise.race([tryShared(), late]).catch((cause: unknown) =>
      fail(refusals[sqlState(cause) ?? ''] ?? 'database_unavailable', {
        cause,
        headers: { 'retry-after': '1' },
      }),
    );
    return { status: 'ready' };
  });
}

/** Runs at most one attempt at a time, and keeps its result for a moment. */
function share<T>(attempt: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined;
  return () => {
    latest ??= attempt().finally(() => {
      setTimeout(() => {
        latest = undefined;
      }, keptMs).unref();
    });
    return latest;
  };
}
