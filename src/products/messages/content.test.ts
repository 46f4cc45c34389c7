import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../foundation/vault.ts';
import { openMessage, type SealedMessages, sealMessages } from './content.ts';

const vault = createVault(randomBytes(32));
const first = senderOf('13800000001');
const second = senderOf('13800000002');
const contents = sealMessages(vault, [first, senderOf(null), second]) as SealedMessages;

function senderOf(asSent: string | null) {
  const message = asSent && { asSent, to: `+86${asSent}`, text: `for ${asSent}` };
  return { callId: randomUUIDv7(), order: { message: message || null } };
}

describe('the message contents of a batch', () => {
  test('are decrypted by the call that each belongs to', () => {
    for (const { callId, order } of [first, second]) {
      expect(openMessage(vault, { callId, ...contents })).toEqual(order.message);
    }
  });

  test('reveal nothing in their stored form', () => {
    for (const text of ['1380000', 'for ', first.callId]) {
      expect(contents.sealed.includes(text)).toBe(false);
    }
  });

  test('cannot be decrypted for another batch, or under another id', () => {
    const stranger = { callId: randomUUIDv7(), ...contents };
    expect(() => openMessage(vault, stranger)).toThrow('other calls');
    const moved = { callId: first.callId, ...contents, contentId: randomUUIDv7() };
    expect(() => openMessage(vault, moved)).toThrow();
    const none = { callId: first.callId, contentId: null, sealed: null };
    expect(() => openMessage(vault, none)).toThrow('no message');
  });

  test('are empty without messages', () => {
    expect(sealMessages(vault, [senderOf(null)])).toBeNull();
  });
});
