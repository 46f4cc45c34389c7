import { connect, createServer, type Socket } from 'node:net';

/** A TCP address in front of a database that listens only on a Unix socket. */
export interface DatabaseProxy {
  /** The database URL through this address. */
  target: string;
  port: number;
  /** From now on existing connections drop the database's answers, and so do new ones if told. */
  silence(options?: { newOnes: boolean }): void;
  /** New connections work again; silenced ones stay silent. */
  speak(): void;
  /** Cuts the connections without a close. */
  cut(): void;
  close(): Promise<void>;
}

export async function createDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const url = new URL(target);
  const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  const silenced = new Set<Socket>();
  let isSilent = false;
  const server = createServer((socket) => {
    const behind = connect(path);
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
    target: `postgresql://127.0.0.1:${port}${url.pathname}?user=${url.searchParams.get('user')}`,
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
