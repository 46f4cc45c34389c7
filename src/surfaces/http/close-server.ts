import { Server as NetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { RepliesInFlight } from './replies-in-flight.ts';

interface Closing {
  /** Whether a proxy sends the requests, and so has to learn first that this server stops. */
  hasProxy: boolean;
  /** How long a proxy has to learn it, and how long idle keep-alive connections stay open for one more request. */
  lingerMs: number;
  /** How long replies in flight may take. */
  graceMs: number;
  /** Called when that time is over: connections close, and what still arrives is refused. */
  onClosing(): void;
}

/**
 * Stops a server gracefully. Behind a proxy it first takes requests as before, while `/readyz` says that it stops: a
 * connection that the proxy makes while the server stops listening is lost, with the call in it. Node closes idle
 * connections at once, even while a client is still sending a request. Here they stay open briefly, and such a request
 * is served: a proxy that cannot know yet that this server stops must not repeat a call elsewhere, so its caller
 * would get the refusal.
 */
export async function closeServer(
  app: FastifyInstance,
  replies: RepliesInFlight,
  { hasProxy, lingerMs, graceMs, onClosing }: Closing,
): Promise<void> {
  const grace = within(graceMs);
  const linger = within(Math.min(lingerMs, graceMs));
  for (const response of replies.newest()) replies.end(response);
  if (hasProxy) await linger.isOver;
  await acceptAll(app);
  await Promise.race([stopListening(app), linger.isOver]);
  onClosing();
  await Promise.race([closeAll(app), grace.isOver]);
  // A call that outlasts the grace period is cut off; the next start finds and ends it.
  app.server.closeAllConnections();
  linger.forget();
  grace.forget();
}

/**
 * The system makes connections before we accept them, one in each turn of the event loop, and closing the listener resets
 * those that wait. So it is closed right after a turn that accepted none and was short: hardly anything came since.
 */
async function acceptAll({ server }: FastifyInstance): Promise<void> {
  let accepted = 0;
  const count = () => accepted++;
  server.on('connection', count);
  let isQuiet = false;
  for (let turn = 0; turn < 2 || (turn < 1_000 && !isQuiet); turn++) {
    const before = accepted;
    const beganMs = performance.now();
    await setImmediate();
    isQuiet = accepted === before && performance.now() - beganMs < 0.5;
  }
  server.off('connection', count);
}

/** Stops accepting connections; resolves when the last open one has closed. */
function stopListening({ server }: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** Closes connections as they become idle; a kept-alive one would keep the server open. */
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
