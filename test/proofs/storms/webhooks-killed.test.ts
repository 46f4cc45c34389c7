import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVault } from '../../../src/foundation/vault.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { createReceiver, createWebhookFixture } from '../../kit/webhook-fixture.ts';

const kills = 20;

let database: TestDatabase;
let receiver: Awaited<ReturnType<typeof createReceiver>>;
beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await createReceiver();
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

test(
  'a process killed twenty times while events are written and sent loses none',
  async () => {
    const { pool, target } = database;
    const key = randomBytes(32);
    const fixture = createWebhookFixture(pool, createVault(key));
    const accounts = [await fixture.account(), await fixture.account()];
    for (const accountId of accounts) {
      for (const name of ['a', 'b']) {
        await fixture.endpoint(accountId, receiver.url(`/${accountId}/${name}`));
      }
    }
    const start = async (how: string) => {
      const script = join(import.meta.dirname, 'deliver-process.ts');
      const args = [script, target, key.toString('hex'), accounts.join(), how];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      return child;
    };
    for (let n = 0; n < kills; n++) {
      const child = await start('busy');
      const seen = receiver.received.length;
      await expect.poll(() => receiver.received.length).toBeGreaterThan(seen);
      await sleep(Math.random() * 200);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = await start('quiet');
    const isPending = async () => 'pending' in (await fixture.states());
    await expect.poll(isPending, { interval: 200 }).toBe(false);
    last.kill('SIGKILL');
    await once(last, 'exit');

    const { rows: events } = await pool.query<{ id: string; account: number }>(
      'select event_id as id, account_id as account from events',
    );
    expect(events.length).toBeGreaterThan(kills * 5);
    expect(await fixture.states()).toEqual({ delivered: events.length * 2 });
    const got = new Set(
      receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`),
    );
    const missing = events.flatMap(({ id, account }) =>
      [`/${account}/a ${id}`, `/${account}/b ${id}`].filter((one) => !got.has(one)),
    );
    expect(missing).toEqual([]);
  },
  longTimeoutMs,
);
