import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVault } from '../../../src/foundation/vault.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { topUp } from '../../../src/money/ledger/queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { cString, frame, ids, responseOf } from '../../../src/vendors/simulators/smpp-wire.ts';
import { byTest } from '../../kit/by-test.ts';
import { createCommandLineFixture } from '../../kit/command-line-fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import type { ServerProcess } from '../../kit/server-process.ts';
import { createSharedServers, type SharedServers } from '../../kit/shared-servers.ts';
import { type HandSmsc, handSmsc } from '../../vendors/hand-smsc.ts';

const dataKey = randomBytes(32);
const perSecond = 20;

let servers: SharedServers;
let centre: HandSmsc;
/** The messages that the centre got, each with its time and connection. */
const arrived: { atMs: number; socket: Socket }[] = [];

beforeAll(async () => {
  servers = await createSharedServers();
  centre = await handSmsc((asked, socket) => {
    if (asked.id !== ids.submit_sm) return;
    arrived.push({ atMs: performance.now(), socket });
    const id = cString(String(arrived.length));
    socket.write(frame(responseOf(asked.id), 0, asked.sequence, id));
  });
});
afterAll(async () => {
  await servers.close();
  await centre.close();
});

/** The key of an account whose live codes go to the centre. */
async function routeToCentre(): Promise<string> {
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), { name: 'Rowan', testBalance: 0n });
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'live' });
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 1_000_000n, reference: 'first' });
  const { json } = createCommandLineFixture(servers.database, createVault(dataKey));
  const settings = {
    ...{ address: centre.url, systemId: 'me', password: 'pw', source: 'Example' },
    messagesPerSecond: String(perSecond),
  };
  const set = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  await json(['provider', 'add', '--vendor', 'smpp', '--code', 'carrier', ...set]);
  await json(`route set --product sms_code --account ${accountId} --providers carrier`);
  return apiKey;
}

test('two servers together keep the rate of one carrier', { timeout: longTimeoutMs }, async () => {
  const apiKey = await routeToCentre();
  const env = servers.shared({ DATA_KEY: dataKey.toString('hex') });
  const both = [await servers.start(env), await servers.start(env)];
  let numbers = 0;
  const beganMs = performance.now();
  const isEnough = () => arrived.length >= 100 || performance.now() - beganMs > 20_000;
  const callAgain = async (server: ServerProcess) => {
    while (!isEnough()) {
      const mobile = `139${String(40_000_000 + numbers++)}`;
      await server.call('sms_code', apiKey, { mobile, code: '482913' });
    }
  };
  // Eight callers at each server ask for far more than the rate.
  const callers = both.flatMap((server) => Array.from({ length: 8 }, () => callAgain(server)));
  await Promise.all(callers);
  expect(new Set(arrived.map(({ socket }) => socket)).size).toBeGreaterThan(1);
  // A busy machine makes messages late, never early, so the nth cannot have come before its turn.
  const early = arrived.filter(
    ({ atMs }, index) => index > 3 + ((atMs - beganMs) / 1_000) * perSecond,
  );
  expect(early.length).toBe(0);
});
