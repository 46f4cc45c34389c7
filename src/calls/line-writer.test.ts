import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  writerPorts,
} from '../../test/ledger-table.ts';
import { topUp } from '../ledger/queries.ts';
import type { HoldItem } from './hold-calls.ts';
import { createLineWriter } from './line-writer.ts';
import { openMessage, type StoredMessage } from './message-content.ts';

let database: TestDatabase;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function messageItem(callId: string): HoldItem {
  const item = holdItemOf(world, callId, 10n);
  const e164 = `+86138${callId.slice(-8)}`;
  const message = { asSent: e164.slice(3), e164, text: `for ${callId}` };
  const recipient = {
    mobile: e164,
    numberHash: () => Buffer.alloc(16, callId),
    prefix: e164.slice(0, -4),
    codeHash: () => null,
    limits: null,
  };
  return { ...item, order: { ...item.order, product: 'sms_code', message, recipient } };
}

/** Holds as many calls in one batch, on a wallet that can pay for some of them. */
async function holdTogether(count: number, payable: number) {
  world = await createLedgerWorld(database.pool);
  const { accountId, mode } = world;
  if (payable > 0) {
    const reference = randomUUIDv7();
    await topUp(database.pool, { accountId, mode, amount: 10n * BigInt(payable), reference });
  }
  const callIds = Array.from({ length: count }, () => randomUUIDv7());
  const { holds } = createLineWriter(writerPorts(database.pool));
  const results = await Promise.all(callIds.map((callId) => holds.add(messageItem(callId))));
  return { callIds, verdicts: results.map(({ verdict }) => verdict) };
}

async function storedMessages(): Promise<StoredMessage[]> {
  const { rows } = await database.pool.query<StoredMessage>(
    `select c.call_id as "callId", c.content_id as "contentId", m.sealed
     from calls c
     join contents m on m.content_id = c.content_id
     where c.account_id = $1
     order by c.call_id`,
    [world.accountId],
  );
  return rows;
}

test('what a batch of held calls says is kept once, and opened by each of them', async () => {
  const { callIds, verdicts } = await holdTogether(3, 3);
  expect(verdicts).toEqual(['held', 'held', 'held']);
  const stored = await storedMessages();
  expect(new Set(stored.map(({ contentId }) => contentId)).size).toBe(1);
  const { vault } = writerPorts(database.pool);
  expect(stored.map((row) => openMessage(vault, row).text)).toEqual(
    callIds.toSorted().map((callId) => `for ${callId}`),
  );
});

test('what a refused call was to say is forgotten', async () => {
  const { callIds, verdicts } = await holdTogether(3, 2);
  expect(verdicts).toEqual(['held', 'held', 'balance_too_low']);
  const { vault } = writerPorts(database.pool);
  await expect
    .poll(async () => {
      const [row] = await storedMessages();
      return JSON.parse(vault.open(row?.sealed as Buffer, row?.contentId as string)).length;
    })
    .toBe(2);
  const [row] = await storedMessages();
  expect(
    openMessage(vault, { ...(row as StoredMessage), callId: callIds[1] as string }),
  ).toBeTruthy();
  expect(() =>
    openMessage(vault, { ...(row as StoredMessage), callId: callIds[2] as string }),
  ).toThrow('other calls');
});

test('of a batch that was refused whole nothing is kept', async () => {
  const before = await countContents();
  expect((await holdTogether(2, 0)).verdicts).toEqual(['balance_too_low', 'balance_too_low']);
  expect(await countContents()).toBe(before);
});

async function countContents(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::integer as count from contents',
  );
  return rows[0]?.count ?? 0;
}
