import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  eraseSessions,
  expireChecks,
  forgetChecks,
  pollSessions,
  queryOverdueChecks,
} from '../../src/products/checks/check-jobs.ts';
import { assignTemplate, createTemplate } from '../../src/products/messages/template-queries.ts';
import type { FaceProvider } from '../../src/vendors/providers/provider.ts';
import { byTest } from '../kit/by-test.ts';
import { agreement } from '../kit/check-fixture.ts';
import { cutOffDatabase } from '../kit/database-outage.ts';
import { createFakeSms, done, type FakeSms, silent } from '../kit/fake-sms.ts';
import {
  type Caller,
  type CallHeaders,
  type CallReply,
  createFixture,
  type Fixture,
} from '../kit/fixture.ts';
import { sendRaw } from '../kit/raw-request.ts';
import { routeLive } from '../kit/route-live.ts';

/**
 * Values that must never appear in plain text. Those that the platform itself makes are added
 * later.
 */
const canaries: Record<string, string> = {
  name: '欧阳金丝雀',
  cardNo: '11010519491231002X',
  mobile: '13977704211',
  code: 'KANARI42',
  content: 'canary-content-7311',
  variable: 'canary-variable-7312',
  redirectSecret: 'canary-redirect-7313',
  idempotencyKey: 'canary-idempotency-7314',
};

const person = {
  name: canaries.name,
  cardNo: canaries.cardNo,
  redirectUrl: `https://example.com/back?secret=${canaries.redirectSecret}`,
};
const code = { mobile: canaries.mobile, code: canaries.code };
const notice = {
  mobile: `+86 139 7770 4211`,
  content: canaries.content,
  extra: canaries.variable,
};

/** A vendor that repeats its whole input in its answers. */
const tattler = createFakeSms('tattler');
const tattlingFace: FaceProvider = {
  kind: 'face',
  code: 'tattler',
  vendorCode: 'tattler',
  title: { en: 'tattler', zh: 'tattler' },
  horizonHours: 72,
  devices: ['mobile', 'wechat', 'desktop'],
  needsNationalId: false,
  browserData: null,
  screen: (whom) =>
    whom.cardNo === person.cardNo
      ? { kind: 'done', providerRef: '' }
      : { kind: 'rejected', reason: 'content_refused', detail: `${whom.name} ${whom.cardNo}` },
  startSession: async (start) => ({
    kind: 'unavailable',
    reason: 'provider_fault',
    detail: JSON.stringify(start),
  }),
  queryResult: () => Promise.reject(new Error(canaries.cardNo)),
  erase: () => Promise.reject(new Error(canaries.cardNo)),
};
const replies: { path: string; reply: CallReply }[] = [];
let fixture: Fixture;
let live: Caller;

beforeAll(async () => {
  fixture = await createFixture({
    settings: { providerTimeoutMs: 100, callDeadlineMs: 1_000 },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['tattler', tattler]]),
      face: new Map([...registry.face, ['tattler', tattlingFace]]),
    }),
  });
  live = await fixture.newCaller({ mode: 'live' });
  canaries.apiKey = fixture.apiKey;
  canaries.liveKey = live.apiKey;
  await routeLive(fixture.pool, { sms: ['tattler'], face: ['tattler'] });
  await createTemplate(byTest(fixture.pool), {
    templateId: 'EXTRA',
    product: 'sms_notice',
    text: '{content} {extra}',
  });
  await assignTemplate(byTest(fixture.pool), {
    product: 'sms_notice',
    accountId: null,
    templateId: 'EXTRA',
  });
});
afterAll(() => fixture.close());

async function send(caller: Caller, path: string, body: object | string, headers?: CallHeaders) {
  const reply = await caller.call(path, body, headers);
  replies.push({ path, reply });
  return reply;
}

/** The vendor's whole input for a call: this one, or the last. */
function tattle(callId = tattler.sent.at(-1)?.callId): string {
  const given = tattler.sent.find((send) => send.callId === callId);
  return `cannot send ${JSON.stringify(given)} to ${canaries.mobile}`;
}

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

/** From the link to the result, on the page as a person would. */
async function walkThrough(cardNo: string, outcome: string): Promise<string[]> {
  const { data } = (await send(fixture, 'face_verify', { ...person, cardNo })).body;
  canaries[`token ${outcome}`] = data.authToken;
  canaries[`link ${outcome}`] = new URL(data.authUrl).pathname.split('/')[2] ?? '';
  const path = new URL(data.authUrl).pathname;
  const pages = [await (await fetch(data.authUrl)).text()];
  await fixture.call(`${path}/consent`, agreement, sameOrigin);
  const session = await fixture.call(`${path}/session`, {}, sameOrigin);
  const { url } = session.body as unknown as { url?: string };
  if (url) {
    pages.push(await (await fetch(url)).text());
    await fixture.call(`${new URL(url).pathname}/outcome`, { outcome }, sameOrigin);
    expect(url).not.toContain(canaries[`link ${outcome}`]);
  }
  await fetch(`${data.authUrl}/return`);
  await send(fixture, 'face_verify', { authToken: data.authToken });
  return pages;
}

