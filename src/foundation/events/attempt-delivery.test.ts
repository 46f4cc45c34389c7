import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createVault } from '../vault.ts';
import { type AttemptPorts, attemptDelivery, type DeliveryClient } from './attempt-delivery.ts';
import { usualPace } from './deliver.ts';
import { sealSecret } from './endpoint-secret.ts';
import { makeSecret } from './sign-delivery.ts';
import type { TakenDelivery } from './take-queries.ts';

const vault = createVault(randomBytes(32));
const taken: TakenDelivery = {
  ...{ accountId: 1, endpointId: 7, eventId: '019a85d2-9b10-7c55-8e21-3f7a90c4d6b8', attempts: 0 },
  isReplayed: false,
  ...{ type: 'endpoint.test', mode: 'test', sequence: 1, body: { endpointId: 7 } },
  ...{ madeAt: new Date(), url: 'https://example.com/hook', sealedOldSecret: null, trace: null },
  sealedSecret: sealSecret(vault, 1, makeSecret()),
};

function attempt(
  changed: Partial<TakenDelivery> = {},
  answer: { status: number; headers: Record<string, string>; text?: string } = {
    ...{ status: 204, headers: {} },
  },
) {
  return attemptBy(async () => ({ text: '', ...answer }), changed);
}

function attemptBy(
  post: DeliveryClient['post'],
  changed: Partial<TakenDelivery> = {},
  limits: Partial<Pick<AttemptPorts, 'timeoutMs' | 'signal'>> = {},
) {
  const { signal } = new AbortController();
  const ports = { clock: systemClock, vault, client: { post }, timeoutMs: 1_000, signal };
  return attemptDelivery({ ...ports, ...limits }, { ...taken, ...changed });
}

/** An endpoint that never answers, until the client disconnects. */
const silent: DeliveryClient['post'] = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

test.each([
  [{}, undefined],
  [{ attempts: 2 }, 'retry'],
  [{ isReplayed: true }, 'replay'],
  [{ isReplayed: true, attempts: 1 }, 'retry'],
])('a delivery that is not the first says why it is sent again: %o', async (changed, why) => {
  const seen: (string | undefined)[] = [];
  await attemptBy(async ({ headers }) => {
    seen.push(headers['webhook-redelivery']);
    return { status: 204, headers: {}, text: '' };
  }, changed);
  expect(seen).toEqual([why]);
});

test('a 2xx accepts a delivery', async () => {
  expect(await attempt()).toMatchObject({ isTaken: true, status: 204, problem: null });
});

test.each([199, 301, 307, 400, 500])('and %i does not', async (status) => {
  const refused = { isTaken: false, status, problem: `It answered with ${status}.` };
  expect(await attempt({}, { status, headers: {} })).toMatchObject(refused);
});

test('keeps the first kibibyte of a response', async () => {
  const { reply } = await attempt({}, { status: 500, headers: {}, text: 'x'.repeat(5_000) });
  expect(reply).toHaveLength(1_024);
});

test('a timeout fails the delivery, and a stop does not wait for it', async () => {
  const late = { isTaken: false, status: null, reply: null };
  expect(await attemptBy(silent, {}, { timeoutMs: 1 })).toMatchObject(late);
  const stopped = { timeoutMs: 600_000, signal: AbortSignal.timeout(1) };
  expect(await attemptBy(silent, {}, stopped)).toMatchObject(late);
});

test('describes each failure in words for customers', async () => {
  const broken = async () => {
    throw new Error('no route\u0000\nto host');
  };
  const { problem } = await attemptBy(broken);
  expect(problem).toMatch(/^no route *to host$/);
  expect(await attemptBy(() => Promise.reject(new Error('')))).toMatchObject({
    problem: 'There was no answer.',
  });
});

test('the documented timeout is the one in force', () => {
  const { timeoutMs, leaseMs, patienceMs } = usualPace;
  expect([timeoutMs, patienceMs]).toEqual([15_000, 5 * 24 * 3_600_000]);
  // No other process sends a delivery that may still be answered here.
  expect(leaseMs).toBeGreaterThan(2 * timeoutMs);
});

test('the pause grows with the number of earlier attempts', async () => {
  const refused = { status: 500, headers: {} };
  const { pauseMs: first } = await attempt({ attempts: 0 }, refused);
  const { pauseMs: second } = await attempt({ attempts: 1 }, refused);
  expect(first).toBeLessThan(60_000);
  expect(second).toBeGreaterThan(200_000);
  expect(await attempt({ attempts: 9 }, refused)).toMatchObject({ pauseMs: null });
});

test('an endpoint with Retry-After is not tried earlier', async () => {
  const busy = { status: 503, headers: { 'retry-after': '7200' } };
  expect(await attempt({}, busy)).toMatchObject({ isTaken: false, pauseMs: 7_200_000 });
});

test.each([
  ['is no secret at all', Buffer.from('x')],
  ['was sealed under another key', sealSecret(createVault(randomBytes(32)), 1, makeSecret())],
  ['was sealed for another account', sealSecret(vault, 2, makeSecret())],
])('a secret that %s fails its own delivery only, and no process', async (_, sealed) => {
  expect(await attempt({ sealedSecret: sealed })).toMatchObject({
    ...{ isTaken: false, status: null },
    problem: 'It could not be signed: its secret cannot be read here.',
    pauseMs: expect.any(Number),
  });
});

test('an event that cannot be serialized fails only its own delivery, too', async () => {
  const broken = { type: 'balance.low', body: { available: 'much' } } as const;
  expect(await attempt(broken)).toMatchObject({ isTaken: false, status: null });
});
