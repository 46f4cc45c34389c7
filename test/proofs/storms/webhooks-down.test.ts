import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMovableClock } from '../../../src/foundation/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { createWebhookFixture } from '../../kit/webhook-fixture.ts';

const endpoints = 50;
const eventsEach = 200;
const hour = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test(
  '10 000 events for 50 endpoints that were down for three days all arrive, in a recoverable order',
  async () => {
    const { pool } = database;
    const clock = createMovableClock(new Date());
    const fixture = createWebhookFixture(pool);
    const received = new Map<string, { path: string; sequence: number; available: string }[]>();
    let isDown = true;
    let attempts = 0;
    /** A server that is down at first; its requests are signed and sealed as always. */
    const client = {
      async post({ url, body }: { url: string; body: string }) {
        attempts += 1;
        if (isDown) throw new Error('connect ECONNREFUSED');
        const { id, sequence, data } = JSON.parse(body);
        const one = { path: new URL(url).pathname, sequence, available: data.available };
        received.set(id, [...(received.get(id) ?? []), one]);
        return { status: 204, headers: {}, text: '' };
      },
    };
    for (let n = 0; n < endpoints; n++) {
      const accountId = await fixture.account();
      await fixture.endpoint(accountId, `https://example.com/${accountId}`);
      await fixture.happen(accountId, eventsEach, clock.now());
    }
    // An attempt takes no time here, so that sending one at a time would dominate the test.
    const pace = { pollMs: 10, afterFailure: 20, probeMs: 0, maxInFlight: 1_000 };
    const deliverer = fixture.deliverer({ clock, client, pace });
    deliverer.start();

    const startMs = clock.nowMs();
    const dueNow = async () => {
      const { rows } = await pool.query<{ due: number; next: Date | null }>(
        `select count(*) filter (where due_at <= $1)::integer as due, min(due_at) as next
       from deliveries where state = 'pending'`,
        [clock.now()],
      );
      return rows[0] as { due: number; next: Date | null };
    };
    /** Advances the clock from attempt to attempt, and finishes each one's work. */
    async function goOn(untilMs: number): Promise<void> {
      for (;;) {
        await expect.poll(async () => (await dueNow()).due).toBe(0);
        const { next } = await dueNow();
        if (!next || next.getTime() > untilMs) break;
        // Deliveries that fail together are due again within a fifth of their pause: all at once.
        clock.move((next.getTime() - clock.nowMs()) * 1.25 + 60_000);
      }
    }
    await goOn(startMs + 72 * hour);
    expect(received.size).toBe(0);
    expect(attempts).toBeGreaterThan(5 * endpoints * eventsEach);
    isDown = false;
    await goOn(Number.POSITIVE_INFINITY);
    await deliverer.stop();

    expect(await fixture.states()).toEqual({ delivered: endpoints * eventsEach });
    expect(received.size).toBe(endpoints * eventsEach);
    const byPath = Map.groupBy([...received.values()].flat(), ({ path }) => path);
    expect(byPath.size).toBe(endpoints);
    for (const told of byPath.values()) {
      const inOrder = told.toSorted((a, b) => a.sequence - b.sequence);
      expect(inOrder.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: eventsEach }, (_, n) => n + 1),
      );
      // Each was a little lower than the previous one.
      const lower = inOrder.map(({ available }) => Number(available));
      expect(lower).toEqual(lower.toSorted((a, b) => b - a));
    }
  },
  longTimeoutMs,
);