describe('with canaries sent through every path', () => {
  const key = { 'idempotency-key': canaries.idempotencyKey as string };

  test('the valid ones work', async () => {
    expect((await send(fixture, 'sms_code', code, key)).status).toBe(201);
    expect((await send(fixture, 'sms_code', code, key)).headers['idempotency-replayed']).toBe(
      'true',
    );
    const sent = await send(fixture, 'sms_notice', notice, key);
    expect(sent.status).toBe(201);
    await send(fixture, 'sms_status', { requestId: sent.body.requestId });
    await send(fixture, 'face_verify', person, key);
    await send(fixture, 'usage', { from: '2026-01-01', to: '2026-01-02' }, key);
    await fixture.fireReceipts();
  });

  test('the person’s page shows neither the full name, nor the ID number, nor a token', async () => {
    const pages = [
      ...(await walkThrough(person.cardNo as string, 'passed')),
      ...(await walkThrough('999999199001010024', 'failed')),
      ...(await walkThrough('999999199001010059', 'cancelled')),
    ];
    const secrets = Object.entries(canaries).filter(([name]) => !/^link|redirect/.test(name));
    for (const page of pages) {
      for (const [name, secret] of secrets) expect(page, name).not.toContain(secret);
    }
    await expireChecks(fixture.app.line.checks);
    await queryOverdueChecks(fixture.app.line.checks);
    await pollSessions(fixture.app.line.checks);
    await forgetChecks(fixture.app.line.checks);
    await eraseSessions(fixture.app.line.checks);
  });

  test.each([
    [
      'differs under its key',
      () => send(fixture, 'sms_code', { ...code, code: 'KANARI42x' }, key),
      422,
    ],
    [
      'is malformed',
      () => send(fixture, 'sms_code', `{"mobile":"${canaries.mobile}","code":`),
      400,
    ],
    [
      'has a field twice',
      () => send(fixture, 'sms_code', `{"code":"${canaries.code}","code":"1"}`),
      400,
    ],
    [
      'has bad fields',
      () => send(fixture, 'sms_code', { ...code, mobile: `x${canaries.mobile}` }),
      400,
    ],
    [
      'has a bad address',
      () => send(fixture, 'face_verify', { ...person, redirectUrl: canaries.redirectSecret }),
      400,
    ],
    ['has an unknown token', () => send(fixture, 'face_verify', { authToken: canaries.code }), 403],
    [
      'has a wrong key',
      () => send(fixture, 'sms_code', code, { 'x-api-key': `${fixture.apiKey}x` }),
      403,
    ],
    [
      'has a bad idempotency key',
      () => send(fixture, 'sms_code', code, { 'idempotency-key': `${canaries.idempotencyKey}é` }),
      400,
    ],
    [
      'is in the address',
      () => send(fixture, `/api/v1/sms_code/${canaries.mobile}?code=${canaries.code}`, code),
      404,
    ],
    [
      'is of another type',
      () =>
        send(fixture, 'sms_code', JSON.stringify(code), {
          'content-type': `text/${canaries.code}`,
        }),
      415,
    ],
  ])('a request that %s fails', async (_, act, status) => {
    expect((await act()).status).toBe(status);
  });

  test('input that is not HTTP fails', async () => {
    const bytes = `POST /${canaries.mobile} HTTP/1.1\r\nx-api-key ${fixture.apiKey}\r\n\r\n`;
    const reply = await sendRaw(fixture.url, [bytes]);
    replies.push({ path: 'socket', reply });
    expect(reply.status).toBe(400);
  });

  test.each<[string, Parameters<FakeSms['behave']>[0], number]>([
    ['refuses', () => ({ kind: 'rejected', reason: 'content_refused', detail: tattle() }), 400],
    ['is down', () => ({ kind: 'unavailable', reason: 'provider_fault', detail: tattle() }), 502],
    ['does not know', () => ({ kind: 'unknown', reason: 'no_answer', detail: tattle() }), 504],
    ['breaks', () => Promise.reject(Object.assign(new Error(tattle()), { given: code })), 504],
    ['throws a text', () => Promise.reject(tattle()), 504],
    ['is silent', silent, 504],
  ])('a provider that %s, and repeats everything it knows, fails', async (_, behaviour, status) => {
    tattler.behave(behaviour);
    const caller = await fixture.newCaller({ mode: 'live' });
    expect((await send(caller, 'sms_code', code, key)).status).toBe(status);
    expect((await send(caller, 'sms_notice', notice, key)).status).toBe(status);
  });

  test('a provider that is queried later, and repeats everything it knows, is read', async () => {
    tattler.queryStatus = async ({ callId, to: mobile }) => {
      const detail = `${mobile} ${tattle(callId)}`;
      return { state: 'sent', providerRef: callId, detail, at: new Date() };
    };
    await fixture.pool.query('update unresolved_calls set next_try_at = to_timestamp(0)');
    expect(await fixture.resolve()).toBeGreaterThan(0);
  });

  test('a face provider that repeats everything it knows fails', async () => {
    const refused = await send(live, 'face_verify', { ...person, cardNo: `${person.cardNo}X` });
    expect(refused.status).toBe(400);
    const { data } = (await send(live, 'face_verify', person)).body;
    canaries['token live'] = data.authToken;
    canaries['link live'] = data.authUrl.split('/').at(-1) ?? '';
    const path = new URL(data.authUrl).pathname;
    await fixture.call(`${path}/consent`, { ...agreement, providers: ['tattler'] }, sameOrigin);
    const session = await fixture.call(`${path}/session`, {}, sameOrigin);
    expect(session.body).toMatchObject({ stage: 'down' });
  });

  test('an adapter that throws is a 500', async () => {
    tattler.findFault = () => {
      throw new Error(tattle());
    };
    expect((await send(live, 'sms_code', code)).status).toBe(500);
    tattler.findFault = () => undefined;
    tattler.behave(done);
  });

  test('a database that rejects the row, or is gone, is a 5xx', async () => {
    const poisoned = await fixture.newCaller();
    await fixture.pool.query(
      `alter table calls add constraint poison check (account_id <> ${poisoned.accountId}) not valid`,
    );
    expect((await send(poisoned, 'sms_code', code, key)).status).toBe(500);
    expect((await send(poisoned, 'face_verify', person)).status).toBe(500);
    const restore = await cutOffDatabase(fixture.database.target);
    expect((await send(fixture, 'sms_code', code)).status).toBe(503);
    expect((await send(fixture, 'face_verify', person)).status).toBe(503);
    await restore();
  });
});

