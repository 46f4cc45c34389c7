import type { FastifyInstance } from 'fastify';
import { fail } from '../contract/errors.ts';

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
    await askDatabase().catch((cause: unknown) => fail('database_unavailable', { cause }));
    return { status: 'ready' };
  });
}
