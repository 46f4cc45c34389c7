import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createVault } from '../../../src/foundation/vault.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { readBalance, topUp } from '../../../src/money/ledger/queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { httpSmsSimulator } from '../../../src/vendors/simulators/http-sms.ts';
import { byTest } from '../../kit/by-test.ts';
import { createCommandLineFixture } from '../../kit/command-line-fixture.ts';
import { countBlocked } from '../../kit/count-blocked.ts';
import { createSharedServers, type SharedServers } from '../../kit/shared-servers.ts';
import { type Rehearsed, rehearse, routeTo } from '../../vendors/rehearse.ts';

const dataKey = randomBytes(32);
const settings = {
  DATA_KEY: dataKey.toString('hex'),
  PROVIDER_TIMEOUT_MS: '500',
  CALL_DEADLINE_MS: '1500',
};

let servers: SharedServers;
let vendor: Rehearsed;

beforeAll(async () => {
  servers = await createSharedServers();
  const cli = createCommandLineFixture(servers.database, createVault(dataKey));
  vendor = await rehearse(cli, httpSmsSimulator, {
    code: 'mine',
    callbackUrlOf: () => 'http://127.0.0.1:9/',
    change: ({ sendBody, ...config }) => ({
      ...config,
      sendBody: String(sendBody).replace(/,"callback":"[^"]*"/, ''),
    }),
  });
});
afterAll(async () => {
  await vendor.running.close();
  await servers.close();
});

/** The hold is still waiting for its lock when a busy machine comes to freeze the server. */
function patientTarget(): string {
  const url = new URL(servers.database.target);
  const options = `${url.searchParams.get('options') ?? ''} -clock_timeout=60s -cstatement_timeout=60s`;
  url.searchParams.set('options', options.trim());
  return url.href;
}

async function newLiveKey() {
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), { name: 'Rowan', testBalance: 0n });
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'live' });
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 10_000n, reference: 'first' });
  const cli = createCommandLineFixture(servers.database, createVault(dataKey));
  await routeTo(cli, 'sms_code', accountId, [vendor]);
  return { accountId, apiKey };
}

test('a server that was frozen between hold and send sends nothing after the deadline', async () => {
  const { pool } = servers.database;
  const { accountId, apiKey } = await newLiveKey();
  const server = await servers.start(
    servers.shared({ ...settings, DATABASE_URL: patientTarget() }),
  );
  onTestFinished(() => void server.process.kill('SIGCONT'));
  const lock = await pool.connect();
  await lock.query(`begin; select from wallets where account_id = ${accountId} for update`);
  const reply = server.call('sms_code', apiKey, { mobile: '13912345678', code: '1' });
  await expect.poll(() => countBlocked(pool), { interval: 5 }).toBe(1);
  server.process.kill('SIGSTOP');
  await lock.query('rollback');
  lock.release();
  const stateOf = async (olderThanMs: number) => {
    const { rows } = await pool.query<{ state: string }>(
      `select state from calls
       where account_id = $1 and held_at < now() - make_interval(secs => $2 / 1000.0)`,
      [accountId, olderThanMs],
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(() => stateOf(2_000)).toEqual(['held']);
  server.process.kill('SIGCONT');

  // A server that slept past the end of the reply too says that it does not know yet; or, if it read the time before the
  // hold, that nothing is charged.
  const { status, body } = await reply;
  expect([
    [503, 'database_unavailable'],
    [502, 'provider_unavailable'],
    [504, 'outcome_unknown'],
  ]).toContainEqual([status, body.reason]);
  await expect.poll(() => stateOf(0)).toEqual(['unavailable']);
  expect(vendor.running.taken).toEqual([]);
  expect(await readBalance(pool, accountId, 'live')).toMatchObject({
    available: 10_000n,
    held: 0n,
  });
  expect((await audit(pool)).faults).toEqual([]);

  // The vendor would have taken it: the next call arrives.
  const next = () => server.call('sms_code', apiKey, { mobile: '13912345679', code: '1' });
  await expect.poll(async () => (await next()).status).toBe(201);
  expect(vendor.running.taken.length).toBeGreaterThan(0);
});
