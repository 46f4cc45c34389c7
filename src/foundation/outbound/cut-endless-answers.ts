import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * Closes connections that receive more bytes for one request than any response needs. The body has its own
 * limit, but informational responses (1xx) and chunk extensions are not part of a body: an endpoint that sent
 * them without end kept the process busy until its timeout, and all callers waiting.
 */
export function cutEndlessAnswers(
  connect: buildConnector.connector,
  maxBytes: number,
): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...made) => {
      const [, socket] = made;
      if (socket) watch(socket, maxBytes);
      callback(...made);
    });
}

function watch(socket: Socket, maxBytes: number): void {
  let written = socket.bytesWritten;
  let seen = socket.bytesRead;
  let start = seen;
  socket.on('readable', () => {
    // A write since then means that this data answers the next request.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      start = seen;
    }
    seen = socket.bytesRead;
    if (seen - start > maxBytes) {
      socket.destroy(new Error(`the answer goes on after ${maxBytes} bytes`));
    }
  });
}
