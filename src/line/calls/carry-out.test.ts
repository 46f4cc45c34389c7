import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeSms } from '../../../test/kit/fake-sms.ts';
import { createVault } from '../../foundation/vault.ts';
import type { Outcome } from '../../vendors/providers/provider.ts';
import { type Claim, readClaim } from '../idempotency/claim.ts';
import { carryOut } from './carry-out.ts';
import type { HoldItem } from './hold-calls.ts';
import type { Line } from './line.ts';
import type { SettleItem } from './settle-calls.ts';

const callDeadlineMs = 3_000;
const callId = '01a1dd07-3466-7b52-9931-76d63a914540';
const vault = createVault(Buffer.alloc(32));
const owner = { accountId: 7, mode: 'live' } as const;
const claim = readClaim(vault, owner, 'sms_notice', 'k', {}) as Claim;

const done: Outcome = { kind: 'done', providerRef: 'r' };
const unavailable: Outcome = { kind: 'unavailable', reason: 'provider_fault', detail: 'down' };
const unknown: Outcome = { kind: 'unknown', reason: 'no_answer', detail: 'perhaps' };
const rejected: Outcome = { kind: 'rejected', reason: 'number_invalid', detail: 'no such' };

let counted: [code: string, kind: string][];
let noted: unknown[];
let settled: SettleItem[];
let isLost: boolean;
beforeEach(() => {
  counted = [];
  noted = [];
  settled = [];
  isLost = false;
});

const quiet = () => {};
const line = {
  vault,
  pool: { query: async ({ values }: { values: unknown[] }) => noted.push(values) },
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  registry: {
    sms: new Map([
      ['first', { ...createFakeSms('first'), costs: { each: '0.01' } }],
      ['second', { ...createFakeSms('second'), costs: { each: '0.03', regions: { CN: '0.02' } } }],
    ]),
    ...{ voice: new Map(), email: new Map() },
  },
  metrics: {
    attempted: (code: string, { outcome }: { outcome: string }) => counted.push([code, outcome]),
  },
  settings: { publicUrl: () => 'http://localhost', providerTimeoutMs: 1_000, callDeadlineMs },
  deadlines: { race: (asked: Promise<unknown>) => asked },
  breakers: { run: (_: string, ask: () => unknown) => ask() },
  settles: {
    async add(item: SettleItem) {
      settled.push(item);
      if (isLost) throw new Error('connection lost');
      return { state: item.state, isApplied: true };
    },
  },
  takeSandboxScript: () => null,
} as unknown as Line;

/** Carries out a notice of two parts to China, with providers that answer like this in turn. */
function carry(outcomes: Outcome[], { check = null as string | null, spentMs = 0 } = {}) {
  const left = [...outcomes];
  for (const provider of line.registry.sms.values()) {
    provider.send = async () => left.shift() as Outcome;
  }
  const order = {
    ...{ kind: 'message', product: 'sms_notice', parts: 2, check, templateId: 'T', send: {} },
    ...{ providers: ['first', 'second'], forms: {}, given: {}, recipient: { region: 'CN' } },
    message: { asSent: '13912345678', to: '+8613912345678', text: 'soon' },
  };
  const price = { source: 'default', unitPrice: 500n, amount: 1_000n };
  const item = { caller: owner, callId, order, price, claim } as unknown as HoldItem;
  const request = { requestId: callId, language: 'en' } as const;
  return carryOut(line, request, item, {
    monotonicMs: performance.now() - spentMs,
    wallMs: Date.now() - spentMs,
  });
}

test('all attempts are counted by outcome, and the second was noted before', async () => {
  const { status, body } = await carry([unavailable, done]);
  const data = { productCode: 'sms_notice', mobile: '13912345678', templateId: 'T' };
  expect([status, JSON.parse(body).data]).toEqual([201, data]);
  expect(counted).toEqual([
    ['first', 'unavailable'],
    ['second', 'done'],
  ]);
  expect(noted).toEqual([[7, callId, 2, 'second']]);
});

test('the cost follows the price list of the provider that accepted, by parts and region', async () => {
  await carry([unavailable, done]);
  await carry([done]);
  const costs = settled.map(({ details }) => JSON.parse(details ?? '').cost);
  expect(costs).toEqual([400, 200]);
});

test.each<[Outcome, string | null, boolean]>([
  [done, null, false],
  [done, '{}', true],
  [rejected, null, true],
  [unknown, null, false],
])('of %j with the check %j the reply is stored: %s', async (outcome, check, isKept) => {
  const { status } = await carry([outcome], { check });
  const [reply] = settled.map((item) => item.reply);
  expect(reply?.status).toBe(isKept ? status : undefined);
});

test('the provider’s refusal is reported in words and as a code', async () => {
  const { status, body } = await carry([rejected]);
  const { reason, details } = JSON.parse(body);
  expect([status, reason]).toEqual([400, 'provider_rejected']);
  expect(details).toMatchObject([{ field: 'mobile', reason: 'number_invalid' }]);
});

describe('a settle that the database rejects', () => {
  test('is retried until the call’s deadline, which began before its hold', async () => {
    isLost = true;
    const late = carry([done], { spentMs: callDeadlineMs });
    await expect(late).rejects.toMatchObject({ reason: 'outcome_unknown' });
    expect(settled).toHaveLength(1);
  });

  test('is retried soon, without waiting for another call', async () => {
    isLost = true;
    setTimeout(() => {
      isLost = false;
    }, 50);
    // After its deadline it would be an unknown outcome.
    expect((await carry([done])).status).toBe(201);
  });
});
