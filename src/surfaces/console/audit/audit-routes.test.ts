import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { inChange, noteChange } from '../../../foundation/audit/change-queries.ts';
import { setLowBalance } from '../../../money/ledger/queries.ts';
import { insertPerson, nextPersonId } from '../../../people/sign-in/person-queries.ts';
import { setRole } from '../../../people/sign-in/role-queries.ts';
import { showOwnEntry } from './show-own-entry.ts';
import { verifyOnce } from './verify-once.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'viewer' } as const;

test('an owner of an account sees its entries, and nothing else', async () => {
  const other = await fixture.newCaller();
  const member = { members: { [fixture.accountId]: 'owner' } } as const;
  const own = await fixture.get(member, `/${fixture.accountId}/audit/entries`);
  expect(own.status).toBe(200);
  const accounts = new Set(own.body.entries.map((entry: { accountId: number }) => entry.accountId));
  expect([...accounts]).toEqual([fixture.accountId]);
  const asked = await fixture.get(
    member,
    `/${fixture.accountId}/audit/entries?account=${other.accountId}`,
  );
  expect(asked.body.entries).toEqual([]);
});

test('an owner of an account sees neither the operator’s people nor the providers', async () => {
  const { accountId, pool } = fixture;
  const wu = { operator: 'owner', name: 'Wu of the house' } as const;
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const route = { product: 'sms_code', accountId, region: null, stops: [{ code: 'sandbox' }] };
  await fixture.post(wu, '/platform/providers/set-route', route);
  await fixture.post(wu, `/${accountId}/team/invite`, { role: 'viewer' });
  const plan = { product: 'sms_code', amount: '0.0600', from: soon };
  await fixture.post(wu, `/${accountId}/prices/set`, plan);
  // The second entry also shows the previous price, with who had set it.
  for (const amount of ['0.0700', '0.0600']) {
    await fixture.post(wu, `/${accountId}/prices/set`, { product: 'sms_notice', amount });
  }
  await inChange(
    pool,
    { kind: 'person', personId: 1, sessionId: 's', name: wu.name },
    'call.settle',
    (by) =>
      noteChange(by, {
        ...{ accountId, action: 'call.settle', subject: 'calls', key: { call_id: 'x' } },
        ...{ before: null, after: { state: 'done', reason: 'Provider X said so on the phone' } },
      }),
  );
  // Every visitor of this fixture has the first number.
  await nextPersonId(pool);
  const personId = await nextPersonId(pool);
  const mei = { personId, name: 'Mei', email: 'mei@example.com', language: null };
  await insertPerson(byTest(pool), { ...mei, passwordHash: null });
  await setRole(byTest(pool), personId, accountId, 'owner');
  const actor = { kind: 'person', personId, sessionId: 's', name: 'Mei' } as const;
  await inChange(pool, actor, 'wallet.threshold', (by) =>
    setLowBalance(by, { accountId, mode: 'test', amount: 5n }),
  );

  const member = { members: { [accountId]: 'owner' } } as const;
  const { body, text } = await fixture.get(member, `/${accountId}/audit/entries`);
  for (const word of [wu.name, 'tester', 'route', 'sandbox', 'Provider X']) {
    expect(text).not.toContain(word);
  }
  expect(body.entries[0]).toMatchObject({ action: 'wallet.threshold', actor: { name: 'Mei' } });
  const price = body.entries.find(({ action }: { action: string }) => action === 'price.set');
  expect(price).toMatchObject({
    actor: { kind: 'person', name: '' },
    after: { unit_price: 600 },
  });
  const named = async (name: string) =>
    (await fixture.get(member, `/${accountId}/audit/entries?by=${name}`)).body.entries.length;
  expect([await named(wu.name), await named('Mei')]).toEqual([0, 1]);
  const all = await fixture.get(operator, `/${accountId}/audit/entries`);
  for (const word of [wu.name, 'routes', 'Provider X']) expect(all.text).toContain(word);
});

