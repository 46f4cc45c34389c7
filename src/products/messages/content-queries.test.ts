import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { createVault } from '../../foundation/vault.ts';
import { openMessage, type SealedMessages, type Sender, sealMessages } from './content.ts';
import { forgetRefused, withContents } from './content-queries.ts';

const vault = createVault(randomBytes(32));
const [first, second, silent] = [senderOf('1'), senderOf('2'), senderOf(null)];
const batch = [first, second, silent];
const sealed = sealMessages(vault, batch) as SealedMessages;

function senderOf(asSent: string | null): Sender {
  const message = asSent ? { asSent, e164: `+86${asSent}`, text: `for ${asSent}` } : null;
  return { callId: randomUUIDv7(), order: { message } };
}

const query = vi.fn();
const pool = { query } as unknown as Queryable;
const forget = (held: readonly Sender[], log = quietLog) =>
  forgetRefused({ pool, vault, log }, sealed, batch, held);

beforeEach(() => {
  query.mockReset().mockResolvedValue({ rows: [] });
});

test('what a refused call was to say is not kept, and what the others say is', async () => {
  await forget([second, silent]);
  const [[text, [contentId, left]]] = query.mock.calls as [[string, [string, Buffer]]];
  expect(text).toContain('update message_contents set sealed = $2 where content_id = $1');
  expect(contentId).toBe(sealed.contentId);
  const open = ({ callId }: Sender) => openMessage(vault, { callId, contentId, sealed: left });
  expect(open(second)).toEqual(second.order.message);
  expect(() => open(first)).toThrow('other calls');
});

test('nothing is left where those that were held say nothing', async () => {
  await forget([silent]);
  expect(query.mock.calls).toEqual([
    ['delete from message_contents where content_id = $1', [sealed.contentId]],
  ]);
});

test('nothing is written where all were held, or none', async () => {
  await forget(batch);
  await forget([]);
  expect(query).not.toHaveBeenCalled();
});

test('a database that is away keeps nobody from the answer; it is told', async () => {
  query.mockRejectedValue(new Error('connection lost'));
  const warn = vi.fn();
  await forget([second], { ...quietLog, warn });
  expect(warn).toHaveBeenCalledOnce();
});

test('a message is given what it says, or nothing where that is no longer kept', async () => {
  const [kept, gone] = [randomUUIDv7(), randomUUIDv7()];
  query.mockResolvedValue({ rows: [{ contentId: kept, sealed: sealed.sealed }] });
  const asked = [{ contentId: kept }, { contentId: gone }, { contentId: null }];
  expect(await withContents(pool, asked)).toEqual([
    { contentId: kept, sealed: sealed.sealed },
    { contentId: gone, sealed: null },
    { contentId: null, sealed: null },
  ]);
});
