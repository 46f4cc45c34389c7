import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * A listener on every address of this machine that counts connections by the address they came to.
 */
export interface Canary {
  port: number;
  visits: string[];
  close(): void;
}

export async function openCanary(): Promise<Canary> {
  const visits: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    visits.push(socket.localAddress ?? '');
    sockets.add(socket.on('error', () => {}));
    socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
  });
  server.listen({ port: 0, host: '::', ipv6Only: false });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    visits,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
