import { Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { RepliesInFlight } from './replies-in-flight.ts';

export interface Closing {
  /** How long kept-alive connections may still speak, to be told that we stop. */
  lingerMs: number;
  /** How long replies in flight may take. */
  graceMs: number;
}

/**
 * Ends a server in order. Node's own way closes idle connections at once, under the feet of whoever is
 * just sending a request over one; here they have a moment to be told to go elsewhere.
 */
export async function closeServer(
  app: FastifyInstance,
  replies: RepliesInFlight,
  { lingerMs, graceMs }: Closing,
): Promise<void> {
  const grace = within(graceMs);
  const linger = within(Math.min(lingerMs, graceMs));
  for (const response of replies.all()) {
    if (!response.headersSent) response.setHeader('connection', 'close');
  }
  await Promise.race([stopListening(app), linger.isOver]);
  await Promise.race([closeAll(app), grace.isOver]);
  // A call that takes longer than the grace is cut off; the next start finds and ends it.
  app.server.closeAllConnections();
  linger.forget();
  grace.forget();
}

/** Takes no new connections, and is done when the last one has ended. */
function stopListening({ server }: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** A connection whose last call has ended would keep the server open for as long as it lives. */
async function closeAll(app: FastifyInstance): Promise<void> {
  const timer = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearInterval(timer);
  }
}

function within(ms: number): { isOver: Promise<void>; forget(): void } {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return { isOver, forget: () => clearTimeout(timer) };
}
