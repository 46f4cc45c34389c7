import type { FastifyReply } from 'fastify';

type Reply = Pick<FastifyReply, 'raw' | 'request'>;

/** Aborted when whoever asked has gone, or has their reply. */
export function askerSignal(reply: Reply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * The same for a stream of events, which ends with the browser's side of the connection besides: one that has closed
 * it reads no more, unlike a caller that waits for a reply. A connection outlives its streams, so nothing of them is
 * left on it.
 */
export function streamSignal(reply: Reply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort();
  const { socket } = reply.request.raw;
  socket.once('end', leave);
  reply.raw.once('close', () => {
    socket.off('end', leave);
    leave();
  });
  return gone.signal;
}
