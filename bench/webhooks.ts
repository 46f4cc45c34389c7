import { setTimeout as sleep } from 'node:timers/promises';
import { createReceiver, createWebhookFixture } from '../test/kit/webhook-fixture.ts';
import { openBenchDatabase, startEmbedded } from './bench-server.ts';
import { median } from './median.ts';
import { report } from './report.ts';

/**
 * The cost of deliveries: how many per second a fast endpoint gets, and how long others wait while
 * one endpoint hangs and one is slow. Deliverer, receiver and PostgreSQL share the cores.
 */
const isQuick = process.argv.includes('--quick');
const turns = isQuick ? 1 : 3;
const backlog = isQuick ? 5_000 : 20_000;
const rounds = isQuick ? 40 : 100;
const others = 10;
const roundMs = 50;

const embedded = await startEmbedded();
try {
  const { pool } = await openBenchDatabase(embedded.target);
  const receiver = await createReceiver();
  const fixture = createWebhookFixture(pool);
  const untilReceived = async (path: string, count: number) => {
    while (receiver.at(path).length < count) await sleep(20);
  };

  async function measureRate(): Promise<number> {
    const accountId = await fixture.account();
    const path = `/fast/${accountId}`;
    await fixture.endpoint(accountId, receiver.url(path));
    await fixture.happen(accountId, backlog);
    const deliverer = fixture.deliverer();
    const startedAt = performance.now();
    deliverer.start();
    await untilReceived(path, backlog);
    const seconds = (performance.now() - startedAt) / 1_000;
    await deliverer.stop();
    return backlog / seconds;
  }

  /** The 95th percentile of the time from an event to its delivery, for healthy endpoints. */
  async function measureOthers(withTrouble: boolean): Promise<number> {
    const accounts: number[] = [];
    for (let n = 0; n < others; n++) {
      const accountId = await fixture.account();
      await fixture.endpoint(accountId, receiver.url(`/other/${accountId}`));
      accounts.push(accountId);
    }
    if (withTrouble) await makeTrouble();
    receiver.received.length = 0;
    const waits: number[] = [];
    for (const accountId of accounts) {
      receiver.answers.set(`/other/${accountId}`, (response, { body }) => {
        waits.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
        response.writeHead(204).end();
      });
    }
    const deliverer = fixture.deliverer();
    deliverer.start();
    for (let round = 0; round < rounds; round++) {
      for (const accountId of accounts) await fixture.happen(accountId, 1);
      await sleep(roundMs);
    }
    while (waits.length < rounds * others) await sleep(20);
    await deliverer.stop();
    await pool.query(`update deliveries set state = 'failed' where state = 'pending'`);
    return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
  }

  /**
   * One that never answers, and one that answers after a second, each with a thousand pending
   * events.
   */
  async function makeTrouble(): Promise<void> {
    for (const name of ['hangs', 'slow']) {
      const accountId = await fixture.account();
      const path = `/${name}/${accountId}`;
      receiver.answers.set(path, (response) => {
        if (name === 'slow') setTimeout(() => response.writeHead(204).end(), 1_000);
      });
      await fixture.endpoint(accountId, receiver.url(path));
      await fixture.happen(accountId, 1_000);
    }
  }

  const rates: number[] = [];
  const alone: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    rates.push(await measureRate());
    alone.push(await measureOthers(false));
    beside.push(await measureOthers(true));
  }
  await receiver.close();
  await pool.end();
  const grown = median(beside) / median(alone) - 1;
  const text = describe([
    [
      `deliveries to one fast endpoint (${backlog} pending)`,
      `${Math.round(median(rates))}/s`,
      'at least 1000/s',
    ],
    [
      `p95 from an event to its delivery, ${others} endpoints, next to one that hangs and one that is slow`,
      `${median(beside)} ms, alone ${median(alone)} ms: ${Math.round(grown * 100)} % more`,
      'at most 20 % more',
    ],
  ]);
  await report('WEBHOOKS', text, isQuick);
} finally {
  await embedded.stop();
}

function describe(rows: readonly (readonly string[])[]): string {
  const lines = [['metric', 'measured', 'goal'], ['---', '---', '---'], ...rows];
  return [
    '# Webhook benchmark',
    '',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, median of ${turns} rounds.`,
    'Sender, receiver and PostgreSQL share the cores; all deliveries are signed, sent and stored.',
    '',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}
