import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  agreement,
  type CheckFixture,
  createCheckFixture,
} from '../../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/database.ts';
import { createMovableClock } from '../../../foundation/clock.ts';
import { checkStatus } from '../../../foundation/contract/wire/face.ts';
import type { FaceProvider, Person, SessionStart } from '../../../vendors/providers/provider.ts';

const clock = createMovableClock(new Date());
const starts: SessionStart[] = [];
const collected = { script: 'https://vendor.test/collect.js', call: 'collect' };
const site = 'https://vendor.test/';
const magic = {
  pass: '999999199001010016',
  expired: '999999199001010040',
  down: '999999199001010059',
};
let database: TestDatabase;
let fixture: CheckFixture;
let simulator: {
  start: 'started' | 'rejected';
  /** What it waits for before it starts a session. */
  meanwhile(): Promise<unknown>;
  /** The start of its page URLs. */
  site: string;
  /** The end of its session and task ids. */
  tail: string;
  state: 'open' | 'passed';
  compared: 'given' | Partial<Person>;
  browserData: FaceProvider['browserData'];
  asked: number;
};

beforeAll(async () => {
  simulator = {
    ...{ start: 'started', site, tail: '', state: 'open', browserData: collected, asked: 0 },
    compared: 'given',
    meanwhile: async () => {},
  };
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target, {
    clock,
    extendRegistry: (registry) => ({
      ...registry,
      face: new Map([...registry.face, ['simulator', createSimulator()]]),
    }),
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

/** A provider that needs browser data, and does what the test says. */
function createSimulator(): FaceProvider {
  return {
    kind: 'face',
    code: 'simulator',
    vendorCode: 'simulator',
    title: { en: 'Simulator', zh: 'Simulator' },
    horizonHours: 72,
    devices: ['mobile', 'wechat', 'desktop'],
    needsNationalId: false,
    get browserData() {
      return simulator.browserData;
    },
    screen: () => ({ kind: 'done', providerRef: '' }),
    async startSession(start) {
      starts.push(start);
      if (simulator.start === 'rejected')
        return {
          kind: 'rejected',
          reason: 'content_refused',
          detail: `${start.person.name} is refused`,
        };
      await simulator.meanwhile();
      const expiresAt = new Date(clock.now().getTime() + 60_000);
      const sessionRef = `ref-${starts.length}${simulator.tail}`;
      return { kind: 'started', sessionRef, url: `${simulator.site}${sessionRef}`, expiresAt };
    },
    async queryResult(sessionRef) {
      simulator.asked += 1;
      const taskId = `task-${sessionRef}${simulator.tail}`;
      const { state, compared } = simulator;
      return state === 'passed' ? { state, taskId, compared } : { state, taskId };
    },
    async erase() {},
  };
}

async function askSimulator() {
  const check = await fixture.ask();
  await database.pool.query(`update checks set provider_code = 'simulator' where check_id = $1`, [
    check.requestId,
  ]);
  return check;
}

async function eventsOf(requestId: string) {
  const { rows } = await database.pool.query<{ type: string; body: Record<string, unknown> }>(
    'select type, body from events where subject_id = $1',
    [requestId],
  );
  return rows;
}

async function storedCheck(requestId: string) {
  const { rows } = await database.pool.query('select * from checks where check_id = $1', [
    requestId,
  ]);
  return rows[0];
}

describe('reaching a result', () => {
  test('an outcome is in the recheck at once, with one event without personal data', async () => {
    const check = await fixture.ask(magic.pass);
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 0, taskId: '' });

    const page = await fixture.begin(check);
    clock.move(2_000);
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: checkStatus.pending });
    await fixture.post(`${page}/outcome`, { outcome: 'passed' });
    clock.move(2_000);
    const result = await fixture.recheck(check.authToken);

    expect(result).toMatchObject({ status: checkStatus.passed, providerCode: 'sandbox' });
    expect(result.taskId).toMatch(/^sbx_/);
    const events = await eventsOf(check.requestId);
    expect(events.map(({ type }) => type)).toEqual(['face.finished']);
    expect(events[0]?.body).toEqual({
      requestId: check.requestId,
      status: 1,
      reason: null,
      providerCode: 'sandbox',
      taskId: result.taskId,
      unitPrice: '10000',
    });
  });

  test('no session starts without consent, and the first consent is stored', async () => {
    const check = await fixture.ask();
    const refused = await fixture.post(`${check.path}/session?device=mobile`);
    expect(refused.body).toMatchObject({ stage: 'consent' });
    expect(
      (await fixture.post(`${check.path}/consent`, { ...agreement, version: 'mine' })).status,
    ).toBe(400);

    await fixture.post(`${check.path}/consent`, { ...agreement, version: 'check-3.zh-CN' });
    const { consented_at: firstAt } = await storedCheck(check.requestId);
    clock.move(5_000);
    await fixture.post(`${check.path}/consent`, agreement);
    expect(await storedCheck(check.requestId)).toMatchObject({
      consent_version: 'check-3.zh-CN',
      consented_at: firstAt,
    });
  });

  test.each([false, true])(
    'two tabs that start at once share one session: fresh %s',
    async (isFresh) => {
      const check = await askSimulator();
      await fixture.post(`${check.path}/consent`, agreement);
      const before = starts.length;
      const { mock, mockRestore } = vi.spyOn(fixture.app.line.checks.pool, 'query');
      const isClaim = (one: { name?: string; values?: unknown[] }) =>
        one.name === 'claim_session' && one.values?.[3] === isFresh;
      const claimed = () =>
        mock.calls.filter(
          ([one], at) => isClaim(one as never) && mock.settledResults[at]?.type === 'fulfilled',
        ).length;
      // A request for a fresh session after it has started gets another one.
      simulator.meanwhile = () => expect.poll(claimed).toBeGreaterThanOrEqual(3);
      const replies = await Promise.all(
        [1, 2, 3].map(() => fixture.post(`${check.path}/session?device=mobile`, { isFresh })),
      );
      simulator.meanwhile = async () => {};
      mockRestore();
      expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1);
      expect(starts.length - before).toBe(1);
    },
  );

  test('the provider gets the device, the browser data and the return link', async () => {
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent`, agreement);
    await fixture.post(`${check.path}/session?device=wechat`, { browserData: '{"ua":"x"}' });
    expect(starts.at(-1)).toMatchObject({
      device: 'wechat',
      browserData: '{"ua":"x"}',
      returnUrl: `${check.authUrl}/return`,
      person: { name: '张小明' },
    });
  });

  test.each([
    ['that asks for none', null, '{}', null],
    ['that is too much', collected, 'x'.repeat(8_193), null],
    ['that is no text', collected, { ua: 'x' }, null],
    ['that is just not too much', collected, 'x'.repeat(8_192), 'x'.repeat(8_192)],
  ] as const)('browser data for a provider %s', async (_, wanted, browserData, given) => {
    simulator.browserData = wanted;
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent`, agreement);
    await fixture.post(`${check.path}/session?device=mobile`, { browserData });
    simulator.browserData = collected;
    expect(starts.at(-1)?.browserData).toBe(given);
  });

  test('a provider is queried once a second, however many pages poll', async () => {
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent`, agreement);
    await fixture.post(`${check.path}/session?device=mobile`);
    clock.move(2_000);
    const before = simulator.asked;
    await Promise.all([1, 2, 3, 4].map(() => fixture.get(`${check.path}/return`)));
    await fixture.recheck(check.authToken);
    expect(simulator.asked - before).toBe(1);
  });

  test('a person whom the provider refuses for good has failed', async () => {
    simulator.start = 'rejected';
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent`, agreement);
    const { body } = await fixture.post(`${check.path}/session?device=mobile`);
    simulator.start = 'started';
    expect(body).toMatchObject({ stage: 'failed' });
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: checkStatus.failed });
  });
});

