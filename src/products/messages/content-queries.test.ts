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
  const message = asSent ? { asSent, to: `+86${asSent}`, text: `for ${asSent}` } : null;
  return { callId: randomUUIDv7(), order: { message } };
}

const query = vi.fn();
const pool = { query } as unknown as Queryable;
const forget = (held: readonly Sender[], log = quietLog) =>
  forgetRefused({ pool, vault, log }, sealed, batch, held);

beforeEach(() => {
  query.mockReset().mockResolvedValue({ rows: [], rowCount: 1 });
});

test('a refused call’s content is removed, and the others’ is kept', async () => {
  await forget([second, silent]);
  const [[text, [contentId, , left]]] = query.mock.calls as [[string, [string, Buffer, Buffer]]];
  expect(text).toContain('update message_contents set sealed = $3 where content_id = $1');
  expect(contentId).toBe(sealed.contentId);
  const open = ({ callId }: Sender) => openMessage(vault, { callId, contentId, sealed: left });
  expect(open(second)).toEqual(second.order.message);
  expect(() => open(first)).toThrow('other calls');
});

test('everything is removed if no held call has content', async () => {
  await forget([silent]);
  expect(query.mock.calls).toEqual([
    [
      'delete from message_contents where content_id = $1 and sealed = $2',
      [sealed.contentId, sealed.sealed],
    ],
  ]);
});

// @mutant src/products/messages/content-queries.ts
// - if (await replaceContent(pool, contentId, { from: found, to: left })) return;
// + await replaceContent(pool, contentId, { from: found, to: left });
test('a content that was sealed again meanwhile keeps what was erased from it, and loses the refused call', async () => {
  const third = senderOf('3');
  const now = sealMessages(vault, [first, third], sealed.contentId) as SealedMessages;
  query.mockResolvedValueOnce({ rows: [], rowCount: 0 }).mockResolvedValueOnce({ rows: [now] });
  await forget([second, silent]);
  expect(query).toHaveBeenCalledTimes(3);
  const [, [contentId, found, left]] = query.mock.calls[2] as [string, [string, Buffer, Buffer]];
  expect(found).toBe(now.sealed);
  const open = ({ callId }: Sender) => openMessage(vault, { callId, contentId, sealed: left });
  expect(open(third)).toEqual(third.order.message);
  expect(() => open(first)).toThrow('other calls');
});

test('writes nothing if all calls were held, or none', async () => {
  await forget(batch);
  await forget([]);
  expect(query).not.toHaveBeenCalled();
});

test('an unavailable database does not delay the answer, and is logged', async () => {
  query.mockRejectedValue(new Error('connection lost'));
  const warn = vi.fn();
  await forget([second], { ...quietLog, warn });
  expect(warn).toHaveBeenCalledOnce();
});

test('a message gets its content, or nothing if that is no longer stored', async () => {
  const [kept, gone] = [randomUUIDv7(), randomUUIDv7()];
  query.mockResolvedValue({ rows: [{ contentId: kept, sealed: sealed.sealed }] });
  const asked = [{ contentId: kept }, { contentId: gone }, { contentId: null }];
  expect(await withContents(pool, asked)).toEqual([
    { contentId: kept, sealed: sealed.sealed },
    { contentId: gone, sealed: null },
    { contentId: null, sealed: null },
  ]);
});
