import type { FastifyReply } from 'fastify';

type Reply = Pick<FastifyReply, 'raw' | 'request'>;

/** Aborts when the client has disconnected or has received its reply. */
export function clientSignal(reply: Reply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * The same for an event stream, which also ends when the browser closes its side of the connection: unlike a
 * caller that waits for a reply, such a browser no longer reads. A connection outlives its streams, so the
 * listener is removed from it.
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
