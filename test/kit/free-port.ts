import { isTaken } from '../../src/surfaces/http/taken-port.mjs';

/**
 * A free port, for a program that must be given one. It is below the ephemeral range: a port from
 * that range may be taken by the time the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (!(await isTaken({ host: '127.0.0.1', port }))) return port;
  }
}
