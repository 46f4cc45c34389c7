import { createTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** A TCP address in front of a database that listens only on a Unix socket. */
export interface DatabaseProxy extends TcpProxy {
  /** The database URL through this address. */
  target: string;
}

export async function createDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const url = new URL(target);
  const proxy = await createTcpProxy({ path: `${url.searchParams.get('host')}/.s.PGSQL.5432` });
  const user = url.searchParams.get('user');
  return { ...proxy, target: `postgresql://127.0.0.1:${proxy.port}${url.pathname}?user=${user}` };
}
