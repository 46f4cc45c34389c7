import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How much of a connection's replies the other side has taken, and how often we saw no more. */
interface Progress {
  taken: number;
  idleLooks: number;
}

/** Looks are counted, not seconds: a process that was held up has given nobody a chance to read. */
const mostIdleLooks = 10;

/**
 * Closes every connection whose other side takes nothing of what waits for it. Bytes that arrive are
 * no sign of life here: whoever asks and never reads would keep us waiting, and full, for ever.
 */
export function cutStalled(server: Server, stallMs: number): void {
  const connections = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    connections.set(socket, { taken: 0, idleLooks: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const look = () => {
    for (const [socket, progress] of connections) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== progress.taken) {
        progress.taken = taken;
        progress.idleLooks = 0;
      } else {
        progress.idleLooks += 1;
        if (progress.idleLooks >= mostIdleLooks) socket.destroy();
      }
    }
  };
  const timer = setInterval(look, stallMs / mostIdleLooks).unref();
  server.on('close', () => clearInterval(timer));
}
