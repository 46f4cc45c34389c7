import { afterAll, expect, test } from 'vitest';
import { createFakeSms } from '../../../test/kit/fake-sms.ts';
import { createVault } from '../../foundation/vault.ts';
import { createDeadlines } from '../../vendors/providers/deadlines.ts';
import type { MessageProvider, StatusItem } from '../../vendors/providers/provider.ts';
import { type AskedMessage, askStatus } from './ask-status.ts';
import { type SealedMessages, sealMessages } from './content.ts';

const vault = createVault(Buffer.alloc(32));
const deadlines = createDeadlines(100);
afterAll(() => deadlines.close());
const callId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';
const content = { asSent: '139 1234 5678', to: '+8613912345678', text: 'Your code is 482913.' };
const sealed = sealMessages(vault, [{ callId, order: { message: content } }]) as SealedMessages;
const message: AskedMessage = {
  ...{ callId, accountId: 7, providerRef: 'r', heldAt: new Date() },
  ...sealed,
};

const warned: string[] = [];

/** The result for a provider that answers like this. */
function ask(
  answer: NonNullable<MessageProvider['queryStatus']>,
  changes: Partial<AskedMessage> = {},
) {
  const warn = (_: object, words: string) => void warned.push(words);
  const quiet = { debug() {}, info() {}, warn, error() {} };
  const provider = { ...createFakeSms('mine'), queryStatus: answer };
  const none = new Map();
  const registry = { sms: new Map([['mine', provider]]), voice: none, email: none, face: none };
  const settings = { providerTimeoutMs: 100 };
  const ports = { vault, log: quiet, registry, deadlines, settings };
  return askStatus(ports as never, { ...message, ...changes }, 'mine');
}

const said = (detail: string): StatusItem => ({
  ...{ state: 'delivered', providerRef: 'r\u0000', detail, at: new Date() },
});

// @mutant src/products/messages/ask-status.ts
// - const detail = redact(item.detail, messageValues(asSent, to, text));
// + const { detail } = item;
test('a provider’s words are stored without the number and the text of the message', async () => {
  const item = await ask(async () => said('to +8613912345678 (12345678): Your code is 482913.'));
  expect(item).toMatchObject({ state: 'delivered', providerRef: 'r' });
  for (const secret of ['13912345678', '12345678', '482913', 'code']) {
    expect(item?.detail).not.toContain(secret);
  }
});

test('reports nothing for a provider that never answers, fails, or cannot be queried', async () => {
  expect(await ask(() => new Promise(() => {}))).toBeUndefined();
  expect(await ask(() => Promise.reject(new Error('down')))).toBeUndefined();
  expect(await ask(async () => said(''), { sealed: null })).toBeUndefined();
  const other = Buffer.from('of another key');
  expect(await ask(async () => said(''), { sealed: other })).toBeUndefined();
  expect(warned).toEqual([
    'status query not answered in time',
    'status query failed',
    'content of a call without an outcome was deleted',
    'status query failed',
  ]);
});

test('aborts the provider’s signal once nobody waits for it', async () => {
  const asked = ask((_, { signal }) => {
    const late = () => said(signal.aborted ? 'aborted' : '');
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(late()), { once: true });
    });
  });
  const { signal } = await new Promise<{ signal: AbortSignal }>((resolve) => {
    void ask(async (_, context) => {
      resolve(context);
      return said('');
    });
  });
  await asked;
  await expect.poll(() => signal.aborted).toBe(true);
});
