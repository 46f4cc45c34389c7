import { describe, expect, test } from 'vitest';
import { createVault } from '../../foundation/vault.ts';
import { type Claim, readClaim } from './claim.ts';
import { createCallsInFlight } from './in-flight.ts';

const vault = createVault(Buffer.alloc(32));
const reply = { status: 201, body: '{}' };
const waitMs = 5_000;

const claim = (key = 'k', body = 'x', mode: 'test' | 'live' = 'live') =>
  readClaim(vault, { accountId: 1, mode }, 'sms_code', key, { body }) as Claim;

describe('a repeat of a call in flight', () => {
  test('shares its reply', async () => {
    const calls = createCallsInFlight();
    const leave = calls.enter(claim());
    const shared = calls.shareReply(claim(), waitMs);
    leave(reply);
    expect(await shared).toBe(reply);
  });

  // @mutant src/line/idempotency/in-flight.ts
  // - return carried?.body === body ? carried.reply : null;
  // + return carried?.reply ?? null;
  test('with another body does not', async () => {
    const calls = createCallsInFlight();
    const leave = calls.enter(claim());
    const shared = calls.shareReply(claim('k', 'y'), waitMs);
    leave(reply);
    expect(await shared).toBeNull();
  });

  test('continues by itself if the call ended without a final reply', async () => {
    const calls = createCallsInFlight();
    const leave = calls.enter(claim());
    const shared = calls.shareReply(claim(), waitMs);
    leave();
    expect(await shared).toBeNull();
  });

  test('is told to retry later if the call takes too long', async () => {
    const calls = createCallsInFlight();
    calls.enter(claim());
    await expect(calls.shareReply(claim(), 1)).rejects.toMatchObject({
      reason: 'idempotency_in_flight',
      headers: { 'retry-after': '1' },
    });
  });

  test.each([
    ['another key', claim('l')],
    ['the other mode', claim('k', 'x', 'test')],
  ])('is not one of a call of %s', (_, other) => {
    const calls = createCallsInFlight();
    calls.enter(claim());
    expect(calls.shareReply(other, waitMs)).toBeNull();
    expect(calls.left(other)).toBeUndefined();
  });
});

describe('a call in flight', () => {
  test('is removed once it has ended', async () => {
    const calls = createCallsInFlight();
    const leave = calls.enter(claim());
    const left = calls.left(claim());
    expect(left).toBeInstanceOf(Promise);
    leave();
    await left;
    expect(calls.left(claim())).toBeUndefined();
    expect(calls.shareReply(claim(), waitMs)).toBeNull();
  });

  test('that ends late does not remove a later one with its key', async () => {
    const calls = createCallsInFlight();
    const leaveFirst = calls.enter(claim());
    const leaveSecond = calls.enter(claim());
    leaveFirst(reply);
    const shared = calls.shareReply(claim(), waitMs);
    expect(shared).not.toBeNull();
    leaveSecond(reply);
    expect(await shared).toBe(reply);
    // Leaving twice counts once: the line leaves again at the end.
    leaveSecond();
    expect(calls.left(claim())).toBeUndefined();
  });
});
