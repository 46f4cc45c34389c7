import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A TCP address in front of another, whose connections a test can silence or cut. */
export interface TcpProxy {
  port: number;
  /** From now on existing connections carry no data, and neither do new ones if told. */
  silence(options?: { newOnes: boolean }): void;
  /** New connections work again; silenced ones stay silent. */
  speak(): void;
  /** Cuts the connections without a close. */
  cut(): void;
  close(): Promise<void>;
}

export async function createTcpProxy(to: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const silenced = new Set<Socket>();
  let isSilent = false;
  const server = createServer((socket) => {
    const behind = connect(to);
    if (isSilent) silenced.add(socket);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    socket.on('data', (data) => silenced.has(socket) || behind.write(data));
    behind.on('data', (data) => silenced.has(socket) || socket.write(data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    silence({ newOnes } = { newOnes: false }) {
      isSilent = newOnes;
      for (const socket of sockets) silenced.add(socket);
    },
    speak() {
      isSilent = false;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
