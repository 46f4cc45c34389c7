import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import type { Payment } from '../../../src/money/payments/payment.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { createPaymentFixture, type PaymentFixture } from '../../kit/payment-fixture.ts';
import { runCommand, startServer } from '../../kit/server-process.ts';
import { setInvoicing } from '../../kit/set-invoicing.ts';

const wanted = 200;
let database: TestDatabase;
let fixture: PaymentFixture;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createPaymentFixture(database);
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-numbers-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function countIssued(): Promise<number> {
  const { rows } = await database.pool.query('select count(*)::integer as count from invoices');
  return rows[0].count;
}

test('numbers have no gap and no repeat when servers and commands issue at once and are killed', {
  timeout: longTimeoutMs,
}, async () => {
  await setInvoicing(fixture);
  const payments = [];
  for (let count = 0; count < wanted; count++) payments.push(await fixture.pay(10_000n));
  const env = { DATABASE_URL: database.target, DATA_DIR: dataDir };
  const start = () => Promise.all([startServer(env), startServer(env)]);
  const killed = await start();
  await expect.poll(countIssued, { interval: 5 }).toBeGreaterThan(wanted / 10);
  await Promise.all(killed.map((server) => server.end('SIGKILL')));
  expect(await countIssued()).toBeLessThan(wanted);
  // Each command is a process of its own, which takes numbers beside the servers.
  const issue = ({ paymentId }: Payment) =>
    runCommand(['invoice', 'issue', '--payment', paymentId], env);
  const [servers] = await Promise.all([start(), ...payments.slice(-3).map(issue)]);
  await expect.poll(countIssued, { timeout: longTimeoutMs / 2 }).toBe(wanted);
  const { rows } = await database.pool.query<{ serial: number }>(
    'select serial from invoices order by issued_at, serial',
  );
  expect(rows.map(({ serial }) => serial)).toEqual(payments.map((_, at) => at + 1));
  expect((await audit(database.pool)).faults).toEqual([]);
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
});
