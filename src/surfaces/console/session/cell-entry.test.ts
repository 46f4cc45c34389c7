import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import {
  type Cells,
  createCells,
  switchCell,
  tokenForSwitch,
} from '../../../../test/kit/cells-fixture.ts';
import { createConsoleVisitor } from '../../../../test/kit/console-visitor.ts';
import { countBlocked } from '../../../../test/kit/count-blocked.ts';
import { createFakeIssuer, type FakeIssuer } from '../../../../test/kit/fake-issuer.ts';
import { createFixture } from '../../../../test/kit/fixture.ts';
import { codeOf } from '../../../../test/kit/people-fixture.ts';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import { listEntries } from '../../../foundation/audit/entry-queries.ts';
import { wholePlatform } from '../../../foundation/contract/scope.ts';
import {
  connectPerson,
  disconnectPerson,
  readIdentity,
  subjectOf,
} from '../../../people/sign-in/connected-queries.ts';
import { disablePerson } from '../../../people/sign-in/person-changes.ts';
import { removeRole, setRole } from '../../../people/sign-in/role-queries.ts';
import { cookieNames } from './session-cookies.ts';

/** Cells 1 and 2 have the same identity provider, cell 3 has none. */
let cells: Cells;
let issuer: FakeIssuer;
beforeAll(async () => {
  issuer = await createFakeIssuer();
  const settings = {
    oidcIssuer: issuer.url,
    oidcClientId: issuer.clientId,
    oidcClientSecret: issuer.clientSecret,
  };
  cells = await createCells({ 1: { settings }, 2: { settings }, 3: {} });
});
afterAll(async () => {
  await cells.close();
  await issuer.close();
});

/** An operator of cells 1 and 2 who connects the two. */
async function connectBoth() {
  const browser = cells.openBrowser();
  const { personId: here } = await browser.at(1).arrive('operator');
  const there = await browser.at(2).arrive('operator');
  expect((await switchCell(browser, 1, 2)).body).toEqual({
    state: 'connect',
    from: { cell: 1, name: 'Ada Lin' },
  });
  expect((await browser.at(2).get('session/cell/waiting')).body).toEqual({
    from: { cell: 1, name: 'Ada Lin' },
    canConnect: true,
  });
  expect((await browser.at(2).post('session/cell/connect')).body).toEqual({ state: 'in' });
  return { browser, here, there };
}

/** The same, signed out of cell 2 again. */
async function openConnected() {
  const connected = await connectBoth();
  await connected.browser.at(2).post('session/sign-out');
  return connected;
}

async function subjectIn(cell: number, personId: number): Promise<string> {
  const identity = await readIdentity(cells.of(cell).pool, personId);
  return subjectOf({ cell, ...(identity ?? expect.fail('a person of the cell')) });
}

// @mutant src/people/sign-in/connected-queries.ts
// - person ${personId} created ${createdAt}
// + person ${personId}
test('who gets the number of a connected person, in a cell that was restored, is not connected', async () => {
  const { browser, here } = await openConnected();
  const stateThere = async () => (await browser.at(1).get('platform/cells/state?cell=2')).body;
  expect((await stateThere()).cell).toBe(2);
  // As if the backup were from before the person, and the next one had come.
  await cells.of(1).pool.query('update people set created_at = now() where person_id = $1', [here]);
  expect((await stateThere()).reason).toBe('cell_not_connected');
  expect((await switchCell(browser, 1, 2)).body.state).toBe('connect');
});

test('after connecting once, an operator switches with one sign-in', async () => {
  const { browser, here, there } = await openConnected();
  expect((await switchCell(browser, 1, 2)).body).toEqual({ state: 'in' });
  const session = await browser.at(2).get('session');
  expect(session.body).toMatchObject({
    stage: 'full',
    person: { personId: there.personId },
    freshUntil: null,
  });
  expect((await browser.at(2).get('session/connections')).body.connections).toMatchObject([
    { subject: await subjectIn(1, here), cell: 1 },
  ]);
  const { entries } = await listEntries(cells.of(2).pool, wholePlatform, {}, { limit: 50 });
  const actions = entries.map(({ action }) => action);
  expect(actions).toContain('person.connect_cell');
  expect(actions[0]).toBe('session.start');
  // Without it, nobody could tell which sessions a cell that was broken into had opened.
  const begun = entries[0]?.after;
  expect(begun).toMatchObject({ stage: 'full', from: await subjectIn(1, here) });
});

