import { describe, expect, test } from 'vitest';
import { msSince, thisMoment } from '../../foundation/clock.ts';
import type { Attempt } from './attempt-providers.ts';
import type { HoldItem } from './hold-calls.ts';
import type { Line } from './line.ts';
import { settle } from './settle.ts';
import type { SettleItem, SettleResult } from './settle-calls.ts';

const reply = { status: 201, body: '{}' };
const times = { startedMs: 0, endedMs: 1 };
const done: Attempt = {
  ...times,
  providerCode: 'first',
  outcome: { kind: 'done', providerRef: 'r' },
};
const unknown: Attempt = {
  ...times,
  providerCode: 'first',
  outcome: { kind: 'unknown', reason: 'no_answer', detail: '' },
};
const item = {
  caller: { accountId: 1, mode: 'test' },
  callId: '01a1dd07-3466-7b52-9931-76d63a914540',
  order: { check: null },
} as unknown as HoldItem;

let logged: unknown[][] = [];

/** Settles a call whose statement returns these results in turn. */
function settleWith(attempt: Attempt, answers: (SettleResult | Error)[], withinMs = 5_000) {
  const quiet = () => {};
  logged = [];
  const error = (...said: unknown[]) => void logged.push(said);
  const line = {
    log: { debug: quiet, info: quiet, warn: quiet, error },
    takeSandboxScript: () => null,
    settles: {
      async add() {
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  } as unknown as Line;
  const since = thisMoment();
  const isOverdue = () => msSince(since) > withinMs;
  return settle(line, item, attempt, reply, { stored: null, details: null, isOverdue });
}

describe('a settle stores', () => {
  const attempts: Attempt[] = [
    { ...times, providerCode: 'a', outcome: { kind: 'done', providerRef: 'r' } },
    {
      ...times,
      providerCode: 'b',
      outcome: { kind: 'rejected', reason: 'content_refused', detail: 'bad' },
    },
    {
      ...times,
      providerCode: 'c',
      outcome: { kind: 'unavailable', reason: 'provider_fault', detail: 'down' },
    },
    {
      ...times,
      providerCode: 'd',
      outcome: { kind: 'unknown', reason: 'no_answer', detail: 'perhaps' },
    },
  ];
  const stored = { status: 201, sealed: Buffer.from('x') };

  test.each(attempts)(
    'the outcome, its provider and the evidence: $outcome.kind',
    async (attempt) => {
      const written: SettleItem[] = [];
      const line = {
        log: {},
        takeSandboxScript: (callId: string) => `script of ${callId}`,
        settles: {
          async add(settled: SettleItem) {
            written.push(settled);
            return { state: settled.state, isApplied: true };
          },
        },
      } as unknown as Line;
      const until = { stored, details: '{}', isOverdue: () => false };
      expect(await settle(line, item, attempt, reply, until)).toBe(reply);
      const { outcome, providerCode } = attempt;
      const isDone = outcome.kind === 'done';
      expect(written).toEqual([
        {
          accountId: 1,
          mode: 'test',
          callId: item.callId,
          state: outcome.kind,
          providerCode,
          providerRef: isDone ? outcome.providerRef : null,
          evidence: isDone ? null : outcome.detail,
          reply: stored,
          check: null,
          script: `script of ${item.callId}`,
          details: '{}',
        },
      ]);
    },
  );
});

const applied: SettleResult = { state: 'done', isApplied: true };
const stands = (state: SettleResult['state']): SettleResult => ({ state, isApplied: false });
const lost = Object.assign(new Error('Connection terminated'), { code: '57P01' });
const poisoned = Object.assign(new Error('bad'), { code: '22003' });

describe('a settle', () => {
  // @mutant src/line/calls/settle.ts
  // - if (result.isApplied || result.state !== 'held') return result;
  // + return result;
  test('that left its call held is retried', async () => {
    expect(await settleWith(done, [stands('held'), stands('held'), applied])).toBe(reply);
  });

  test('whose connection was lost is retried', async () => {
    expect(await settleWith(done, [lost, lost, applied])).toBe(reply);
  });

  test('that was applied although its answer was lost returns the reply', async () => {
    expect(await settleWith(done, [lost, stands('done')])).toBe(reply);
  });

  test.each([[[lost]], [[stands('held')]], [[poisoned]]])(
    'that fails until the deadline leaves the outcome unknown: %#',
    async (answers) => {
      await expect(settleWith(done, answers, 50)).rejects.toMatchObject({
        reason: 'outcome_unknown',
      });
    },
  );

  // @mutant src/line/calls/settle.ts
  // - if (result.state === 'unavailable') fail('provider_unavailable');
  test.each([
    ['unavailable', 'provider_unavailable'],
    ['rejected', 'provider_rejected'],
  ] as const)('of a call that already ended as %s answers %s', async (state, reason) => {
    await expect(settleWith(done, [stands(state)])).rejects.toMatchObject({ reason });
    // It was ended differently twice: someone has to look into that.
    const fields = { requestId: item.callId, ours: 'done', stored: state };
    expect(logged).toEqual([[fields, expect.stringContaining('the resolver ended a call')]]);
  });

  test('of an unknown outcome that was resolved as done still answers unknown', async () => {
    await expect(settleWith(unknown, [stands('done')])).rejects.toMatchObject({
      reason: 'outcome_unknown',
    });
  });
});