// @mutant src/surfaces/console/audit/show-own-entry.ts
// - ['set_by', 'invited_by', 'made_by', 'asked_by']
// + ['set_by']
test('no column of any audited table of an account tells members who of the operator set it', async () => {
  const { rows } = await fixture.pool.query<{ subject: string; column: string }>(
    `select c.relname as subject, a.attname as column
     from pg_trigger t
     join pg_class c on c.oid = t.tgrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where t.tgfoid = 'audit_row'::regproc
       and exists (
         select from pg_attribute o where o.attrelid = c.oid and o.attname = 'account_id'
       )
     order by 1, 2`,
  );
  const shown = rows.filter(({ subject, column }) => {
    const entry = {
      ...{ entryId: 1, madeAt: new Date(), accountId: 1, action: 'x', key: {}, subject },
      actor: { kind: 'person', personId: 1, sessionId: 's', name: 'Wu' } as const,
      before: { [column]: 'Wu' },
      after: { [column]: 'Wu' },
    };
    return [true, false].some((isByOperator) =>
      JSON.stringify(showOwnEntry({ ...entry, isByOperator }).after).includes('Wu'),
    );
  });
  expect(new Set(rows.map(({ subject }) => subject)).size).toBeGreaterThan(10);
  // These are people and keys of the account itself.
  expect(
    shown
      .map(({ subject, column }) => `${subject}.${column}`)
      .filter((name) => /_by$|person|author|actor/.test(name)),
  ).toEqual(['invitations.accepted_by', 'keys.replaced_by', 'members.person_id']);
});

test('an entry of a change names its key, and a key by its own name', async () => {
  const { accountId, pool } = fixture;
  const { body } = await fixture.post({ operator: 'owner' }, `/${accountId}/keys/create`, {
    ...{ mode: 'test', name: 'checkout' },
  });
  const { keyId } = body;
  await fixture.post({ operator: 'owner' }, `/${accountId}/keys/revoke`, { keyId });
  await inChange(pool, { kind: 'key', keyId, name: `key ${keyId}` }, 'endpoint.test', (by) =>
    noteChange(by, {
      ...{ accountId, action: 'endpoint.test', subject: 'deliveries', key: { endpointId: 99 } },
      ...{ before: null, after: {} },
    }),
  );
  const member = { members: { [accountId]: 'owner' } } as const;
  const { body: log } = await fixture.get(member, `/${accountId}/audit/entries?limit=2`);
  expect(log.entries).toMatchObject([
    { action: 'endpoint.test', actor: { kind: 'key', name: 'checkout' }, object: {} },
    {
      ...{ action: 'key.revoke', actor: { kind: 'person', name: '' } },
      object: { name: 'checkout', mode: 'test' },
    },
  ]);
});

test('pages continue where the last one ended', async () => {
  const whole = await fixture.get(operator, '/platform/audit/entries');
  const first = await fixture.get(operator, '/platform/audit/entries?limit=2');
  const second = await fixture.get(
    operator,
    `/platform/audit/entries?limit=2&before=${first.body.next}`,
  );
  const ids = (page: { body: { entries: { entryId: number }[] } }) =>
    page.body.entries.map(({ entryId }) => entryId);
  expect([...ids(first), ...ids(second)]).toEqual(ids(whole).slice(0, 4));
});

test('only the platform can verify the chain', async () => {
  const proof = await fixture.post(operator, '/platform/audit/verify', {});
  expect(proof.body).toMatchObject({ ok: true, fault: null });
  const asked = await fixture.post(operator, `/${fixture.accountId}/audit/verify`, {});
  expect(asked.body).toMatchObject({ reason: 'nothing_there' });
});

test('a broken chain is explained in the reader’s language', async () => {
  const tamper = (sign: string) =>
    fixture.pool.query(
      `alter table audit_entries disable trigger user;
       update audit_entries set entry_id = ${sign}entry_id where abs(entry_id) = 2;
       alter table audit_entries enable trigger user`,
    );
  await tamper('-');
  const faultIn = async (language: string) =>
    (await fixture.post(operator, '/platform/audit/verify', {}, { 'accept-language': language }))
      .body.fault;
  expect(await faultIn('en')).toBe('entry 2 is missing');
  expect(await faultIn('zh-CN')).toBe('缺少第 2 条记录');
  await tamper('-');
});

test('a change is accepted only from our own page, and with valid fields', async () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  const forged = await fixture.post(operator, '/platform/audit/verify', {}, elsewhere);
  expect(forged).toMatchObject({ status: 400, body: { details: [{ field: 'Origin' }] } });
  const nobody = await fixture.post(undefined, '/platform/audit/verify', {});
  expect(nobody).toMatchObject({ status: 401, body: { reason: 'sign_in_required' } });
  const wrong = await fixture.get(operator, '/platform/audit/entries?limit=many');
  expect(wrong).toMatchObject({
    status: 400,
    body: { reason: 'invalid_request', details: [{ field: 'limit' }] },
  });
});

test('the chain is verified once for simultaneous requests, and again afterwards', async () => {
  const { vault } = fixture.app.line;
  const ports = { pool: fixture.pool, vault, dataDir: '/nowhere' };
  const first = verifyOnce(ports);
  expect(verifyOnce(ports)).toBe(first);
  await first;
  const second = verifyOnce(ports);
  expect(second).not.toBe(first);
  await second;
});