test('the session of a switch asks for a factor of its own cell before any change', async () => {
  const { browser, there } = await openConnected();
  await switchCell(browser, 1, 2);
  const create = () => browser.at(2).post('platform/accounts/create', { name: 'Maple' });
  expect((await create()).body.reason).toBe('factor_required');
  const passed = await browser.at(2).post('session/factor/totp', { code: codeOf(there.secret, 0) });
  expect(passed.status).toBe(200);
  expect((await create()).status).toBe(200);
  // Coming again keeps the session and its factor.
  expect((await switchCell(browser, 1, 2)).body).toEqual({ state: 'in' });
  expect((await create()).status).toBe(200);
});

// @mutant src/surfaces/console/session/cell-routes.ts
// -  || person.nonce !== nonceHash(started.nonce)
test('a token works once, and only in the browser that started', async () => {
  const { browser } = await openConnected();
  const token = await tokenForSwitch(browser, 1, 2);
  const stranger = cells.openBrowser();
  const without = await stranger.at(2).post('session/cell/enter', { token });
  expect(without.body.reason).toBe('cell_entry_failed');
  // With a nonce of its own, the stranger is refused as well.
  await stranger.at(2).get('session/cell/start?from=1');
  const other = await stranger.at(2).post('session/cell/enter', { token });
  expect(other.body.reason).toBe('cell_entry_failed');
  expect((await browser.at(2).post('session/cell/enter', { token })).body.state).toBe('in');
  await browser.at(2).post('session/sign-out');
  const again = await browser.at(2).post('session/cell/enter', { token });
  expect(again.body.reason).toBe('cell_entry_failed');
  expect((await browser.at(2).get('session')).body.stage).toBe('none');
});

test('of two tabs that switch at once, the one that started last arrives', async () => {
  const { browser } = await openConnected();
  const first = await tokenForSwitch(browser, 1, 2);
  const last = await tokenForSwitch(browser, 1, 2);
  const enter = (token: string) => browser.at(2).post('session/cell/enter', { token });
  expect((await enter(first)).body.reason).toBe('cell_entry_failed');
  expect((await enter(last)).body.state).toBe('in');
});

test('a switch that started towards one cell does not end with the signature of another', async () => {
  const { browser } = await openConnected();
  await browser.at(3).arrive('operator');
  const started = await browser.at(2).get('session/cell/start?from=1');
  const nonce = new URL(String(started.headers.location)).searchParams.get('nonce');
  const signed = await browser.at(3).post('session/cell/sign', { to: 2, nonce });
  const token = new URL(signed.body.url).hash.slice(1);
  const entered = await browser.at(2).post('session/cell/enter', { token });
  expect(entered.body.reason).toBe('cell_entry_failed');
  // Nor can a cell sign for itself, or for one that is not in the list.
  for (const to of [3, 9]) {
    const refused = await browser.at(3).post('session/cell/sign', { to, nonce });
    expect(refused.body.reason).toBe('nothing_there');
  }
});

test('the address of the other cell comes from our own list alone', async () => {
  const browser = cells.openBrowser();
  const started = await browser.at(2).get('session/cell/start?from=1');
  expect(started.headers.location).toMatch(
    new RegExp(`^${cells.urlOf(1)}/console/enter-cell\\?to=2&nonce=[\\w-]{43}$`),
  );
  for (const from of ['2', '9', '', 'https://evil.example', '1e0&from=1']) {
    const refused = await browser.at(2).get(`session/cell/start?from=${from}`);
    expect(refused.headers.location).toBe(
      `${cells.urlOf(2)}/console/sign-in?problem=cell_entry_failed`,
    );
  }
});

test('nobody connects without being signed in here with a recent factor, or without having come', async () => {
  const browser = cells.openBrowser();
  await browser.at(1).arrive('operator');
  await switchCell(browser, 1, 2);
  expect((await browser.at(2).get('session/cell/waiting')).body).toMatchObject({
    from: { cell: 1 },
    canConnect: false,
  });
  expect((await browser.at(2).post('session/cell/connect')).body.reason).toBe('sign_in_required');
  const { personId } = await browser.at(2).arrive('owner', cells.of(2).accountId);
  expect((await browser.at(2).get('session/cell/waiting')).body.canConnect).toBe(false);
  expect((await browser.at(2).post('session/cell/connect')).body.reason).toBe('right_missing');
  const { rows } = await cells
    .of(2)
    .pool.query('select from connected_subjects where person_id = $1', [personId]);
  expect(rows).toEqual([]);
  const alone = cells.openBrowser();
  await alone.at(2).arrive('operator');
  expect((await alone.at(2).get('session/cell/waiting')).body.from).toBeNull();
  expect((await alone.at(2).post('session/cell/connect')).body.reason).toBe('cell_entry_failed');
});

