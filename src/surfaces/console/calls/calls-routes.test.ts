import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { loseStatements } from '../../../../test/kit/lose-statements.ts';
import { project } from '../../../../test/kit/search-recount.ts';
import { failureReasons } from '../../../foundation/contract/errors/failure-reasons.ts';
import { groupOf } from '../../../line/search/row-status.ts';
import { listReasons } from './list-reasons.ts';

let fixture: ConsoleFixture;
let other: Caller;
/** The calls of the first account in order, and one of another. */
const ids: string[] = [];
let foreign: string;

beforeAll(async () => {
  fixture = await createConsoleFixture();
  other = await fixture.newCaller();
  const code = await fixture.call('sms_code', { mobile: '13800000000', code: '246810' });
  const notice = await fixture.call('sms_notice', { mobile: '13900005678', content: 'hello' });
  const face = await fixture.call('face_verify', { name: '张三', cardNo: '110101199003070003' });
  const theirs = await other.call('sms_code', { mobile: '13900005678', code: '1357908642' });
  ids.push(...[code, notice, face].map(({ body }) => body.requestId));
  foreign = theirs.body.requestId;
  await project(fixture.pool);
});
afterAll(() => fixture.close());

const operator = { operator: 'owner' } as const;
const member = () => ({ members: { [fixture.accountId]: 'owner' } }) as const;
const idsOf = (calls: { requestId: string }[]) => calls.map(({ requestId }) => requestId);
const list = (visitor: object, scope: string | number, query = '') =>
  fixture.get(visitor, `/${scope}/calls/list?mode=test${query}`);

test('each person sees the calls of their scope, newest first', async () => {
  const own = await list(member(), fixture.accountId);
  expect(idsOf(own.body.calls)).toEqual(ids.toReversed());
  const all = await list(operator, 'platform');
  expect(idsOf(all.body.calls)).toEqual([foreign, ...ids.toReversed()]);
  const asked = await list(member(), fixture.accountId, `&account=${other.accountId}`);
  expect(asked.body.calls).toEqual([]);
  const narrowed = await list(operator, other.accountId);
  expect(idsOf(narrowed.body.calls)).toEqual([foreign]);
});

// @mutant src/surfaces/console/calls/calls-routes.ts
// - const template = await findTemplate(pool, templateId);
// + const template = await findTemplate(pool, templateId).catch(() => undefined);
test('a story whose template cannot be read now is an error, not a story without text', async () => {
  const { restore } = loseStatements(fixture.database.pool, 'from templates');
  const story = fixture.get(operator, `/platform/calls/show?requestId=${ids[0]}`).finally(restore);
  expect((await story).status).toBe(503);
});

// @mutant src/surfaces/console/calls/show-call.ts
// - cardNo: maskCard(cardNo),
// + cardNo,
test('people are masked in lists and stories', async () => {
  const { body, text } = await list(operator, fixture.accountId);
  const persons = body.calls.map(({ person }: { person: string }) => person);
  expect(persons).toEqual(['张** · 110****03', '139****5678', '138****0000']);
  const stories = await Promise.all(
    ids.map((id) => fixture.get(operator, `/platform/calls/show?requestId=${id}`)),
  );
  for (const story of [text, ...stories.map((reply) => reply.text)]) {
    for (const secret of [
      '13800000000',
      '13900005678',
      '110101199003070003',
      '张三',
      '1357908642',
    ]) {
      expect(story).not.toContain(secret);
    }
  }
});

test('costs, providers and their words are shown only to the platform', async () => {
  const theirs = await list(member(), fixture.accountId);
  for (const row of theirs.body.calls) {
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['cost']));
    expect(row).not.toHaveProperty('provider');
    expect(row).not.toHaveProperty('attempts');
  }
  const story = await fixture.get(member(), `/${fixture.accountId}/calls/show?requestId=${ids[0]}`);
  expect(story.status).toBe(200);
  const hidden = ['cost', 'margin', 'provider', 'attempts', 'providerRef', 'evidence'];
  for (const name of hidden) expect(story.body).not.toHaveProperty(name);
  expect(story.text).not.toContain('sandbox');
  const ours = await fixture.get(operator, `/${fixture.accountId}/calls/show?requestId=${ids[0]}`);
  for (const name of hidden) expect(ours.body).toHaveProperty(name);
  const asked = await list(member(), fixture.accountId, '&provider=sandbox');
  expect(asked.body).toMatchObject({ reason: 'right_missing' });
});

