import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../foundation/contract/errors/errors.ts';

/** Load balancers need a fast answer: a database that takes longer counts as not ready. */
const longestWaitMs = 1_000;

/**
 * `/healthz` says that the process is alive, `/readyz` that it can take calls. During shutdown, `/readyz` is
 * refused like every other request.
 */
export function registerHealth(
  app: FastifyInstance,
  { askDatabase }: { askDatabase(): Promise<unknown> },
): void {
  // A load balancer may ask under any name of the server.
  const config = { isForPeople: true };
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async () => {
    const late = sleep(longestWaitMs, undefined, { ref: false }).then(() => {
      throw new Error('no word from the database');
    });
    await Promise.race([askDatabase(), late]).catch((cause: unknown) =>
      fail('database_unavailable', { cause, headers: { 'retry-after': '1' } }),
    );
    return { status: 'ready' };
  });
}