test('a connection that is taken back, or whose operator is disabled, opens nothing', async () => {
  const { browser, here, there } = await openConnected();
  await switchCell(browser, 1, 2);
  const subject = await subjectIn(1, here);
  const stranger = cells.openBrowser();
  await stranger.at(2).arrive('operator');
  const taken = await stranger.at(2).post('session/cell/disconnect', { subject });
  expect(taken.body.reason).toBe('nothing_there');
  expect((await browser.at(2).post('session/cell/disconnect', { subject })).status).toBe(200);
  expect((await switchCell(browser, 1, 2)).body.state).toBe('connect');
  expect((await browser.at(1).get('platform/cells/state?cell=2')).body.reason).toBe(
    'cell_not_connected',
  );
  const second = await openConnected();
  await stranger.at(2).arrive('owner');
  await disablePerson(byTest(cells.of(2).pool), second.there.personId);
  expect((await switchCell(second.browser, 1, 2)).body.state).toBe('connect');
  expect(there.personId).not.toBe(second.there.personId);
});

// @mutant src/people/sign-in/connected-queries.ts
// - if (rowCount === 1) await endSwitchedSessions(change, personId, subject);
test('taking a connection back ends the sessions that it opened, and no other', async () => {
  const { browser: own, here } = await connectBoth();
  const subject = await subjectIn(1, here);
  // Another browser, which is signed in to cell 1 alone.
  const other = cells.openBrowser();
  const { session } = cookieNames(1);
  other.cookies.set(session, own.cookies.get(session) ?? '');
  expect((await switchCell(other, 1, 2)).body).toEqual({ state: 'in' });
  const stageIn = async (each: typeof own) => (await each.at(2).get('session')).body.stage;
  expect([await stageIn(own), await stageIn(other)]).toEqual(['full', 'full']);
  expect((await own.at(2).post('session/cell/disconnect', { subject })).status).toBe(200);
  expect([await stageIn(own), await stageIn(other)]).toEqual(['full', 'none']);
  const { entries } = await listEntries(cells.of(2).pool, wholePlatform, {}, { limit: 5 });
  expect(entries.map(({ action }) => action)).toContain('session.end');
});

test('a person who is connected with somebody else loses the sessions here', async () => {
  const { browser, here } = await openConnected();
  await switchCell(browser, 1, 2);
  const { personId } = await cells.openBrowser().at(2).arrive('operator');
  await connectPerson(byTest(cells.of(2).pool), personId, await subjectIn(1, here));
  expect((await browser.at(2).get('session')).body.stage).toBe('none');
});

// @mutant src/people/sign-in/connected-queries.ts
// - await endSwitchedSessions(change, personId, null);
test('an operator who is removed, and has an account, keeps no session of a switch', async () => {
  const { browser, there } = await openConnected();
  await switchCell(browser, 1, 2);
  const { pool, accountId } = cells.of(2);
  await cells.openBrowser().at(2).arrive('owner');
  await setRole(byTest(pool), there.personId, accountId, 'viewer');
  await removeRole(byTest(pool), there.personId, null);
  expect((await browser.at(2).get('session')).body.stage).toBe('none');
});

test('a switch that is under way while the connection is taken back opens nothing', async () => {
  const { browser, here, there } = await openConnected();
  const token = await tokenForSwitch(browser, 1, 2);
  const { pool } = cells.of(2);
  const subject = await subjectIn(1, here);
  const { entering } = await inChange(
    pool,
    { kind: 'platform', name: 'start' },
    'person.connect_cell',
    async (by) => {
      await disconnectPerson(by, there.personId, subject);
      const waiting = browser.at(2).post('session/cell/enter', { token });
      await expect.poll(() => countBlocked(pool)).toBe(1);
      return { entering: waiting };
    },
  );
  expect((await entering).body.reason).toBe('cell_entry_failed');
  expect((await browser.at(2).get('session')).body.stage).toBe('none');
});