test('a call of another account is not found', async () => {
  const shown = await fixture.get(
    member(),
    `/${fixture.accountId}/calls/show?requestId=${foreign}`,
  );
  expect(shown).toMatchObject({ status: 404, body: { reason: 'nothing_there' } });
  const body = { requestId: foreign, reason: 'a complaint' };
  const revealed = await fixture.post(member(), `/${fixture.accountId}/calls/reveal`, body);
  expect(revealed).toMatchObject({ status: 404 });
});

test('a mobile and an ID number are found by an opaque token', async () => {
  for (const [text, label, found] of [
    ['139 0000 5678', '139****5678', [ids[1]]],
    ['110101199003070003', '110****03', [ids[2]]],
  ] as const) {
    const person = await fixture.post(member(), `/${fixture.accountId}/calls/person`, { text });
    expect(person.body.label).toBe(label);
    expect(Buffer.from(person.body.token, 'base64url').toString('latin1')).not.toContain(label);
    const page = await list(member(), fixture.accountId, `&person=${person.body.token}`);
    expect(page.body.person).toBe(label);
    expect(idsOf(page.body.calls)).toEqual(found);
  }
  const made = await list(member(), fixture.accountId, '&person=made-up');
  expect(made).toMatchObject({ status: 400, body: { details: [{ field: 'person' }] } });
  const nobody = await fixture.post(member(), `/${fixture.accountId}/calls/person`, {
    text: 'Lin',
  });
  expect(nobody.status).toBe(400);
});

test('calls are found by their state, and by the state of their message or check', async () => {
  const found = async (query: string) =>
    idsOf((await list(operator, fixture.accountId, query)).body.calls);
  expect(await found('&state=done')).toEqual(ids.toReversed());
  expect(await found('&state=rejected')).toEqual([]);
  expect(await found('&state=pending')).toEqual([ids[2]]);
  expect(await found('&product=sms_notice')).toEqual([ids[1]]);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect(await found(`&from=${later}`)).toEqual([]);
  expect(await found(`&to=${later}`)).toEqual(ids.toReversed());
  expect(await found(`&requestId=%20${ids[1]?.toUpperCase()}%20`)).toEqual([ids[1]]);
});

test('a story shows what was paid, what was refunded, and the request', async () => {
  const cost = `insert into call_costs (account_id, call_id, provider_code, cost, source)
    values ($1, $2, 'sandbox', 120, 'list')`;
  await fixture.pool.query(cost, [fixture.accountId, ids[1]]);
  const show = async (id: string | undefined) =>
    (await fixture.get(operator, `/platform/calls/show?requestId=${id}`)).body;
  expect(await show(ids[1])).toMatchObject({
    ...{ price: '0.0500', cost: '0.0120', costSource: 'list', margin: '0.0380' },
    paid: { amount: '0.0500', addsUp: true },
    request: { mobile: '139****5678', content: expect.not.stringContaining('hello') },
  });
  const face = await show(ids[2]);
  expect(face.request).toEqual({ name: '张**', cardNo: '110****03' });
  expect(face.curl).toContain('/api/v1/face_verify');
  expect(face.curl).toContain(`-d '{"name":"张**","cardNo":"110****03"}'`);
  expect(face.curl).toContain('x-api-key: cs_test_YOUR_KEY');
  expect(face).toMatchObject({ cost: null, margin: null });
  await fixture.pool.query('delete from call_costs');
});

