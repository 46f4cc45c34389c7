import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConversion } from '../../src/surfaces/reports/read-conversion.ts';
import type { Route } from '../../src/vendors/providers/route.ts';
import { createFakeSms, done, type FakeSms, unavailable } from '../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';

let fixture: Fixture;
let oak: FakeSms;
let elm: FakeSms;
let caller: Caller;

const route: Route = {
  product: 'verify_start',
  region: null,
  providers: [
    { code: 'oak', weight: 50, minWeight: 10 },
    { code: 'elm', weight: 50, minWeight: 10 },
  ],
};

beforeAll(async () => {
  oak = createFakeSms('oak');
  elm = createFakeSms('elm');
  fixture = await createFixture({
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['oak', oak], ['elm', elm]]),
    }),
  });
  await fixture.pool.query(
    `insert into routes (product, providers) values ('verify_start', $1)
     on conflict (product, account_id, region) do update set providers = excluded.providers`,
    [JSON.stringify(route.providers)],
  );
});
afterAll(() => fixture.close());
beforeEach(async () => {
  for (const provider of [oak, elm]) {
    provider.behave(done);
    provider.sent.length = 0;
  }
  caller = await fixture.newCaller({ mode: 'live' });
});

const numberOf = (n: number) => `1391111${String(n).padStart(4, '0')}`;

async function start(mobile: string): Promise<string> {
  const { status, body } = await caller.call('verify_start', { mobile });
  expect(status).toBe(201);
  return String(body.data.verificationId);
}

async function enter(verificationId: string): Promise<void> {
  const sent = [...oak.sent, ...elm.sent].find(({ callId }) => callId === verificationId);
  const code = sent?.variables.code ?? '';
  const { body } = await caller.call('verify_check', { verificationId, code });
  expect(body.data.result).toBe('approved');
}

/** Moves this caller's verifications into the past, by when a code was entered or never will be. */
async function age(minutes: number): Promise<void> {
  await fixture.pool.query('delete from verification_resends where account_id = $1', [
    caller.accountId,
  ]);
  // An ID begins with its time.
  await fixture.pool.query(
    `with moved as (
       select verification_id as old,
         (left(uuid_floor(started_at - make_interval(mins => $2))::text, 14)
           || right(verification_id::text, 22))::uuid as new
       from verifications where account_id = $1
     ), c as (
       update calls set call_id = m.new from moved m where account_id = $1 and call_id = m.old
     )
     update verifications v
     set verification_id = m.new, started_at = started_at - make_interval(mins => $2),
       code_call = case when v.code_call = m.old then m.new else v.code_call end,
       sent_at = '{2000-01-01}'
     from moved m
     where v.account_id = $1 and v.verification_id = m.old`,
    [caller.accountId, minutes],
  );
}

const providerOf = (id: string) => (oak.sent.some(({ callId }) => callId === id) ? 'oak' : 'elm');

/** Starts verifications of so many numbers; those sent by elm are entered. */
async function play(count: number, first = 0): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const id = await start(numberOf(first + n));
      if (providerOf(id) === 'elm') await enter(id);
    }),
  );
}

const conversion = async () => {
  const known = await readConversion(fixture.pool, caller.accountId, [route], route);
  return {
    counts: Object.fromEntries(known?.counts ?? []),
    weights: Object.fromEntries(known?.weights ?? []),
  };
};
const numbers = async () =>
  Object.values((await conversion()).counts).reduce((sum, each) => sum + each.numbers, 0);

describe('a route that follows conversion', () => {
  test('sends fewer first codes by a provider whose codes nobody enters', async () => {
    await play(60);
    await age(30);
    const { counts, weights } = await conversion();
    expect(counts.oak?.approved).toBe(0);
    expect(counts.elm?.approved).toBe(counts.elm?.numbers);
    expect(weights).toEqual({ oak: 10, elm: 50 });
    await fixture.app.line.conversion.read(caller.accountId);
    const before = oak.sent.length;
    await Promise.all(Array.from({ length: 60 }, (_, n) => start(numberOf(100 + n))));
    // One in six on average; a third or more has a chance below one in a million.
    const asked = oak.sent.length - before;
    expect(asked).toBeLessThan(28);
  });

  // @mutant src/products/verifications/first-codes-queries.ts
  // - select distinct on (v.number_hash) v.verification_id,
  // + select v.verification_id,
  test('counts a number once, however often a stranger starts for it', async () => {
    await caller.call('verify_start', { mobile: numberOf(1) });
    for (let n = 0; n < 4; n++) {
      await fixture.pool.query(
        `update verifications set state = 'used_up', sent_at = '{2000-01-01}' where account_id = $1`,
        [caller.accountId],
      );
      await start(numberOf(1));
    }
    await age(30);
    expect(await numbers()).toBe(1);
  });

  // @mutant src/products/verifications/first-codes-queries.ts
  // - v.state = 'approved' and v.code_call = v.verification_id as is_approved
  // + v.state = 'approved' as is_approved
  test('does not count a resend, whose provider a stranger can choose, nor its approval', async () => {
    const id = await start(numberOf(2));
    await fixture.pool.query(
      `update verifications set sent_at = '{2000-01-01}' where account_id = $1`,
      [caller.accountId],
    );
    expect(await start(numberOf(2))).toBe(id);
    const resent = [...oak.sent, ...elm.sent].find(({ callId }) => callId !== id);
    const { body } = await caller.call('verify_check', {
      ...{ verificationId: id, code: resent?.variables.code ?? '' },
    });
    expect(body.data.result).toBe('approved');
    await age(30);
    expect((await conversion()).counts).toEqual({ [providerOf(id)]: { numbers: 1, approved: 0 } });
  });

  test('counts no code that may still be entered, is too old, or was never sent', async () => {
    await start(numberOf(3));
    await age(10);
    expect(await numbers()).toBe(0);
    await age(15);
    expect(await numbers()).toBe(1);
    await age(6 * 60);
    expect(await numbers()).toBe(0);
    for (const provider of [oak, elm]) provider.behave(unavailable);
    await caller.call('verify_start', { mobile: numberOf(4) });
    await age(30);
    expect(await numbers()).toBe(0);
  });

  test('counts nothing of other accounts', async () => {
    await play(20);
    await age(30);
    expect(await numbers()).toBe(20);
    caller = await fixture.newCaller({ mode: 'live' });
    expect(await numbers()).toBe(0);
    expect((await conversion()).weights).toEqual({ oak: 50, elm: 50 });
  });

  test('counts only the calls that take it', async () => {
    await play(20);
    await age(30);
    const ofChina: Route = { ...route, region: 'CN' };
    const routes = [ofChina, route];
    const read = (of: Route) => readConversion(fixture.pool, caller.accountId, routes, of);
    expect((await read(route))?.counts.size).toBe(0);
    expect((await read(ofChina))?.counts.size).toBe(2);
  });
});
