import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import {
  type Browser,
  type Cells,
  createCells,
  switchCell,
} from '../../../../test/kit/cells-fixture.ts';
import { listEntries } from '../../../foundation/audit/entry-queries.ts';
import { wholePlatform } from '../../../foundation/contract/scope.ts';
import { putOnReview } from '../../../line/calls/queries.ts';
import { projectCalls } from '../../../line/search/project-calls.ts';
import { signToken } from '../../../people/other-cells/cell-token.ts';
import { openSigningKey, rotateSigningKey } from '../../../people/other-cells/signing-key.ts';
import { readIdentity, subjectOf } from '../../../people/sign-in/connected-queries.ts';
import { disablePerson, enablePerson } from '../../../people/sign-in/person-changes.ts';
import { removeRole, setRole } from '../../../people/sign-in/role-queries.ts';

/** Cells 1 and 2 run; 3 is down, and 4 is isolated. */
let cells: Cells;
let browser: Browser;
let personThere: number;
beforeAll(async () => {
  cells = await createCells({
    1: {},
    2: { settings: { currency: 'EUR' } },
    3: { isDown: true },
    4: { entry: ', isolated: true' },
  });
  browser = cells.openBrowser();
  await browser.at(1).arrive('support');
  personThere = (await browser.at(2).arrive('support')).personId;
  expect((await switchCell(browser, 1, 2)).body).toMatchObject({ state: 'connect' });
  expect((await browser.at(2).post('session/cell/connect')).body).toEqual({ state: 'in' });
});
afterAll(() => cells.close());

/** The person who looks, as cell 1 names them to the others. */
async function ownIdentity() {
  const { personId } = (await browser.at(1).get('session')).body.person;
  return (await readIdentity(cells.of(1).pool, personId)) ?? expect.fail('a person of cell 1');
}

