import { isTaken } from '../../src/surfaces/http/taken-port.mjs';

/**
 * A port that nobody listens on, for a program that has to be told one. It is below those that the system gives to
 * connections, and to whoever takes any: by the time that the program listens, one of these may be somebody else's.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (!(await isTaken({ host: '127.0.0.1', port }))) return port;
  }
}
