import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { project } from '../../../test/kit/search-recount.ts';
import { findLastUses } from './last-use-queries.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

test('the last use of a key is its newest call, whatever its outcome', async () => {
  const [used, never] = [await fixture.newCaller(), await fixture.newCaller()];
  const ids: string[] = [];
  for (const mobile of ['13912345678', '13800000001', '13800000010']) {
    ids.push((await used.call('sms_code', { mobile, code: '1' })).body.requestId);
  }
  const ages = ['3 hours', '1 hour', '2 hours'];
  for (const [n, callId] of ids.entries()) {
    await fixture.pool.query('update calls set held_at = now() - $2::interval where call_id = $1', [
      callId,
      ages[n],
    ]);
  }
  await project(fixture.pool);
  const uses = await findLastUses(fixture.pool, [used, never, fixture]);
  expect([...uses.keys()]).toEqual([used.keyId]);
  const hours = (Date.now() - (uses.get(used.keyId)?.getTime() ?? 0)) / 3_600_000;
  expect(Math.round(hours)).toBe(1);
});