describe('failures', () => {
  test('expired sessions are replaced under one charge, up to five', async () => {
    const charged = () =>
      database.pool
        .query('select 1 from transfers where phase = 2')
        .then(({ rowCount }) => rowCount);
    const check = await fixture.ask(magic.expired);
    const before = await charged();
    const stages: string[] = [];
    await fixture.post(`${check.path}/consent`, agreement);
    for (let turn = 1; turn <= 6; turn++) {
      const { body } = await fixture.post(`${check.path}/session?device=mobile`);
      if (!body.url) {
        stages.push(String(body.stage));
        continue;
      }
      clock.move(2_000);
      const { body: page } = await fixture.get(`${check.path}/return`);
      stages.push(/data-stage="(\w+)"/.exec(page)?.[1] ?? '');
    }
    expect(stages).toEqual(['retry', 'retry', 'retry', 'retry', 'expired', 'expired']);
    expect(await charged()).toBe(before);
    expect((await eventsOf(check.requestId)).map(({ type }) => type)).toEqual(['face.finished']);
  });

  test('a provider that is down costs no attempt and no money', async () => {
    const check = await fixture.ask(magic.down);
    await fixture.post(`${check.path}/consent`, agreement);
    for (let turn = 0; turn < 7; turn++) {
      const { body } = await fixture.post(`${check.path}/session?device=mobile`);
      expect(body.stage).toBe('down');
    }
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: checkStatus.pending });
    expect(await storedCheck(check.requestId)).toMatchObject({ sessions_started: 0 });
  });

  test('invalid bytes from a vendor lose no result, and start no session that could not be found again', async () => {
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent`, agreement);
    simulator.tail = '\u0000';
    const refused = await fixture.post(`${check.path}/session?device=mobile`);
    expect(refused.body.stage).toBe('down');

    simulator.tail = '';
    expect((await fixture.post(`${check.path}/session?device=mobile`)).body.url).toBeTruthy();
    Object.assign(simulator, { tail: '\u0000', state: 'passed' });
    clock.move(2_000);
    const { status, taskId } = await fixture.recheck(check.authToken);
    Object.assign(simulator, { tail: '', state: 'open' });
    expect(status).toBe(checkStatus.passed);
    expect(taskId).toMatch(/^task-ref-[0-9]+$/);
  });

  test('a vendor that returns something other than a page URL starts no session', async () => {
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent`, agreement);
    simulator.site = 'javascript:alert(1)//';
    const begin = () => fixture.post(`${check.path}/session?device=mobile`, { browserData: '{}' });
    expect((await begin()).body).not.toHaveProperty('url');
    simulator.site = site;
    expect((await begin()).body).toMatchObject({ url: expect.stringContaining(site) });
  });

  test('the first end stands: cancelled stays cancelled, passed stays passed', async () => {
    const cancelled = await fixture.ask(magic.pass);
    const page = await fixture.begin(cancelled);
    await fixture.post(`${cancelled.path}/cancel`);
    await fixture.post(`${page}/outcome`, { outcome: 'passed' });
    clock.move(2_000);
    await fixture.get(`${cancelled.path}/return`);
    expect(await fixture.recheck(cancelled.authToken)).toMatchObject({ status: 4 });
    expect((await fixture.post(`${cancelled.path}/session?device=mobile`)).body.stage).toBe(
      'cancelled',
    );

    const passed = await fixture.ask(magic.pass);
    await fixture.post(`${await fixture.begin(passed)}/outcome`, { outcome: 'passed' });
    clock.move(2_000);
    await fixture.get(`${passed.path}/return`);
    await fixture.post(`${passed.path}/cancel`);
    expect(await fixture.recheck(passed.authToken)).toMatchObject({ status: 1 });
    expect(await eventsOf(passed.requestId)).toHaveLength(1);
  });

  test('a database row reveals neither the link nor the provider’s page', async () => {
    const check = await fixture.ask();
    const secret = (await fixture.begin(check)).split('/').at(-1) as string;
    const link = check.path.split('/').at(-1) as string;
    for (const table of ['checks', 'check_sessions', 'sandbox_sessions', 'events']) {
      const { rows } = await database.pool.query(`select t::text as row from ${table} t`);
      const text = rows.map(({ row }) => row).join('\n');
      for (const [name, value] of Object.entries({ link, secret, token: check.authToken })) {
        expect(text.includes(value), `${name} in ${table}`).toBe(false);
        const hex = Buffer.from(value).toString('hex');
        expect(text.includes(hex), `${name} in ${table} as bytes`).toBe(false);
      }
    }
  });
});

