import type { Log } from '../../foundation/db/log.ts';
import { createServer } from './server.ts';

interface Place {
  host: string;
  port: number;
  publicUrl?: string | undefined;
  trustProxy: readonly string[];
}

/** Answers every request with 503 until the cell can be opened, and returns how to stop it. */
export async function startWaitingServer(
  { host, port, publicUrl, trustProxy }: Place,
  log: Log,
): Promise<() => Promise<void>> {
  const address = publicUrl ?? `http://${host}:${port}`;
  const server = createServer({
    ...{ log, trustProxy, publicUrl: () => address },
    ...{ isDraining: () => false, isArriving: () => true },
  });
  const config = { isForPeople: true };
  server.app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  await server.app.listen({ host, port });
  return () => server.close(0);
}