/** Answers at the address of cell 3. */
async function listenAsThird(answer: RequestListener): Promise<{ close(): Promise<void> }> {
  const server = createServer(answer);
  const { port } = new URL(cells.urlOf(3));
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  return {
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const state = (cell: number, headers = {}) =>
  browser.at(1).get(`platform/cells/state?cell=${cell}`, headers);

test('an operator sees the state of another cell, and which cells there are', async () => {
  const { own, others } = (await browser.at(1).get('session')).body.cells;
  expect({ own, others }).toEqual({ own: 1, others: [2, 3] });
  const here = await browser.at(1).get('platform/cells/state');
  expect(here.body).toMatchObject({ cell: 1, version: '0.0.0', currency: 'CNY' });
  const there = await state(2);
  expect(there.status).toBe(200);
  expect(there.body).toMatchObject({ cell: 2, currency: 'EUR', needs: { review: 0 } });
  const own2 = await browser.at(2).get('platform/cells/state');
  expect(there.body.problems).toEqual(own2.body.problems);
  const list = await browser.at(1).get('platform/cells/list');
  expect(list.body.own).toBe(1);
  expect(list.body.cells).toContainEqual({ cell: 4, url: cells.urlOf(4), isIsolated: true });
});

// @mutant src/surfaces/console/cells/cells-routes.ts
// - readTasks(context, mode)
// + readTasks(context, 'live')
test('tasks are of the mode that is looked at, like the figures beside them', async () => {
  const { call, pool, accountId } = cells.of(2);
  const { body } = await call('sms_code', { mobile: '13912345678', code: '2' });
  await pool.query(
    `insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
     values ($1, $2, now(), 'unknown', 'sandbox')`,
    [accountId, body.requestId],
  );
  await putOnReview(pool, { accountId, callId: body.requestId }, null);
  const reviewIn = async (mode: string) =>
    (await browser.at(1).get(`platform/cells/state?mode=${mode}&cell=2`)).body.needs.review;
  expect([await reviewIn('test'), await reviewIn('live')]).toEqual([1, 0]);
});

test('the overview of another cell is asked with the same query', async () => {
  const day = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  const there = await browser.at(1).get(`platform/overview/figures?${day}&cell=2`);
  expect(there).toMatchObject({ status: 200, body: { sums: { calls: 0 } } });
  const wrong = await browser.at(1).get('platform/overview/figures?from=x&to=y&cell=2');
  expect(wrong.body.reason).toBe('invalid_request');
});

// @mutant src/surfaces/console/kit/wire-formats.ts
// -   pattern: '^-?[0-9]{1,15}[.][0-9]{4}$',
test('an amount that is none is an unexpected response, so that it never reaches the sums of a page', async () => {
  const day = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  const figures = (cell: number) =>
    browser.at(1).get(`platform/overview/figures?${day}&cell=${cell}`);
  const { body } = await figures(2);
  const replies: [string, string][] = [
    [body.sums.spend, body.sums.spend],
    ['-3.0000', '-3.0000'],
    ...['', '3', '3.00', '1e9', 'NaN', '٣.0000', `${'9'.repeat(16)}.0000`].map(
      (spend): [string, string] => [spend, 'cell_differs'],
    ),
  ];
  let spend = '';
  const third = await listenAsThird((_, response) =>
    response.end(JSON.stringify({ ...body, sums: { ...body.sums, spend } })),
  );
  for (const [given, expected] of replies) {
    spend = given;
    const { body: relayed } = await figures(3);
    expect([given, relayed.reason ?? relayed.sums.spend]).toEqual([given, expected]);
  }
  await third.close();
});

test('a cell that is down, isolated or unknown is said to be so', async () => {
  expect((await state(3)).body).toMatchObject({ reason: 'cell_unreachable', code: 50308 });
  for (const cell of [4, 9]) expect((await state(cell)).body.reason).toBe('nothing_there');
  for (const word of ['0', '-1', 'two', '2e0', '99999', '2&cell=3']) {
    const { body } = await browser.at(1).get(`platform/cells/state?cell=${word}`);
    expect([word, body.reason ?? body.cell]).toEqual([
      word,
      word === '2&cell=3' ? 2 : 'invalid_request',
    ]);
  }
});

test('an isolated cell has no others, and no keys', async () => {
  const isolated = cells.openBrowser().at(4);
  await isolated.arrive('owner');
  expect((await isolated.get('session')).body.cells).toBeNull();
  expect((await isolated.get('platform/cells/state?cell=1')).body.reason).toBe('nothing_there');
  expect((await isolated.get('jwks.json')).status).toBe(404);
  const started = await isolated.get('session/cell/start?from=1');
  expect(started.headers.location).toContain('problem=cell_entry_failed');
});

test('a search finds what another cell has, and how many calls a number has there', async () => {
  const two = cells.of(2);
  const other = await two.newCaller({ mode: 'live' });
  const sent = await other.call('sms_code', { mobile: '13900005678', code: '1234' });
  expect(sent.status).toBe(201);
  await projectCalls(two.pool, new AbortController().signal, 0);
  const find = async (words: string, cell = 2) =>
    (await browser.at(1).post(`platform/cells/find?cell=${cell}`, { text: words })).body;
  const byId = await find(sent.body.requestId);
  expect(byId.calls).toMatchObject([{ requestId: sent.body.requestId }]);
  const number = await find('13900005678');
  const person = { kind: 'mobile', label: '139****5678', calls: 1, more: false };
  expect(number.person).toMatchObject(person);
  // The token is of that cell: only it can open it.
  const calls = (at: number) =>
    browser.at(at).get(`platform/calls/list?person=${number.person.token}`);
  expect((await calls(2)).status).toBe(200);
  expect((await calls(1)).status).toBe(400);
  expect((await find('13900005678', 1)).person.calls).toBe(0);
});

// @mutant src/surfaces/console/cells/cells-routes.ts
// -     forward: ({ text }) => ({ text: shortenKeys(String(text)) }),
test('a whole API key is looked for in its own cell, and never sent to another', async () => {
  const { apiKey, keyId } = await cells.of(2).newCaller({ mode: 'live' });
  expect(apiKey).toMatch(/^cs_live_2_/);
  const ask = async (cell: number) =>
    (await browser.at(1).post(`platform/cells/find?cell=${cell}`, { text: ` ${apiKey}` })).body;
  expect((await ask(2)).keys).toMatchObject([{ keyId }]);
  expect((await ask(1)).keys).toEqual([]);
  const bodies: string[] = [];
  const third = await listenAsThird(async (request, response) => {
    bodies.push(await text(request));
    response.end('{}');
  });
  expect((await ask(3)).reason).toBe('cell_differs');
  await third.close();
  expect(bodies).toEqual([JSON.stringify({ text: ` cs_live_2_…${apiKey.slice(-4)}` })]);
});

test('each cell answers by its own rights: none for who is disabled or removed there', async () => {
  const by = byTest(cells.of(2).pool);
  // Somebody else must own the platform.
  await cells.openBrowser().at(2).arrive('owner');
  await disablePerson(by, personThere);
  expect(await state(2)).toMatchObject({ status: 403, body: { reason: 'cell_not_connected' } });
  await enablePerson(by, personThere);
  expect((await state(2)).status).toBe(200);
  const account = cells.of(2).accountId;
  await setRole(by, personThere, account, 'owner');
  await removeRole(by, personThere, null);
  expect((await state(2)).body.reason).toBe('cell_not_connected');
  // Who comes back as an operator is connected again only by signing in both ways.
  await setRole(by, personThere, null, 'support');
  expect((await state(2)).body.reason).toBe('cell_not_connected');
  await cells
    .of(2)
    .pool.query('insert into connected_subjects values ($1, $2)', [
      subjectOf({ cell: 1, ...(await ownIdentity()) }),
      personThere,
    ]);
  expect((await state(2)).status).toBe(200);
});

// @mutant src/surfaces/console/kit/register-console.ts
// - if (bearer && params.scope !== 'platform') return fail('nothing_there');
// @mutant src/people/other-cells/remote-keys.ts
// - cooldownDuration: againMs,
test('a replaced signing key is used at once, fetched by the others, and the old one is refused', async () => {
  const { app, pool } = cells.of(1);
  expect((await state(2)).status).toBe(200);
  const { vault } = app.line;
  const old = await openSigningKey(pool, vault);
  await rotateSigningKey(byTest(pool), vault);
  const { keys } = (await browser.at(1).get('jwks.json')).body;
  expect(keys).toHaveLength(1);
  expect(keys[0].kid).not.toBe(old.keyId);
  // Cell 2 has just fetched the old key, and looks again after five seconds.
  await expect.poll(async () => (await state(2)).status).toBe(200);
  const said = { use: 'read' } as const;
  const token = await signToken(old, { cell: 1, ...(await ownIdentity()) }, 2, said, new Date());
  const stolen = await cells
    .openBrowser()
    .at(2)
    .get('platform/cells/state', {
      authorization: `Bearer ${token}`,
    });
  expect(stolen.body.reason).toBe('sign_in_required');
  const { entries } = await listEntries(pool, wholePlatform, {}, { limit: 1 });
  expect(entries[0]).toMatchObject({
    action: 'cell.rotate_key',
    before: { key_id: old.keyId },
    after: { key_id: keys[0].kid },
  });
});

test('a token of another cell is good for flagged reads of the platform alone', async () => {
  const { app } = cells.of(1);
  const identity = await ownIdentity();
  const key = await openSigningKey(app.pool, app.line.vault);
  const sign = (cell: number) =>
    signToken(key, { cell, ...identity }, 2, { use: 'read' }, new Date());
  const bearer = { authorization: `Bearer ${await sign(1)}`, 'sec-fetch-site': 'cross-site' };
  const other = cells.openBrowser().at(2);
  expect((await other.get('platform/cells/state', bearer)).body.cell).toBe(2);
  expect((await other.post('platform/cells/find', { text: 'Rowan' }, bearer)).status).toBe(200);
  const span = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  const figures = (scope: string | number) =>
    other.get(`${scope}/overview/figures?${span}`, bearer);
  expect((await figures('platform')).status).toBe(200);
  expect((await figures(cells.of(2).accountId)).body.reason).toBe('nothing_there');
  expect((await other.get('platform/cells/state?cell=1', bearer)).body.reason).toBe(
    'nothing_there',
  );
  for (const path of ['session/devices', 'platform/health/report', 'platform/cells/list']) {
    expect((await other.get(path, bearer)).status).toBe(401);
  }
  const searched = await other.post('platform/search-box/find', { text: 'Rowan' }, bearer);
  expect(searched.body.reason).toBe('invalid_request');
  // A cell cannot speak for the people of another one, nor a cell that is isolated for its own.
  for (const cell of [2, 3, 4, 9]) {
    const forged = { authorization: `Bearer ${await sign(cell)}` };
    const refused = await other.get('platform/cells/state', forged);
    expect([401, 503]).toContain(refused.status);
  }
});

test('a member of an account asks no other cell', async () => {
  const one = cells.of(1);
  const member = cells.openBrowser().at(1);
  await member.arrive('owner', one.accountId);
  const figures = 'overview/figures?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  expect((await member.get(`${one.accountId}/${figures}`)).status).toBe(200);
  expect((await member.get(`${one.accountId}/${figures}&cell=2`)).body.reason).toBe(
    'nothing_there',
  );
  expect((await member.get('platform/cells/state?cell=2')).body.reason).toBe('nothing_there');
  expect((await member.get('session')).body.cells).toBeNull();
  const signed = await member.post('session/cell/sign', { to: 2, nonce: 'x'.repeat(43) });
  expect(signed.body.reason).toBe('right_missing');
  expect((await cells.openBrowser().at(1).get('platform/cells/state?cell=2')).status).toBe(401);
});
