import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../foundation/contract/errors/errors.ts';

/** A balancer that asks wants to know now: a database that takes longer is not ready. */
const longestWaitMs = 1_000;

/**
 * `/healthz` says that the process lives, `/readyz` that it can take calls. While the server stops,
 * it refuses the second like every other request.
 */
export function registerHealth(
  app: FastifyInstance,
  { askDatabase }: { askDatabase(): Promise<unknown> },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const late = sleep(longestWaitMs, undefined, { ref: false }).then(() => {
      throw new Error('no word from the database');
    });
    await Promise.race([askDatabase(), late]).catch((cause: unknown) =>
      fail('database_unavailable', { cause, headers: { 'retry-after': '1' } }),
    );
    return { status: 'ready' };
  });
}
