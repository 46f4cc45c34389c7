import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { project } from '../../../test/kit/search-recount.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import type { Money } from '../../foundation/money.ts';
import type { LimitSettings } from '../../line/limits/limits.ts';
import { setLimits } from '../../line/limits/queries.ts';
import { requireStory } from './story-queries.ts';
import { readUsedLimits } from './used-limits-queries.ts';

let fixture: Fixture;
let caller: Caller;
beforeAll(async () => {
  fixture = await createFixture();
  caller = await fixture.newCaller();
});
afterAll(() => fixture.close());

const set = (settings: Partial<LimitSettings>) =>
  setLimits(byTest(fixture.pool), caller.accountId, 'test', settings);
let sent = 0;
const send = async (mobile: string) =>
  (await caller.call('sms_code', { mobile, code: `${1000 + sent++}` })).body.requestId as string;
const usedBy = async (id: string) =>
  readUsedLimits(fixture.pool, await requireStory(fixture.pool, wholePlatform, id), 'UTC');

test('says how much of its limits a call used, as it was when the call was accepted', async () => {
  const cap = { spendCapDay: 1_000_000n as Money };
  await set({ perNumber: true, codePerMinute: 9, codePerHour: 9, ...cap });
  const [first, second] = [await send('13800000000'), await send('13800000000')];
  const other = await send('13800000005');
  await project(fixture.pool);
  const of = (used: number, day = used) => ({
    ...{ minute: { used, limit: 9 }, hour: { used, limit: 9 }, day: { used: day, limit: 10 } },
  });
  expect(await usedBy(first)).toEqual({ number: of(1), spend: { used: 500n, limit: 1_000_000n } });
  expect(await usedBy(second)).toMatchObject({ number: of(2), spend: { used: 1_000n } });
  expect(await usedBy(other)).toMatchObject({ number: of(1), spend: { used: 1_500n } });
});

test('a message that was rejected before gave its use back', async () => {
  await send('13800000001');
  const second = await send('13800000001');
  await project(fixture.pool);
  expect(await usedBy(second)).toMatchObject({ number: { minute: { used: 1 } } });
});

test('names no limit that was changed since, and nothing without limits', async () => {
  const id = await send('13800000000');
  await project(fixture.pool);
  await set({ codePerMinute: 8 });
  const { number, spend } = await usedBy(id);
  expect(number.minute).toEqual({ used: 3, limit: null });
  expect(spend?.limit).toBeNull();
  await set({ perNumber: false, spendCapDay: null });
  expect(await usedBy(id)).toEqual({ number: {}, spend: null });
});