// @mutant src/surfaces/console/session/session-context.ts
// - return fromSubject === null || otherCells.others.has(cellOfSubject(fromSubject));
// + return true;
test('a session from a cell that is isolated since ends, in the audit log too', async () => {
  const { browser } = await openConnected();
  await switchCell(browser, 1, 2);
  const { database, pool } = cells.of(2);
  const urls = { 1: cells.urlOf(1), 2: cells.urlOf(2), 3: cells.urlOf(3) };
  const stageAfterRestart = async (isolated: boolean) => {
    const restarted = await createFixture({
      databaseTarget: database.target,
      cells: {
        api: 'https://api.example.com',
        cells: { 1: { url: urls[1], isolated }, 2: { url: urls[2] }, 3: { url: urls[3] } },
      },
      settings: { publicUrl: urls[2] },
    });
    const visitor = createConsoleVisitor(restarted.app, urls[2], browser.cookies);
    const { stage } = (await visitor.get('session')).body;
    await restarted.close();
    return stage;
  };
  expect(await stageAfterRestart(false)).toBe('full');
  expect(await stageAfterRestart(true)).toBe('none');
  const { entries } = await listEntries(pool, wholePlatform, {}, { limit: 20 });
  expect(entries.find(({ action }) => action === 'session.end')).toMatchObject({
    actor: { kind: 'platform', name: 'cells' },
  });
  expect((await browser.at(2).get('session')).body.stage).toBe('none');
});

test('with the same identity provider nothing has to be connected', async () => {
  const browser = cells.openBrowser();
  const { personId: here } = await browser.at(1).arrive('operator');
  const { personId: there } = await cells.openBrowser().at(2).arrive('support');
  const { personId: third } = await cells.openBrowser().at(3).arrive('support');
  const subject = `${issuer.url} ${here}`;
  const connect = (cell: number, personId: number) =>
    cells
      .of(cell)
      .pool.query('update people set oidc_subject = $2 where person_id = $1', [personId, subject]);
  for (const [cell, personId] of [
    [1, here],
    [2, there],
    [3, third],
  ] as const) {
    await connect(cell, personId);
  }
  expect((await browser.at(1).get('platform/cells/state?cell=2')).status).toBe(200);
  expect((await switchCell(browser, 1, 2)).body).toEqual({ state: 'in' });
  const connectionsIn = async (cell: number) =>
    (await browser.at(cell).get('session/connections')).body;
  expect(await connectionsIn(2)).toEqual({ isKnownByIssuer: true, connections: [] });
  // Cell 3 does not use this identity provider, so the subject says nothing there.
  expect((await browser.at(1).get('platform/cells/state?cell=3')).body.reason).toBe(
    'cell_not_connected',
  );
});

// @mutant src/surfaces/console/kit/register-console.ts
// - if (route.method === 'POST' && !bearer) requireSameOrigin(headers, ports.publicUrl());
// + if (route.method === 'POST' && !route.overCells) requireSameOrigin(headers, ports.publicUrl());
test('a token replaces the cookie only where cells are answered, and an invalid one is no way around', async () => {
  const { browser } = await openConnected();
  const enter = await tokenForSwitch(browser, 1, 2);
  await browser.at(2).arrive('operator');
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const find = (headers: Record<string, string>) =>
    browser.at(2).post('platform/cells/find', { text: 'Rowan' }, headers);
  expect((await find({})).status).toBe(200);
  expect((await find(foreign)).body.reason).toBe('invalid_request');
  for (const { token, reason } of [
    // The header of a proxy in front of the console: the cookie counts, as everywhere.
    { token: 'x', reason: 'invalid_request' },
    { token: enter, reason: 'sign_in_required' },
  ]) {
    const bearer = { authorization: `Bearer ${token}` };
    expect((await find({ ...foreign, ...bearer })).body.reason).toBe(reason);
    expect((await find(bearer)).status).toBe(token === 'x' ? 200 : 401);
    const report = await browser.at(2).get('platform/health/report', bearer);
    expect(report.status).toBe(200);
    const stranger = await cells.openBrowser().at(2).get('platform/health/report', bearer);
    expect(stranger.status).toBe(401);
  }
});
