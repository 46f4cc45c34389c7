import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMoney } from '../../src/foundation/money.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { setAccountPrice } from '../../src/line/pricing/queries.ts';
import { audit } from '../../src/money/ledger/audit-ledger.ts';
import { readBalance } from '../../src/money/ledger/queries.ts';
import { expireVerifications } from '../../src/products/verifications/queries.ts';
import type { Outcome } from '../../src/vendors/providers/provider.ts';
import { byTest } from '../kit/by-test.ts';
import { createFakeSms, done, type FakeSms } from '../kit/fake-sms.ts';
import {
  createFixture,
  type Fixture,
  type FixtureOptions,
  type ReplyBody,
} from '../kit/fixture.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';
import { routeLive } from '../kit/route-live.ts';
import {
  cancel,
  guess,
  isHeld,
  newModel,
  type Step,
  start,
  ttlSeconds,
} from './verification-model.ts';

let fixtures: [Fixture, Fixture];
let vendor: FakeSms;

beforeAll(async () => {
  vendor = createFakeSms('vendor');
  const options: FixtureOptions = {
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  };
  const first = await createFixture(options);
  await routeLive(first.pool, { sms: ['vendor'] });
  const { vault } = first.app.line;
  const databaseTarget = first.database.target;
  fixtures = [first, await createFixture({ ...options, databaseTarget, vault })];
});
afterAll(async () => {
  for (const fixture of fixtures.toReversed()) await fixture.close();
});

const mobile = '13912345678';

/** Not by the provider's fault: many of those at once would open its breaker, and the next message would not be sent. */
const notSent = (): Outcome => ({ kind: 'unavailable', reason: 'provider_setup', detail: 'off' });

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('start' as const), isSent: fc.constantFrom(true, true, false) }),
    fc.record({
      kind: fc.constant('guess' as const),
      isRight: fc.constantFrom(true, false, false),
      byNumber: fc.boolean(),
    }),
    fc.constant({ kind: 'cancel' as const }),
    fc.constant({ kind: 'expire' as const }),
    fc.record({
      kind: fc.constant('pass' as const),
      seconds: fc.constantFrom(20, 35, 65, 125, 245, 610),
    }),
  ),
  { minLength: 1, maxLength: 25 },
);

/** Plays the steps on both servers in turn, and compares each answer with the model's. */
async function playAll(all: readonly Step[], prices: Prices): Promise<void> {
  const [{ pool, newCaller }] = fixtures;
  const { accountId, apiKey } = await newCaller({ mode: 'live', balance: formatMoney(balance) });
  await setLimits(byTest(pool), accountId, 'live', { perNumber: false });
  await setAccountPrice(byTest(pool), accountId, 'verify_start', prices.message);
  await setAccountPrice(byTest(pool), accountId, 'verify_approval', prices.approval);
  const model = newModel();
  const ids: string[] = [];
  const codes: string[] = [];
  let turn = 0;
  const call = async (operation: string, body: object) => {
    const reply = await (fixtures[turn++ % 2] as Fixture).app.server.inject({
      ...{ method: 'POST', url: `/api/v1/${operation}`, payload: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    });
    return reply.json<ReplyBody>();
  };
  const play: { [Kind in Step['kind']]: (step: Extract<Step, { kind: Kind }>) => Promise<void> } = {
    async start({ isSent }) {
      vendor.behave(isSent ? done : notSent);
      const { length } = vendor.sent;
      const { code, reason, data } = await call('verify_start', { mobile, ttlSeconds });
      const expected = start(model, isSent, codes.length);
      expect(vendor.sent.length - length).toBe(expected === 'refused' ? 0 : 1);
      if (expected === 'refused') return expect(reason).toBe('verification_too_soon');
      codes.push(vendor.sent.at(-1)?.variables.code ?? '');
      if (expected === 'failed') return expect(reason).toBe('provider_unavailable');
      expect(code).toBe(0);
      ids[expected] ??= String(data.verificationId);
      expect(data.verificationId).toBe(ids[expected]);
    },
    async guess({ isRight, byNumber }) {
      const { latest } = model;
      const id = latest ? ids[latest.number] : crypto.randomUUID();
      const right = codes[latest?.code ?? 0] ?? '000000';
      const code = isRight ? right : right.replace(/.$/, (digit) => `${(Number(digit) + 1) % 10}`);
      // A verification whose first message was not sent gave no ID to anyone.
      const isById = !byNumber && id !== undefined;
      const target = isById ? { verificationId: id } : { mobile };
      const { data } = await call('verify_check', { ...target, code });
      expect(data.result).toBe(guess(model, isRight, !isById));
    },
    async cancel() {
      const id = model.latest && ids[model.latest.number];
      if (!id) return;
      await call('verify_cancel', { verificationId: id });
      cancel(model);
    },
    async expire() {
      await expireVerifications((fixtures[turn++ % 2] as Fixture).pool, null);
    },
    async pass({ seconds }) {
      model.now += seconds;
      await pool.query(
        `update open_verifications set expires_at = expires_at - make_interval(secs => $2)
         where account_id = $1`,
        [accountId, seconds],
      );
      await pool.query(
        `update verifications
         set sent_at = array(select s - make_interval(secs => $2) from unnest(sent_at) s),
           started_at = started_at - make_interval(secs => $2),
           expires_at = expires_at - make_interval(secs => $2)
         where account_id = $1`,
        [accountId, seconds],
      );
    },
  };
  for (const step of all) await play[step.kind](step as never);
  await play.expire({ kind: 'expire' });
  const held = isHeld(model) ? prices.approval : 0n;
  const charged =
    BigInt(model.messages) * prices.message + BigInt(model.approvals) * prices.approval;
  expect(await readBalance(pool, accountId, 'live')).toMatchObject({
    available: balance - charged - held,
    held,
  });
}

/** What a message and an approval cost; either may be free. */
interface Prices {
  message: bigint;
  approval: bigint;
}
const prices: fc.Arbitrary<Prices> = fc.record({
  message: fc.constantFrom(0n, 500n),
  approval: fc.constantFrom(0n, 300n),
});
const balance = 1_000_0000n;

test('two servers answer any steps with a number as the model of a verification does', {
  timeout: longTimeoutMs,
}, async () => {
  await fc.assert(fc.asyncProperty(steps, prices, playAll), { numRuns: propertyRuns(15, 300) });
  expect((await audit(fixtures[0].pool)).faults).toEqual([]);
});
