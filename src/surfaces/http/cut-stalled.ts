import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How many bytes of its replies the client has read, and how many looks found no progress. */
interface Progress {
  taken: number;
  idleScans: number;
}

/** Counts looks, not seconds: while the process is blocked, no client can make progress. */
const maxIdleScans = 10;

/**
 * Closes connections whose client does not read its replies. Incoming bytes do not count as progress: a
 * client that sends requests and never reads would hold memory forever.
 */
export function cutStalled(server: Server, stallMs: number): void {
  const connections = new Map<Socket, Progress>();
  server.on('connection', (socket) => {
    connections.set(socket, { taken: 0, idleScans: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const look = () => {
    for (const [socket, progress] of connections) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== progress.taken) {
        progress.taken = taken;
        progress.idleScans = 0;
      } else {
        progress.idleScans += 1;
        if (progress.idleScans >= maxIdleScans) socket.destroy();
      }
    }
  };
  const timer = setInterval(look, stallMs / maxIdleScans).unref();
  server.on('close', () => clearInterval(timer));
}
