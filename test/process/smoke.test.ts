import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/money/ledger/audit-ledger.ts';
import type { TestDatabase } from '../kit/database.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { createSharedServers, type SharedServers } from '../kit/shared-servers.ts';

/** Sent, and never sent; the provider answers neither in time. */
const sent = { mobile: '13800000007', code: '1' };
const lost = { mobile: '13800000008', code: '1' };

let servers: SharedServers;
let database: TestDatabase;

beforeAll(async () => {
  servers = await createSharedServers();
  database = servers.database;
});
afterAll(() => servers.close());

const newKey = () => servers.newKey();
const start = (env?: Record<string, string>) => servers.start(env);
const shared = (env?: Record<string, string>) => servers.shared(env);

const slow = { PROVIDER_TIMEOUT_MS: '20000', CALL_DEADLINE_MS: '25000' };
const quick = { PROVIDER_TIMEOUT_MS: '500', CALL_DEADLINE_MS: '1000' };

describe('a server killed in the middle of calls', () => {
  test('leaves no call open: the next start ends each as its provider says, once', {
    timeout: longTimeoutMs,
  }, async () => {
    const first = await start(shared(slow));
    const { apiKey, wallet, states } = await newKey();
    const calls = [
      first.call('sms_code', apiKey, sent, { 'idempotency-key': 'sent' }),
      first.call('sms_code', apiKey, lost, { 'idempotency-key': 'lost' }),
    ];
    for (const call of calls) call.catch(() => {});
    await expect.poll(states).toEqual(['held', 'held']);
    await expect.poll(countMessages).toBe(1);
    expect(await first.end('SIGKILL')).toBe('SIGKILL');
    expect(await Promise.allSettled(calls)).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    expect(await wallet()).toBe('0.9000 0.1000');

    const second = await start(shared(quick));
    await expect.poll(wallet).toBe('0.9500 0.0000');
    expect((await states()).sort()).toEqual(['done', 'unavailable']);
    const again = await second.call('sms_code', apiKey, sent, { 'idempotency-key': 'sent' });
    expect([again.status, again.isRepeat, again.body.data.mobile]).toEqual([
      201,
      true,
      sent.mobile,
    ]);
    expect((await states()).sort()).toEqual(['done', 'unavailable']);
    expect(await wallet()).toBe('0.9500 0.0000');
    expect((await audit(database.pool)).faults).toEqual([]);
  });

  async function countMessages(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      'select coalesce(sum(cardinality(call_ids)), 0)::integer as count from sandbox_messages',
    );
    return rows[0]?.count ?? 0;
  }
});

describe('a server that is told to stop', () => {
  test('answers the calls in flight, accounts for their money, and exits with 0', async () => {
    const server = await start(shared({ ...quick, LOG_LEVEL: 'info' }));
    const { apiKey, wallet, states } = await newKey();
    const inFlight = server.call('sms_code', apiKey, lost);
    // Half a second later it is no longer held, which a busy machine may see too late.
    await expect.poll(states).toHaveLength(1);
    const exit = server.end('SIGTERM');
    expect((await inFlight).body.reason).toBe('outcome_unknown');
    expect(await exit).toBe(0);
    // The last line may still be in the pipe when the process has ended.
    await expect.poll(() => server.output()).toMatch(/"msg":"stopped"\}\n$/);
    // The other server, which still runs, ends what this one could not.
    await expect.poll(wallet).toBe('1.0000 0.0000');
  });
});
