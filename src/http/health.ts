import type { FastifyInstance } from 'fastify';
import { fail } from '../contract/errors.ts';

/** `/healthz` says that the process lives, `/readyz` that it can take calls. */
export function registerHealth(
  app: FastifyInstance,
  { askDatabase, isDraining }: { askDatabase(): Promise<unknown>; isDraining(): boolean },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (isDraining()) fail('shutting_down');
    await askDatabase().catch((cause: unknown) => fail('database_unavailable', { cause }));
    return { status: 'ready' };
  });
}