describe('two devices', () => {
  const desk = 'd'.repeat(24);
  const phone = 'p'.repeat(24);
  const visit = (path: string, device: string, by: string) =>
    fixture.post(`${path}/visit?device=${device}&by=${by}`);

  test('the first browser starts, a phone joins, and a second computer is not a phone', async () => {
    const check = await fixture.ask();
    // Fetching the link alone is not a visit.
    await fixture.get(check.path, { 'user-agent': 'iPhone' });
    await visit(check.path, 'desktop', desk);
    await visit(check.path, 'desktop', 'e'.repeat(24));
    expect(await storedCheck(check.requestId)).toMatchObject({
      begun_on: 'desktop',
      joined_at: null,
    });
    await visit(check.path, 'mobile', phone);
    const { joined_at: joinedAt } = await storedCheck(check.requestId);
    expect(joinedAt).toBeInstanceOf(Date);
    clock.move(5_000);
    await visit(check.path, 'mobile', phone);
    await visit(check.path, 'desktop', desk);
    expect(await storedCheck(check.requestId)).toMatchObject({
      begun_on: 'desktop',
      joined_at: joinedAt,
    });
  });

  test('a computer is asked before it ends a check on the phone, and a phone is not', async () => {
    const check = await fixture.ask();
    await visit(check.path, 'desktop', desk);
    await visit(check.path, 'mobile', phone);
    const { body } = await fixture.post(`${check.path}/cancel?device=desktop&by=${desk}`);
    expect(body).toMatchObject({ stage: 'handover', asks: true });
    expect(await storedCheck(check.requestId)).toMatchObject({ status: 0 });
    await fixture.post(`${check.path}/cancel?device=desktop&by=${desk}`, { isSure: '1' });
    expect(await storedCheck(check.requestId)).toMatchObject({ status: 4 });

    const other = await fixture.ask();
    await visit(other.path, 'desktop', desk);
    await fixture.post(`${other.path}/cancel?device=mobile&by=${phone}`);
    expect(await storedCheck(other.requestId)).toMatchObject({ status: 4 });
  });

  test('the phone returns as itself, and the person is sent back to the computer', async () => {
    const check = await askSimulator();
    await visit(check.path, 'desktop', desk);
    await fixture.post(`${check.path}/consent?device=mobile&by=${phone}`, agreement);
    await fixture.post(`${check.path}/session?device=mobile&by=${phone}&lang=zh-TW`);
    const returnUrl = `${check.authUrl}/return?lang=zh-TW&by=${phone}`;
    expect(starts.at(-1)).toMatchObject({ returnUrl, language: 'zh', languageTag: 'zh-TW' });
    simulator.state = 'passed';
    clock.move(2_000);
    const mobile = { 'user-agent': 'iPhone' };
    const { body } = await fixture.get(`${check.path}/return?by=${phone}`, mobile);
    simulator.state = 'open';
    expect(body).toContain('Done. Return to your computer');
  });

  // @mutant src/products/checks/ask-provider.ts
  // - return confirmPerson(result, openCheck(ports.vault, check.checkId, sealed));
  // + return result;
  test.each<[object, number]>([
    [{ name: '张小明', cardNo: '11010519491231002x' }, 1],
    [{ name: '张小明' }, 1],
    [{ name: '李四', cardNo: '11010519491231002X' }, 2],
    [{ name: '张小明', cardNo: '110105198801013474' }, 2],
    [{}, 2],
  ])('a pass of %j sets the status %i', async (compared, status) => {
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent?device=mobile`, agreement);
    await fixture.post(`${check.path}/session?device=mobile`);
    Object.assign(simulator, { state: 'passed', compared });
    clock.move(2_000);
    await fixture.get(`${check.path}/return`, { 'user-agent': 'iPhone' });
    Object.assign(simulator, { state: 'open', compared: 'given' });
    const { status: kept, reason } = await storedCheck(check.requestId);
    expect([kept, reason]).toEqual([status, status === 1 ? null : 'identity_mismatch']);
  });

  test('the same press starts one session, however often it is sent', async () => {
    const check = await askSimulator();
    await fixture.post(`${check.path}/consent?device=mobile`, agreement);
    const press = (known: string) =>
      fixture.post(`${check.path}/session?device=mobile`, { isFresh: '1', known });
    const { body: first } = await press('0');
    const { body: again } = await press('0');
    expect(again.url).toBe(first.url);
    const { body: other } = await press('1');
    expect(other.url).not.toBe(first.url);
  });

  test('a form gets pages where the script gets views', async () => {
    const check = await fixture.ask();
    const submit = (part: string, fields: Record<string, string>) =>
      fetch(`${check.authUrl}/${part}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin', 'user-agent': 'iPhone' },
        body: new URLSearchParams(fields),
      });
    const fields = { version: agreement.version, providers: 'sandbox other' };
    const untouched = await submit('consent', fields);
    expect(untouched.headers.get('location')).toBe(`${check.path}?missing=1`);
    expect(await storedCheck(check.requestId)).toMatchObject({ consented_at: null });
    const agreed = await submit('consent', { ...fields, agreed: 'on' });
    expect([agreed.status, agreed.headers.get('location')]).toEqual([303, check.path]);
    const started = await submit('session', {});
    expect(await started.text()).toMatch(/http-equiv="refresh" content="0;url=[^"]*sandbox/);
    expect((await submit('consent', { version: 'mine' })).headers.get('content-type')).toContain(
      'text/html',
    );
    await submit('cancel', {});
    expect(await storedCheck(check.requestId)).toMatchObject({ status: 4 });
  });
});

