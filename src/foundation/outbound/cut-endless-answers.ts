import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * Ends connections on which more comes in answer to one request than any answer needs. What is read of a body has
 * a limit of its own, but words before the answer (1xx) and notes on its chunks belong to no body: one endpoint
 * that never stopped sending them kept the process busy until its time was over, and every caller waiting.
 */
export function cutEndlessAnswers(
  connect: buildConnector.connector,
  mostBytes: number,
): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...made) => {
      const [, socket] = made;
      if (socket) watch(socket, mostBytes);
      callback(...made);
    });
}

function watch(socket: Socket, mostBytes: number): void {
  let written = socket.bytesWritten;
  let seen = socket.bytesRead;
  let start = seen;
  socket.on('readable', () => {
    // Something was written since: what comes now is the answer to the next request.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      start = seen;
    }
    seen = socket.bytesRead;
    if (seen - start > mostBytes) {
      socket.destroy(new Error(`the answer goes on after ${mostBytes} bytes`));
    }
  });
}