test('a call is shown under the key that made it, and not under another of its account', async () => {
  const second = await fixture.newCaller({ accountId: fixture.accountId });
  const { body } = await list(operator, fixture.accountId);
  const ends = body.calls.map(({ keyEnd, keyId }: { keyEnd: string; keyId: number }) => [
    keyEnd,
    keyId,
  ]);
  expect(ends).toEqual(ids.map(() => [fixture.apiKey.slice(-4), fixture.keyId]));
  const story = await fixture.get(operator, `/platform/calls/show?requestId=${ids[0]}`);
  expect(story.body.keyEnd).toBe(fixture.apiKey.slice(-4));
  expect(second.keyId).not.toBe(fixture.keyId);
});

test('pages continue in both directions', async () => {
  const first = await list(operator, fixture.accountId, '&limit=2');
  expect(first.body.hasMore).toBe(true);
  const last = first.body.calls.at(-1).requestId;
  const second = await list(operator, fixture.accountId, `&limit=2&before=${last}`);
  expect(idsOf(second.body.calls)).toEqual([ids[0]]);
  const back = await list(operator, fixture.accountId, `&limit=2&after=${ids[0]}`);
  expect(idsOf(back.body.calls)).toEqual(idsOf(first.body.calls));
});

test('totals and bars match the list', async () => {
  const { body } = await fixture.get(operator, `/${fixture.accountId}/calls/totals?mode=test`);
  const rows = (await fixture.get(operator, `/${fixture.accountId}/calls/list?mode=test`)).body
    .calls;
  const groups = rows.map(({ state, result }: { state: string; result: string | null }) =>
    groupOf(state === 'done' && result ? result : state),
  );
  const count = (group: string) => groups.filter((one: string) => one === group).length;
  // A check that nobody has opened is charged, and not completed.
  expect([count('completed'), count('waiting')]).toEqual([2, 1]);
  expect(body).toMatchObject({ calls: 3, completed: 2, waiting: 1, failed: 0, refused: 0 });
  const inBars = body.bars.reduce((sum: number, bar: { calls: number }) => sum + bar.calls, 0);
  expect(inBars).toBe(3);
  const codes = await fixture.get(
    operator,
    `/${fixture.accountId}/calls/totals?mode=test&product=sms_code`,
  );
  expect(codes.body.calls).toBe(1);
});

test('a search by person has no totals, neither its own nor everyone’s', async () => {
  const asked = { text: '13900005678' };
  const { token } = (await fixture.post(operator, '/platform/calls/person', asked)).body;
  const { body } = await fixture.get(operator, `/platform/calls/totals?mode=test&person=${token}`);
  expect(body).toMatchObject({ calls: 0, charged: '0.0000', bars: [] });
});

test('someone who may neither reveal nor refund is offered neither', async () => {
  const show = async (visitor: object) =>
    (await fixture.get(visitor, `/${fixture.accountId}/calls/show?requestId=${ids[1]}`)).body;
  const viewer = { members: { [fixture.accountId]: 'viewer' } } as const;
  expect(await show(viewer)).toMatchObject({ canReveal: false, canRefund: false });
  expect(await show(member())).toMatchObject({ canReveal: true, canRefund: false });
  expect(await show(operator)).toMatchObject({ canReveal: true, canRefund: true });
});

test('the provider of a face check is shown only to the platform', async () => {
  await fixture.pool.query(
    `select checks_record_session($1, $2, 'facer', 'ref', 'mobile', null, now(), null)`,
    [fixture.accountId, ids[2]],
  );
  const path = `/${fixture.accountId}/calls/show?requestId=${ids[2]}`;
  const theirs = await fixture.get(member(), path);
  expect(theirs.body.sessions).toMatchObject([{ number: 1, device: 'mobile' }]);
  expect(theirs.text).not.toContain('facer');
  const { body, text } = await fixture.get(operator, path);
  expect(body.sessions).toMatchObject([{ provider: 'facer' }]);
  expect(text).not.toContain('"ref"');
});

