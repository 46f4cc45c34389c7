import type { Pool } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { createVault } from '../../foundation/vault.ts';
import { answerRepeat, sealReply } from './answer-repeat.ts';
import { type Claim, readClaim } from './claim.ts';
import { createCallsInFlight } from './in-flight.ts';
import type { FoundClaim } from './queries.ts';

const vault = createVault(Buffer.alloc(32));
const owner = { accountId: 1, mode: 'live' } as const;
const claim = readClaim(vault, owner, 'sms_code', 'k', { a: 1 }) as Claim;
const callId = '01a1dd07-3466-7b52-9931-76d63a914540';
const rebuilt = { status: 201, body: 'made again' };

/** The database's answers about the key, one per query; the last one repeats. */
function repeatOf(looks: (Partial<FoundClaim> | undefined)[], waitMs = 5_000) {
  const query = vi.fn(async () => {
    const found = looks.length > 1 ? looks.shift() : looks[0];
    const row = { callId, bodyHash: claim.bodyHash(), status: null, reply: null, state: null };
    return { rows: found ? [{ ...row, ...found }] : [] };
  });
  const ports = {
    pool: { query } as unknown as Pool,
    vault,
    inFlight: createCallsInFlight(),
    waitMs,
    rebuild: () => rebuilt,
  };
  return { repeated: answerRepeat(ports, owner, claim), query };
}

describe('a taken key', () => {
  test.each(['done', 'rejected', 'unavailable'] as const)(
    'of a call that is %s gets the rebuilt reply',
    async (state) => {
      expect(await repeatOf([{ state }]).repeated).toBe(rebuilt);
    },
  );

  // @mutant src/line/idempotency/answer-repeat.ts
  // - return vault.seal(body, `reply ${callId}`);
  // + return vault.seal(body, `reply `);
  test('with a stored reply gets exactly that one', async () => {
    const kept = { status: 400, reply: sealReply(vault, callId, 'as it was') };
    for (const state of ['done', 'rejected', null] as const) {
      expect(await repeatOf([{ ...kept, state }]).repeated).toEqual({
        status: 400,
        body: 'as it was',
      });
    }
    const other = '01a1dd07-3466-7b52-9931-76d63a914541';
    await expect(repeatOf([{ ...kept, callId: other }]).repeated).rejects.toThrow();
  });

  test('of a call with an unknown outcome says so, under the id of that call', async () => {
    await expect(repeatOf([{ state: 'unknown' }]).repeated).rejects.toMatchObject({
      reason: 'outcome_unknown',
      requestId: callId,
    });
  });

  test('with another body is refused in any state, and one without a hash is not', async () => {
    const bodyHash = '00'.repeat(16);
    for (const state of ['held', 'done', 'unknown'] as const) {
      await expect(repeatOf([{ state, bodyHash }]).repeated).rejects.toMatchObject({
        reason: 'idempotency_body_differs',
      });
    }
    expect(await repeatOf([{ state: 'done', bodyHash: null }]).repeated).toBe(rebuilt);
  });

  test('of a held call is looked at again until it has its outcome', async () => {
    const { repeated, query } = repeatOf([{ state: 'held' }, { state: 'held' }, { state: 'done' }]);
    expect(await repeated).toBe(rebuilt);
    expect(query).toHaveBeenCalledTimes(3);
  });

  test.each([
    ['held for too long', { state: 'held' as const }],
    ['gone by now', undefined],
  ])('that is %s tells the repeat to retry later', async (_, look) => {
    await expect(repeatOf([look], 30).repeated).rejects.toMatchObject({
      reason: 'idempotency_in_flight',
      headers: { 'retry-after': '1' },
    });
  });
});
