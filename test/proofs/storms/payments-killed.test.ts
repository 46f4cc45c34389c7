import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVault } from '../../../src/foundation/vault.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { readBalance } from '../../../src/money/ledger/queries.ts';
import { orderNoOf } from '../../../src/money/payments/payment.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { alipaySimulator } from '../../../src/vendors/simulators/alipay.ts';
import { scan } from '../../../src/vendors/simulators/alipay-orders.ts';
import type { Misbehaviour, Taken } from '../../../src/vendors/simulators/simulator.ts';
import { stripeCheckoutSimulator } from '../../../src/vendors/simulators/stripe-checkout.ts';
import { wechatPaySimulator } from '../../../src/vendors/simulators/wechat-pay.ts';
import { byTest } from '../../kit/by-test.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../kit/command-line-fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { until } from '../../kit/until.ts';
import { type Rehearsed, rehearse } from '../../vendors/rehearse.ts';
import { createClient } from './client.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';

/** What the vendors do wrong in a round, in which a server dies. */
const rounds: Misbehaviour[][] = [
  ['duplicate_receipts'],
  ['no_receipt'],
  ['timeout_sent', 'duplicate_receipts'],
  ['forged_receipt', 'slow'],
];
const paymentsOfRound = 24;
const refundsOfRound = 6;
const ways = [
  { simulator: stripeCheckoutSimulator, method: 'card' },
  { simulator: alipaySimulator, method: 'qr' },
  { simulator: wechatPaySimulator, method: 'qr' },
];
const dataKey = randomBytes(32);
const unit = 1_0000n;

let servers: Servers;
let cli: CommandLineFixture;
let vendors: Rehearsed[];
let account: number;
let apiKey: string;

beforeAll(async () => {
  servers = await startServers(1, {
    ...{ DATA_KEY: dataKey.toString('hex'), PROVIDER_TIMEOUT_MS: '1000' },
  });
  const { pool } = servers.database;
  cli = createCommandLineFixture(servers.database, createVault(dataKey));
  vendors = [];
  for (const { simulator } of ways) {
    const callbackUrlOf = (key: string) => `${servers.all[0]?.url}/callbacks/${key}`;
    vendors.push(await rehearse(cli, simulator, { code: simulator.vendor, callbackUrlOf }));
  }
  account = (await createAccount(byTest(pool), { name: 'payers' })).accountId;
  const key = { accountId: account, mode: 'live', scopes: ['payments'] } as const;
  apiKey = (await createKey(byTest(pool), key)).apiKey;
});
afterAll(async () => {
  await Promise.all(vendors.map(({ running }) => running.close()));
  await servers.close();
});

const all = (kind: Taken['kind']) =>
  vendors.flatMap(({ running }) => running.taken.filter((each) => each.kind === kind));

/** Orders of which a customer heard, so that somebody can pay them. */
const shown = new Set<string>();

/** Every payer pays as soon as he can, and gets back what is paid back. */
function payWhatIsOpen(): void {
  for (const { running } of vendors) {
    for (const taken of running.taken.filter(({ state }) => state === 'open')) {
      if (taken.kind === 'payment' && !shown.has(taken.reference ?? '')) continue;
      if (running === vendors[1]?.running) scan(taken);
      running.decide(taken.id, taken.kind === 'refund' ? 'done' : 'paid');
    }
  }
}

/** Customers begin payments at both servers, and ask the other one if theirs does not answer. */
async function playRound(stays: ServerProcess, dies: ServerProcess): Promise<number> {
  const clients = [stays, dies].map(({ url }) => createClient(url, paymentsOfRound));
  let [answered, cut] = [0, 0];
  const begin = async (n: number) => {
    const { simulator, method } = ways[n % ways.length] as (typeof ways)[number];
    const headers = { 'x-api-key': apiKey, 'idempotency-key': randomUUID() };
    const body = { amount: '10', provider: simulator.vendor, method, returnUrl: 'https://a.test/' };
    for (const turn of [0, 1]) {
      const answer = await clients[(n + turn) % 2]?.post('topup_create', body, headers);
      answered++;
      if (answer?.status === 201) {
        shown.add(orderNoOf(JSON.parse(answer.text).data.paymentId));
        return;
      }
      cut++;
    }
  };
  const paying = setInterval(payWhatIsOpen, 5);
  const refunding = refundSome();
  const begun = Promise.all(Array.from({ length: paymentsOfRound }, (_, n) => begin(n)));
  await expect.poll(() => answered, { interval: 1, timeout: 10_000 }).toBeGreaterThan(2);
  await dies.kill();
  await Promise.all([begun, refunding]);
  clearInterval(paying);
  for (const client of clients) client.close();
  return cut;
}

/** An operator refunds parts of what was credited, while the servers that must ask for it die. */
async function refundSome(): Promise<void> {
  const { rows } = await servers.database.pool.query<{ id: string }>(
    `select payment_id as id from payments
     where account_id = $1 and state = 'paid' and refunded = 0 order by random() limit $2`,
    [account, refundsOfRound],
  );
  for (const { id } of rows) {
    await cli.json(`payment refund --payment ${id} --amount 3 --reason asked`);
  }
}

/** Lets the servers ask now what they would ask in some minutes. */
async function endAll(): Promise<void> {
  const { pool } = servers.database;
  await until(
    async () => {
      payWhatIsOpen();
      await pool.query(`update payments set ask_at = now() where ask_at > now()`);
      await pool.query('update payment_refunds set ask_at = now() where ask_at > now()');
      const { rows } = await pool.query<{ paid: number; refunding: number }>(
        `select
         (select count(*)::integer from payments where account_id = $1 and state = 'paid') as paid,
         (select count(*)::integer from payment_refunds where account_id = $1 and state = 'pending')
           as refunding`,
        [account],
      );
      return rows[0]?.paid === shown.size && rows[0].refunding === 0;
    },
    longTimeoutMs / 3,
    500,
  );
}

test('whatever vendors lose and whenever servers die, each payment is credited once and refunded once', {
  timeout: longTimeoutMs,
}, async () => {
  const { pool } = servers.database;
  const [stays] = servers.all as [ServerProcess];
  let cut = 0;
  for (const wrongs of rounds) {
    const dies = await servers.startAnother();
    for (const { running } of vendors) await running.misbehave(wrongs);
    cut += await playRound(stays, dies);
    for (const { running } of vendors) await running.misbehave([]);
    payWhatIsOpen();
  }
  // Otherwise nothing was cut off, and the test proves nothing.
  expect(cut).toBeGreaterThan(0);
  await endAll();

  const [orders, refunds] = [all('payment'), all('refund')];
  expect(shown.size).toBeGreaterThan(rounds.length * ways.length);
  // A customer who asks again gets the order of before.
  expect(orders.length).toBeLessThanOrEqual(rounds.length * paymentsOfRound);
  for (const taken of [orders, refunds]) {
    const numbers = taken.map(({ reference }) => reference);
    expect(numbers).toEqual([...new Set(numbers)]);
  }
  const asked = await pool.query('select 1 from payment_refunds where account_id = $1', [account]);
  expect(refunds.length).toBe(asked.rowCount);
  expect(refunds.length).toBeGreaterThan(0);
  const left = 10n * BigInt(shown.size) - 3n * BigInt(refunds.length);
  expect((await readBalance(pool, account, 'live')).available).toBe(left * unit);
  expect((await audit(pool)).faults).toEqual([]);
  for (const { running } of vendors) expect(running.refused).toEqual([]);
});