test('a provider’s words on a message are shown only to the platform, and the failure reason to all', async () => {
  const third = await fixture.newCaller();
  const { body } = await third.call('sms_code', { mobile: '13800000009', code: '1' });
  await fixture.fireReceipts();
  const path = `/${third.accountId}/calls/show?requestId=${body.requestId}`;
  const theirs = await fixture.get({ members: { [third.accountId]: 'owner' } }, path);
  const [receipt] = theirs.body.receipts;
  expect(receipt).toMatchObject({ state: 'undelivered', reason: 'blocked_by_person' });
  for (const name of ['provider', 'code', 'words']) expect(receipt).not.toHaveProperty(name);
  const ours = await fixture.get(operator, path);
  expect(ours.body.receipts).toMatchObject([{ provider: 'sandbox', code: 'BLOCKED' }]);
});

test('a masked value is revealed for a reason, and the audit log says to whom', async () => {
  const path = `/${fixture.accountId}/calls/reveal`;
  const asked = { requestId: ids[1], reason: 'the person asked us' };
  const viewer = { members: { [fixture.accountId]: 'viewer' } } as const;
  expect((await fixture.post(viewer, path, asked)).body.reason).toBe('right_missing');
  const stale = { ...member(), factorAgeMs: 3_600_000 };
  expect((await fixture.post(stale, path, asked)).body.reason).toBe('factor_required');
  const { body } = await fixture.post(member(), path, asked);
  expect(body).toMatchObject({ seconds: 60, values: { mobile: '+8613900005678' } });
  const ofFace = await fixture.post(member(), path, { ...asked, requestId: ids[2] });
  expect(ofFace.body.values).toEqual({ name: '张三', cardNo: '110101199003070003' });
  const entries = await fixture.get(operator, '/platform/audit/entries?action=call.reveal');
  expect(entries.body.entries).toMatchObject([
    { key: { call_id: ids[2] } },
    { key: { call_id: ids[1] }, after: { reason: 'the person asked us' } },
  ]);
  expect(entries.text).not.toMatch(/13900005678|110101199003070003/);
});

test('a refund returns the price once, and the story adds up', async () => {
  const path = `/${fixture.accountId}/calls/refund`;
  const asked = { requestId: ids[0], reason: 'sent twice' };
  expect((await fixture.post(member(), path, asked)).body.reason).toBe('right_missing');
  const { body } = await fixture.post({ operator: 'finance' }, path, asked);
  expect(body.amount).toMatch(/^0\.0[1-9]/);
  const again = await fixture.post({ operator: 'finance' }, path, asked);
  expect(again.body.reason).toBe('refused');
  const story = await fixture.get(operator, `/platform/calls/show?requestId=${ids[0]}`);
  expect(story.body).toMatchObject({
    canRefund: false,
    paid: { amount: '0.0000', addsUp: true },
    transfers: [{ kind: 'hold' }, { kind: 'settle' }, { kind: 'refund' }],
  });
  await project(fixture.pool);
  const page = await list(operator, fixture.accountId, `&requestId=${ids[0]}`);
  expect(page.body.calls[0]).toMatchObject({ price: body.amount, charged: '0.0000' });
});

test('a call is found by its number however it is typed, and shows its duration', async () => {
  const typed = encodeURIComponent(` ${ids[0]?.toUpperCase()} `);
  const { body } = await fixture.get(operator, `/platform/calls/show?requestId=${typed}`);
  expect(body).toMatchObject({ requestId: ids[0], replied: { status: 201, code: 0 } });
  expect(body.text).toBe('Your verification code is ••••••. Do not share it with anyone.');
  const page = await list(operator, fixture.accountId, `&requestId=${ids[0]}`);
  const [row] = page.body.calls;
  expect(row.tookMs).toBe(Date.parse(body.endedAt) - Date.parse(body.at));
});

test('live calls are shown by default', async () => {
  const { body } = await fixture.get(operator, `/${fixture.accountId}/calls/list`);
  expect(body.calls).toEqual([]);
});

