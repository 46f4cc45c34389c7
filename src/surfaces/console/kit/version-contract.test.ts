import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const lin = { operator: 'operator', name: 'Lin' } as const;
const wu = { operator: 'owner', name: 'Wu' } as const;

/** A route of its own account for each test: only the sandbox needs no settings of a vendor. */
async function newRoute() {
  const { accountId } = await fixture.newCaller();
  const key = { product: 'sms_code', accountId, region: null };
  const query = `product=sms_code&account=${accountId}`;
  return {
    key,
    set: (visitor: typeof lin | typeof wu, weight: number, rest: object = {}) =>
      fixture.post(visitor, '/platform/providers/set-route', {
        ...{ ...key, stops: [{ code: 'sandbox', weight }], ...rest },
      }),
    restore: (version: number, was: unknown) =>
      fixture.post(lin, '/platform/providers/restore-route', { ...key, version, was }),
    versions: async () =>
      (await fixture.get(lin, `/platform/providers/route-versions?${query}`)).body.versions,
    stored: async () =>
      (await fixture.get(lin, `/platform/providers/route?${query}`)).body.stored?.stops ?? null,
  };
}

const stops = (weight: number) => [{ code: 'sandbox', weight }];

describe('a change that names the state it is based on', () => {
  // @mutant src/vendors/providers/route-queries.ts
  // - if (!isSame) await refuseOutdatedRoute(change, key);
  test('overwrites no route that somebody else changed, and says who did what', async () => {
    const route = await newRoute();
    await route.set(wu, 1, { was: null });
    await route.set(wu, 2, { was: stops(1) });
    const late = await route.set(lin, 3, { was: stops(1) });
    expect(late).toMatchObject({ status: 409, body: { reason: 'outdated' } });
    expect(late.body.details[0].problem).toMatch(
      /^Wu changed this at .* UTC \(providers: sandbox:1 → sandbox:2\)\./,
    );
    expect(await route.stored()).toEqual(stops(2));
    const again = await route.set(lin, 3, { was: stops(2) });
    expect(again.status).toBe(200);
  });

  test('creates no route where somebody else created one at the same moment', async () => {
    const route = await newRoute();
    const both = await Promise.all([1, 2].map((weight) => route.set(lin, weight, { was: null })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('overwrites neither a template nor limits', async () => {
    const templateId = 'OUTDATED';
    await fixture.post(wu, '/platform/templates/create', {
      ...{ templateId, product: 'sms_code', text: 'One {code}' },
    });
    const update = (text: string, was: string) =>
      fixture.post(lin, '/platform/templates/update', {
        ...{ templateId, text, was: { text: was, forms: {} } },
      });
    expect((await update('Two {code}', 'One {code}')).status).toBe(200);
    expect(await update('Three {code}', 'One {code}')).toMatchObject({ status: 409 });

    const { accountId } = await fixture.newCaller();
    const { set } = (await fixture.get(lin, `/${accountId}/accounts/limits?mode=live`)).body;
    const limit = (codePerDay: number) =>
      fixture.post(lin, `/${accountId}/accounts/set-limits`, {
        mode: 'live',
        codePerDay,
        was: set,
      });
    const both = await Promise.all([limit(3), limit(4)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('versions', () => {
  test('of a route are restored, also to no route, and each restore is an act of its own', async () => {
    const route = await newRoute();
    for (const weight of [1, 2, 3]) await route.set(wu, weight);
    const [third, second, first] = await route.versions();
    expect([first, second, third].map(({ before, after }) => [before, after])).toEqual([
      [null, stops(1)],
      [stops(1), stops(2)],
      [stops(2), stops(3)],
    ]);
    expect(third).toMatchObject({ by: 'Wu', action: 'route.set' });
    expect((await route.restore(first.entryId, stops(3))).body.stored.stops).toEqual(stops(1));
    expect((await route.versions())[0]).toMatchObject({ by: 'Lin', action: 'route.restore' });
    const { entries } = (await fixture.get(lin, '/platform/audit/entries?action=route.restore'))
      .body;
    expect(entries[0]).toMatchObject({
      ...{ subject: 'versions', after: { restored_entry: first.entryId } },
    });
    expect((await route.restore(0, stops(1))).body.stored).toBeNull();
    expect((await route.restore(first.entryId, null)).body.stored.stops).toEqual(stops(1));
  });

  // @mutant src/vendors/providers/route-versions.ts
  // - if (stops) await setRoute(change, key, stops, was);
  // + if (stops) await setRoute(change, key, stops);
  test('are not restored over a newer change, nor without the right and the second factor', async () => {
    const route = await newRoute();
    for (const weight of [1, 2, 3]) await route.set(wu, weight);
    const [, , first] = await route.versions();
    expect(await route.restore(first.entryId, stops(2))).toMatchObject({ status: 409 });
    expect(await route.stored()).toEqual(stops(3));
    const body = { ...route.key, version: first.entryId, was: stops(3) };
    const as = (visitor: object) =>
      fixture.post(visitor, '/platform/providers/restore-route', body);
    expect(await as({ operator: 'viewer' })).toMatchObject({ status: 403 });
    expect(await as({ ...lin, factorAgeMs: 3_600_000 })).toMatchObject({ status: 401 });
    const unknown = await route.restore(first.entryId - 1, stops(3));
    expect(unknown).toMatchObject({ status: 422 });
  });

  test('of a template restore its text and its forms, those removed since as well', async () => {
    const templateId = 'RESTORED';
    await fixture.post(wu, '/platform/templates/create', {
      ...{ templateId, product: 'sms_code', text: 'One {code}' },
    });
    await fixture.pool.query(
      `begin; set local countersign.actor = '{"kind":"command_line","name":"ada"}';
       update templates set provider_forms = '{"x": {"code": "7"}}' where template_id = 'RESTORED';
       commit`,
    );
    await fixture.post(wu, '/platform/templates/update', { templateId, text: 'Two {code}' });
    const list = async () =>
      (await fixture.get(lin, `/platform/templates/versions?templateId=${templateId}`)).body
        .versions;
    const [newest, , created] = await list();
    expect(newest.before).toEqual({ text: 'One {code}', forms: { x: { code: '7' } } });
    const { body } = await fixture.post(lin, '/platform/templates/restore', {
      ...{ templateId, version: created.entryId, was: newest.after },
    });
    const restored = body.templates.find(
      (one: { templateId: string }) => one.templateId === templateId,
    );
    expect(restored).toMatchObject({ text: 'One {code}', forms: {} });
  });

  test('of limits restore every setting, and are shown to operators alone', async () => {
    const { accountId } = await fixture.newCaller();
    const set = (limits: object) =>
      fixture.post(wu, `/${accountId}/accounts/set-limits`, { mode: 'live', ...limits });
    await set({ codePerDay: 4, spendCapDay: '12.5000' });
    const { body } = await set({ codePerDay: 5, regions: ['CN'], spendCapDay: null });
    const path = `/${accountId}/accounts/limit-versions?mode=live`;
    const [, first] = (await fixture.get(lin, path)).body.versions;
    expect(first.before).toMatchObject({ codePerDay: null, spendCapDay: null });
    const restore = (version: number, was: object) =>
      fixture.post(lin, `/${accountId}/accounts/restore-limits`, { mode: 'live', version, was });
    const one = (await restore(first.entryId, body.set)).body.set;
    expect(one).toMatchObject({ codePerDay: 4, regions: null, spendCapDay: '12.5000' });
    const none = (await restore(0, one)).body.set;
    expect(Object.values(none)).toEqual(Object.values(none).map(() => null));
    const member = { members: { [accountId]: 'owner' } } as const;
    expect(await fixture.get(member, path)).toMatchObject({ status: 403 });
  });

  test('of a route of an account are the operator’s business', async () => {
    const route = await newRoute();
    for (const weight of [1, 2]) await route.set(wu, weight);
    const [, first] = await route.versions();
    await route.restore(first.entryId, stops(2));
    const { accountId } = route.key;
    const member = { members: { [accountId]: 'owner' } } as const;
    const { text } = await fixture.get(member, `/${accountId}/audit/entries`);
    expect(text).not.toContain('route');
  });
});
