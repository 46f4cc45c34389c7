import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CountersignError } from './countersign-error.ts';
import type { Operations, WebhookListenRequest } from './generated.ts';
import { type Forwarded, listen } from './listen.ts';
import { readTarget } from './run-listener.ts';

const received: { headers: Record<string, unknown>; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({ headers: request.headers, body });
  response.writeHead(body.includes('bad') ? 500 : 204).end();
});
let forwardTo: string;

beforeEach(async () => {
  received.length = 0;
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  forwardTo = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterEach(() => new Promise((resolve) => receiver.close(resolve)));

function deliveryOf(deliveryId: string, type = 'endpoint.test') {
  const headers = {
    'content-type': 'application/json' as const,
    'webhook-id': deliveryId,
    'webhook-timestamp': '1',
    'webhook-signature': 'v1,x',
  };
  return { deliveryId, headers, body: JSON.stringify({ type }) };
}

/** Listens to a platform that gives these answers, one per poll, and then aborts. */
async function play(answers: (object | CountersignError)[], to = forwardTo) {
  const ending = new AbortController();
  const asked: WebhookListenRequest[] = [];
  const secrets: string[] = [];
  const forwarded: Forwarded[] = [];
  const webhookListen = async (request: WebhookListenRequest) => {
    asked.push(request);
    const answer = answers[asked.length - 1];
    if (asked.length >= answers.length) ending.abort();
    if (answer instanceof CountersignError) throw answer;
    return { data: answer };
  };
  await listen(
    { webhookListen: webhookListen as unknown as Operations['webhookListen'] },
    {
      forwardTo: to,
      events: ['sms.failed'],
      signal: ending.signal,
      onSecret: (secret) => secrets.push(secret),
      onForwarded: (one) => forwarded.push(one),
    },
  );
  return { asked, secrets, forwarded };
}

const made = { listenerId: 7, secret: 'whsec_1', deliveries: [] };

test('forwards deliveries byte for byte, and acknowledges the answered ones with the next poll', async () => {
  const deliveries = [deliveryOf('a.7'), deliveryOf('b.7', 'bad')];
  const { asked, secrets, forwarded } = await play([
    made,
    { listenerId: 7, deliveries },
    { listenerId: 7, deliveries: [] },
  ]);
  expect(secrets).toEqual(['whsec_1']);
  expect(received.map(({ body }) => body)).toEqual(deliveries.map(({ body }) => body));
  expect(received[0]?.headers).toMatchObject(deliveries[0]?.headers ?? {});
  expect(forwarded.map(({ status }) => status)).toEqual([204, 500]);
  expect(asked).toMatchObject([
    { listenerId: undefined, events: ['sms.failed'] },
    { listenerId: 7, acknowledge: [] },
    { listenerId: 7, acknowledge: ['a.7', 'b.7'] },
  ]);
});

test('does not acknowledge a delivery that got no answer', async () => {
  const nobody = 'http://127.0.0.1:1/';
  const { asked, forwarded } = await play(
    [made, { listenerId: 7, deliveries: [deliveryOf('a.7')] }, { listenerId: 7, deliveries: [] }],
    nobody,
  );
  expect(forwarded).toMatchObject([{ deliveryId: 'a.7', status: undefined }]);
  expect(asked[2]).toMatchObject({ acknowledge: [] });
});

test('creates a new listener when the old one is gone, and reports its secret', async () => {
  const gone = new CountersignError({ reason: 'endpoint_unknown', message: 'Gone.' });
  const again = { listenerId: 8, secret: 'whsec_2', deliveries: [] };
  const { asked, secrets } = await play([made, gone, again]);
  expect(secrets).toEqual(['whsec_1', 'whsec_2']);
  expect(asked[2]).toMatchObject({ listenerId: undefined, events: ['sms.failed'] });
});

test('stops when the platform refuses', async () => {
  const refusal = new CountersignError({ reason: 'key_invalid', message: 'No.' });
  await expect(play([refusal, made])).rejects.toBe(refusal);
});

test.each([
  ['3000', 'http://127.0.0.1:3000/'],
  ['3000/hooks', 'http://127.0.0.1:3000/hooks'],
  ['http://[::1]:3000/x', 'http://[::1]:3000/x'],
])('the target %s is %s', (target, url) => {
  expect(readTarget(target)).toBe(url);
});

test.each(['', 'hooks', 'ftp://x', '3000hooks'])('%j is not a valid target', (target) => {
  expect(() => readTarget(target)).toThrow('neither a port');
});