// @mutant src/surfaces/console/calls/list-reasons.ts
// - (isOperator ? row : (row.toCaller ?? row))[language]
// + row[language]
test('members read what to do about each failure, in their language and without the suppliers', () => {
  for (const language of ['en', 'zh'] as const) {
    const reasons = listReasons(language, false);
    expect(reasons.filter(({ text, fix }) => !text || !fix)).toEqual([]);
    const ofFailures = reasons.filter(({ reason }) => reason in failureReasons);
    expect(ofFailures.filter(({ text, fix }) => /provider|服务商/.test(text + fix))).toEqual([]);
  }
  const textOf = (isOperator: boolean) =>
    listReasons('en', isOperator).find(({ reason }) => reason === 'provider_balance')?.text;
  expect(textOf(true)).toBe('the balance at the provider is too low');
  expect(textOf(false)).toBe('could not be sent by the platform');
});

test('a call that was not carried out has nothing to refund', async () => {
  const third = await fixture.newCaller();
  const { body } = await third.call('sms_code', { mobile: '13800000002', code: '1' });
  const path = `/platform/calls/show?requestId=${body.requestId}`;
  const story = await fixture.get(operator, path);
  expect(story.body).toMatchObject({
    ...{ canRefund: false, repeat: null, paid: { amount: '0.0000', addsUp: true } },
    transfers: [{ kind: 'hold' }, { kind: 'release' }],
  });
  // A message that is no longer stored has nothing to reveal.
  await fixture.pool.query(
    'update calls set content_id = null where account_id = $1 and call_id = $2',
    [third.accountId, body.requestId],
  );
  expect((await fixture.get(operator, path)).body).toMatchObject({
    isKept: false,
    canReveal: false,
  });
});

test('a follower hears of each new call', async () => {
  const gone = new AbortController();
  const { routes } = await import('./calls-routes.ts');
  const live = routes.find(({ path }) => path === '/calls/live');
  const context = {
    pool: fixture.pool,
    vault: fixture.app.line.vault,
    scope: { kind: 'account', accountId: other.accountId },
    isOperator: false,
    isStillAllowed: async () => true,
    person: { personId: 1 },
  };
  const query = { mode: 'test' };
  // A client that leaves before it reads anything takes no slot from the others.
  for (let left = 0; left < 25; left++) {
    const input = { query, signal: AbortSignal.abort() };
    const unread = (await live?.handle(context as never, input as never)) as { body: Readable };
    unread.body.destroy();
  }
  const reply = (await live?.handle(context as never, { query, signal: gone.signal } as never)) as {
    body: AsyncIterable<Buffer | string>;
  };
  const heard: { shown: string; latest: string }[] = [];
  let made = '';
  for await (const chunk of reply.body) {
    if (!String(chunk).startsWith('data:')) continue;
    heard.push(JSON.parse(String(chunk).slice(5)));
    if (heard.length === 2) break;
    const { body } = await other.call('sms_code', { mobile: '13800000000', code: '1111' });
    made = body.requestId;
    await project(fixture.pool);
  }
  gone.abort();
  expect(heard.map(({ latest }) => latest)).toEqual([foreign, made]);
  expect(heard[0]?.shown).not.toBe(heard[1]?.shown);
});

// @mutant src/surfaces/console/kit/share-reads.ts
// - return seen === undefined ? read() : shareRead(database, key, seenMs, read);
// + return shareRead(database, key, seenMs, read);
test('a page that a stream announced is read once for all; whoever just came reads their own', async () => {
  const third = await fixture.newCaller();
  const path = `/${third.accountId}/calls/list?mode=test`;
  const read = async (seen = '') =>
    (await fixture.get(operator, `${path}${seen}`)).body.calls.length as number;
  const before = await read();
  expect(await read('&seen=a')).toBe(before);
  await third.call('sms_code', { mobile: '13800000000', code: '1111' });
  await project(fixture.pool);
  expect(await read('&seen=a')).toBe(before);
  expect(await read('&seen=b')).toBe(before + 1);
  expect(await read()).toBe(before + 1);
  const foreignPage = await fixture.get(
    operator,
    `/${other.accountId}/calls/list?mode=test&seen=b`,
  );
  expect(JSON.stringify(foreignPage.body.calls)).not.toContain(`"accountId":${third.accountId},`);
});
