import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { Receipt } from '../providers/provider.ts';
import { referenceOf } from '../providers/reference.ts';
import { createInbox, type InboxMessage } from './inbox.ts';
import type { SmsScript } from './sandbox-scripts.ts';

/** An inbox, the receipts it sent, and a database that has lost this many. */
function createFixture(lost = 0) {
  const rows = Array.from({ length: lost }, () => ({
    callId: randomUUIDv7(),
    accountId: 1,
    script: 'delivered',
  }));
  const asked: unknown[] = [];
  const query = async (_: string, values: unknown[]) => {
    asked.push(...values);
    return { rows };
  };
  const pool = { query } as unknown as Pool;
  const fired: Receipt[][] = [];
  const inbox = createInbox(pool, async (receipts) => void fired.push(receipts));
  return { inbox, fired, asked };
}

function message(script: SmsScript, receiptAfterMs: number | null = 0): InboxMessage {
  const callId = randomUUIDv7();
  return { callId, reference: referenceOf({ accountId: 1, callId }), script, receiptAfterMs };
}

const counts = (fired: readonly Receipt[][]) => fired.map(({ length }) => length);

test('due receipts are sent a limited number at a time, and the rest right after', async () => {
  const { inbox, fired } = createFixture();
  for (let n = 0; n < 1_500; n++) inbox.schedule(message('delivered'));
  inbox.schedule(message('late', 3_600_000));
  inbox.schedule(message('silent', null));
  expect(await inbox.fireDue()).toBe(true);
  expect(await inbox.fireDue()).toBe(false);
  expect(await inbox.fireDue()).toBe(false);
  expect(counts(fired)).toEqual([1_000, 500]);
});

test('everything that a dead process should have sent is sent', async () => {
  const { inbox, fired, asked } = createFixture(2_500);
  expect(await inbox.fireLost()).toBe(2_500);
  // A live process sends its latest receipt within 30 seconds.
  expect(asked).toEqual([60_000]);
  expect(counts(fired)).toEqual([1_000, 1_000, 500]);
});

test('a message gets the receipts that its number rehearses', async () => {
  const { inbox, fired } = createFixture();
  await inbox.fireNow(message('twice'));
  await inbox.fireNow(message('blocked'));
  const [thrice = [], [blocked] = []] = fired;
  expect(thrice).toHaveLength(3);
  expect(new Set(thrice.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
  expect(thrice[0]).toMatchObject({ state: 'delivered' });
  expect(blocked).toMatchObject({ state: 'undelivered', reason: 'blocked_by_person' });
});

test('the rows for a settle are handed out once', () => {
  const { inbox } = createFixture();
  inbox.keepWithSettle('one', 'late');
  expect(inbox.takeScript('other')).toBeNull();
  expect(inbox.takeScript('one')).toBe('late');
  expect(inbox.takeScript('one')).toBeNull();
});