describe('afterwards no canary is found in plain text', () => {
  test('in any line of the log', () => {
    expect(fixture.logged.length).toBeGreaterThan(5);
    expect(findIn(fixture.logged.map((line) => ['log', line]))).toEqual([]);
  });

  test('in any row of any table', async () => {
    const { rows: tables } = await fixture.database.pool.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const texts: [string, string][] = [];
    for (const { name } of tables) {
      const { rows } = await fixture.database.pool.query<{ row: string }>(
        `select t::text as row from ${name} t`,
      );
      texts.push(...rows.map(({ row }): [string, string] => [name, row]));
    }
    const filled = new Set(texts.map(([name]) => name.replace(/_[0-9]{6}$/, '')));
    for (const table of [
      'calls',
      'checks',
      'check_sessions',
      'message_contents',
      'idempotency_keys',
      'sandbox_messages',
    ]) {
      expect(filled).toContain(table);
    }
    expect(findIn(texts)).toEqual([]);
  });

  test('in any error that a caller got', () => {
    const errors = replies.filter(({ reply }) => reply.status >= 400);
    expect(errors.length).toBeGreaterThan(20);
    expect(findIn(errors.map(({ path, reply }) => [path, reply.text]))).toEqual([]);
    expect(findIn(errors.map(({ path, reply }) => [path, JSON.stringify(reply.headers)]))).toEqual(
      [],
    );
  });

  test('in any success, except where it belongs', () => {
    const own = /^(mobile|token|link)/;
    const good = replies.filter(({ reply }) => reply.status === 201);
    const found = findIn(good.map(({ path, reply }) => [path, reply.text]));
    expect(found.filter((line) => !own.test(line))).toEqual([]);
  });

  test('in the database log', async () => {
    const { rows } = await fixture.database.pool.query<{ dir: string }>(
      `select current_setting('data_directory') as dir`,
    );
    const file = join(dirname(rows[0]?.dir ?? ''), 'pg-log', 'postgres.log');
    expect(findIn([['database log', await readFile(file, 'utf8')]])).toEqual([]);
  });

  test('and the search itself finds a planted one, in every form', () => {
    for (const [name, value] of Object.entries(canaries)) {
      const hex = Buffer.from(`x${value}x`).toString('hex');
      const base64 = Buffer.from(`xy${value}z`).toString('base64');
      for (const text of [value, `\\x${hex}`, base64, encodeURIComponent(value)]) {
        expect(findIn([['here', `a ${text} b`]]), `${name} ${text}`).toContain(`${name} in here`);
      }
    }
  });
});

/** Which canaries are in which texts: plain, escaped, or as hex or base64. */
function findIn(texts: readonly (readonly [string, string])[]): string[] {
  const found = new Set<string>();
  for (const [name, canary] of Object.entries(canaries)) {
    const forms = formsOf(canary);
    for (const [where, text] of texts) {
      if (forms.some((form) => text.includes(form))) found.add(`${name} in ${where}`);
    }
  }
  return [...found];
}

function formsOf(canary: string): string[] {
  const bytes = Buffer.from(canary);
  const base64 = [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // The characters at both ends also hold bits of the neighbours.
    return shifted.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  const escaped = [...canary].map((char) => `\\u${char.charCodeAt(0).toString(16)}`).join('');
  const own = /^[0-9]{11}$/.test(canary) ? [canary.slice(1)] : [canary];
  return [
    ...own,
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    encodeURIComponent(canary),
    escaped,
  ];
}
