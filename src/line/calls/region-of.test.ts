import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../foundation/vault.ts';
import { sealMessages } from '../../products/messages/content.ts';
import { regionOf } from './region-of.ts';

const vault = createVault(randomBytes(32));
const callId = randomUUIDv7();

function storedOf(e164: string) {
  const message = { asSent: e164, to: e164, text: '' };
  const contents = sealMessages(vault, [{ callId, order: { message } }]);
  if (!contents) throw new Error('there is nothing to seal');
  return { callId, ...contents };
}

test('the region of a message is the one of its number', () => {
  expect(regionOf(vault, storedOf('+8613912345678'))).toBe('CN');
  expect(regionOf(vault, storedOf('+447400123456'))).toBe('GB');
});

test('a number that is no longer stored or cannot be decrypted has no region, and nothing fails', () => {
  expect(regionOf(vault, { callId, contentId: null, sealed: null })).toBeNull();
  const stored = storedOf('+8613912345678');
  expect(regionOf(createVault(randomBytes(32)), stored)).toBeNull();
  expect(regionOf(vault, { ...stored, callId: randomUUIDv7() })).toBeNull();
});
