import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createVault } from '../vault.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { sealSecret } from './endpoint-secret.ts';
import { makeSecret } from './sign-delivery.ts';
import type { TakenDelivery } from './take-queries.ts';

const vault = createVault(randomBytes(32));
const taken: TakenDelivery = {
  ...{ accountId: 1, endpointId: 7, eventId: '019a85d2-9b10-7c55-8e21-3f7a90c4d6b8', attempts: 0 },
  ...{ type: 'endpoint.test', mode: 'test', sequence: 1, body: { endpointId: 7 } },
  ...{ madeAt: new Date(), url: 'https://example.com/hook', sealedOldSecret: null },
  sealedSecret: sealSecret(vault, 1, makeSecret()),
};

function attempt(
  changed: Partial<TakenDelivery> = {},
  answer: { status: number; headers: Record<string, string> } = { status: 204, headers: {} },
) {
  const client = { post: async () => ({ ...answer, text: '' }) };
  const { signal } = new AbortController();
  const ports = { clock: systemClock, vault, client, timeoutMs: 1_000, signal };
  return attemptDelivery(ports, { ...taken, ...changed });
}

test('a delivery is taken by a 2xx', async () => {
  expect(await attempt()).toMatchObject({ isTaken: true, status: 204, problem: null });
});

test('an endpoint that says when it wants to be asked again is not asked before', async () => {
  const busy = { status: 503, headers: { 'retry-after': '7200' } };
  expect(await attempt({}, busy)).toMatchObject({ isTaken: false, pauseMs: 7_200_000 });
});

test.each([
  ['is no secret at all', Buffer.from('x')],
  ['was sealed under another key', sealSecret(createVault(randomBytes(32)), 1, makeSecret())],
  ['was sealed for another account', sealSecret(vault, 2, makeSecret())],
])('a secret that %s fails its own delivery, and is no fault of the process', async (_, sealed) => {
  expect(await attempt({ sealedSecret: sealed })).toMatchObject({
    ...{ isTaken: false, status: null },
    problem: 'It could not be signed: its secret cannot be read here.',
    pauseMs: expect.any(Number),
  });
});

test('an event that cannot be written out fails alone, too', async () => {
  const broken = { type: 'balance.low', body: { available: 'much' } } as const;
  expect(await attempt(broken)).toMatchObject({ isTaken: false, status: null });
});