describe('access', () => {
  test('a link is not a token, and a token is not a link', async () => {
    const check = await fixture.ask();
    const link = check.path.split('/').at(-1) as string;
    await expect(fixture.recheck(link)).rejects.toThrow('auth_token_unknown');
    expect((await fixture.get(`/v/${check.authToken}`)).status).toBe(404);
    expect((await fixture.get(`/v/${check.requestId}`)).status).toBe(404);
    expect((await fixture.get('/v/x')).status).toBe(404);
  });

  // @mutant src/products/checks/page/check-steps.ts
  // - requireSameOrigin(request.headers, ports.settings.personUrl());
  test('a post from another site changes nothing', async () => {
    const check = await fixture.ask();
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of foreign) {
      expect((await fixture.post(`${check.path}/cancel`, {}, headers)).status).toBe(400);
    }
    const noHint = await fetch(`${check.authUrl}/cancel`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.test' },
      body: '{}',
    });
    expect(noHint.status).toBe(400);
    expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 0 });
  });

  test('pages are locked down: strict policy, no referrer to other sites, no store, no camera', async () => {
    const check = await fixture.ask();
    for (const path of [check.path, `${check.path}/return`, '/v/unknownunknownunknown']) {
      const { headers } = await fetch(new URL(path, fixture.url));
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
          "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
  });

  test('no log line contains a token, link, name or number', async () => {
    const check = await fixture.ask(magic.down);
    await fixture.post(`${check.path}/consent`, agreement);
    await fixture.post(`${check.path}/session?device=mobile`);
    await fixture.get(check.path);
    const lines = fixture.logged.join('\n');
    expect(lines).toContain('could not be started');
    const link = check.path.split('/').at(-1) as string;
    for (const secret of [link, check.authToken, '张小明', magic.down]) {
      expect(lines).not.toContain(secret);
    }
  });
});
