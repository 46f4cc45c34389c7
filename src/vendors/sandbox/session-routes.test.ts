import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { faceReasons } from './sandbox-scripts.ts';
import { registerSandboxPages } from './session-routes.ts';
import { createSessionStore } from './session-store.ts';

type Script = Parameters<ReturnType<typeof createSessionStore>['create']>[0]['script'];

const returnUrl = 'https://id.example/v/link/return';
const sameOrigin = { 'sec-fetch-site': 'same-origin' };
let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  app = Fastify();
  registerSandboxPages(app, {
    pool: database.pool,
    personUrl: () => 'https://id.example',
    personHost: null,
    onOrder: async () => {},
    styleUrl: '/assets/check.css',
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const store = () => createSessionStore(database.pool);

function begin(script: Script = 'choice', lifeMs = 60_000) {
  return store().create({ script, returnUrl, lifeMs });
}

function end(path: string, outcome: unknown, headers: Record<string, string> = sameOrigin) {
  const payload = { outcome };
  return app.inject({ method: 'POST', url: `${path}/outcome`, headers, payload });
}

/** Every script with every outcome: whether the page may end the session that way. */
const played: [Script, boolean, boolean, boolean][] = [
  // passed, failed, cancelled
  ['choice', true, true, true],
  ['pass', true, false, true],
  ['fail', false, true, true],
  ['abandoned', false, false, false],
];

describe.each(played)('a session that rehearses %s', (script, ...expected) => {
  test.each(['passed', 'failed', 'cancelled'].map((outcome, n) => [outcome, expected[n]] as const))(
    'ends as %s: %s',
    async (outcome, isPlayed) => {
      const { sessionRef, path } = await begin(script);
      const reply = await end(path, outcome);
      expect(reply.statusCode).toBe(isPlayed ? 200 : 400);
      if (isPlayed) expect(reply.json()).toEqual({ returnUrl });
      const state = isPlayed ? outcome : 'open';
      expect(await store().find(sessionRef)).toEqual({
        ...{ state, taskId: sessionRef },
        ...(state === 'passed' ? { compared: 'given' } : {}),
      });
    },
  );
});

test.each(['open', 'expired', '', null, 1, ['passed'], undefined])(
  'no session ends as %j',
  async (outcome) => {
    const { sessionRef, path } = await begin();
    expect((await end(path, outcome)).statusCode).toBe(400);
    expect(await store().find(sessionRef)).toMatchObject({ state: 'open' });
  },
);

test.each(faceReasons)('a check fails because of %s', async (reason) => {
  const { sessionRef, path } = await begin();
  const headers = sameOrigin;
  const payload = { outcome: 'failed', reason };
  await app.inject({ method: 'POST', url: `${path}/outcome`, headers, payload });
  expect(await store().find(sessionRef)).toEqual({ state: 'failed', taskId: sessionRef, reason });
});

test('a reason belongs to a failure, and is one that is played', async () => {
  const send = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `${path}/outcome`, headers: sameOrigin, payload });
  const passed = await begin();
  await send(passed.path, { outcome: 'passed', reason: 'liveness' });
  expect(await store().find(passed.sessionRef)).not.toHaveProperty('reason');
  for (const reason of ['provider_fault', 1, ['liveness'], {}]) {
    const { path, sessionRef } = await begin();
    expect((await send(path, { outcome: 'failed', reason })).statusCode).toBe(400);
    expect(await store().find(sessionRef)).toMatchObject({ state: 'open' });
  }
  const silent = await begin();
  await send(silent.path, { outcome: 'failed', reason: '' });
  expect(await store().find(silent.sessionRef)).not.toHaveProperty('reason');
});

test('the first outcome stands', async () => {
  const { sessionRef, path } = await begin();
  await Promise.all([end(path, 'passed'), end(path, 'passed')]);
  await end(path, 'failed');
  expect(await store().find(sessionRef)).toMatchObject({ state: 'passed' });
});

test('an outcome stands after the time of its session is over', async () => {
  const { sessionRef, path } = await begin();
  await end(path, 'passed');
  await database.pool.query(
    'update sandbox_sessions set expires_at = now() where session_ref = $1',
    [sessionRef],
  );
  expect(await store().find(sessionRef)).toMatchObject({ state: 'passed', taskId: sessionRef });
});

test('an expired session has no outcome, and its page says so', async () => {
  const { sessionRef, path } = await begin('choice', 0);
  await end(path, 'passed');
  expect(await store().find(sessionRef)).toMatchObject({ state: 'expired' });
  expect((await app.inject(path)).body).toContain('expired');
});

test('no other site can end a session', async () => {
  const { sessionRef, path } = await begin();
  const foreign: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example', host: 'id.example' },
  ];
  for (const headers of foreign) {
    expect((await end(path, 'passed', headers)).statusCode).toBe(400);
  }
  expect(await store().find(sessionRef)).toMatchObject({ state: 'open' });
  const origin = { origin: 'https://id.example', host: 'inside' };
  expect((await end(path, 'passed', origin)).statusCode).toBe(200);
});

test('an unknown session is 404, as a page and as an outcome', async () => {
  const path = '/sandbox/face/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  expect((await app.inject(path)).statusCode).toBe(404);
  expect((await end(path, 'passed')).statusCode).toBe(404);
});

test('the page may use the camera, loads only from its own host, and is not cached', async () => {
  const { path } = await begin();
  const { headers, statusCode, body } = await app.inject(path);
  expect(statusCode).toBe(200);
  expect(body).toContain('data-script="choice"');
  expect(headers).toMatchObject({
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  });
  expect(headers['content-security-policy']).toContain("script-src 'self';");
});

test('a body that is not JSON is the sender’s error', async () => {
  const { path } = await begin();
  const headers = { ...sameOrigin, 'content-type': 'application/json' };
  const url = `${path}/outcome`;
  const reply = await app.inject({ method: 'POST', url, headers, payload: '{' });
  expect(reply.statusCode).toBe(400);
});
