import { isTaken } from '../../src/surfaces/http/taken-port.mjs';

/** Each worker of the tests has ports of its own: two never give the same one to their programs. */
const share = 3_000;
const first = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 4) * share;
let given = Math.floor(Math.random() * share);

/**
 * A free port, for a program that must be given one. It is below the ephemeral range: a port from
 * that range may be taken by the time the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (given++ % share);
    if (!(await isTaken({ host: '127.0.0.1', port }))) return port;
  }
}
