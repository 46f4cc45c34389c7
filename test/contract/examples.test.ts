import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOf } from '../../src/foundation/contract/openapi/openapi-example.ts';
import { type Operation, operations } from '../../src/foundation/contract/operations/operations.ts';
import {
  type WebhookOperation,
  webhookOperations,
} from '../../src/foundation/contract/operations/webhook-operations.ts';
import { agreement } from '../kit/check-fixture.ts';
import { type Caller, type CallReply, createFixture, type Fixture } from '../kit/fixture.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const ask = (operation: Operation, more: object = {}, caller: Caller = fixture) =>
  caller.call(operation === 'face_recheck' ? 'face_verify' : operation, {
    ...exampleOf(operation).requestExample,
    ...more,
  });

/** Does the example's check, as a person who passes. */
async function passCheck(): Promise<string> {
  const { authToken, authUrl } = (await ask('face_verify')).body.data;
  const path = new URL(authUrl).pathname;
  const fromPage = { 'sec-fetch-site': 'same-origin' };
  await fixture.call(`${path}/consent`, agreement, fromPage);
  const session = await fixture.call(`${path}/session`, {}, fromPage);
  const { url } = session.body as unknown as { url: string };
  await fixture.call(`${new URL(url).pathname}/outcome`, { outcome: 'passed' }, fromPage);
  return authToken;
}

async function deliverCode(): Promise<string> {
  const { requestId } = (await ask('sms_code')).body;
  await fixture.fireReceipts(5_000);
  return requestId;
}

let started = 0;

/** Starts a verification, and reads its code as the inbox does. */
async function startVerification(): Promise<{ id: string; code: string }> {
  const more = { mobile: `1390000000${started++}`, reference: 'login-1042' };
  const { body } = await ask('verify_start', more);
  const { rows } = await fixture.pool.query(
    `select m.sealed, m.content_id as "contentId" from calls c
     join message_contents m on m.content_id = c.content_id where c.call_id = $1`,
    [body.requestId],
  );
  const text = fixture.app.line.vault.open(rows[0].sealed, rows[0].contentId);
  return { id: String(body.data.verificationId), code: / is (\d{6})\./.exec(text)?.[1] ?? '' };
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

async function playUsage(): Promise<CallReply> {
  const caller = await fixture.newCaller();
  // A new day may start between the calls and the query.
  const from = today();
  await ask('sms_code', {}, caller);
  await ask('sms_code', { mobile: '13800000001' }, caller);
  return ask('usage', { from, to: today() }, caller);
}

/** How to produce each operation's example. */
const plays: Partial<Record<Operation, () => Promise<CallReply>>> = {
  face_verify: () => ask('face_verify'),
  face_recheck: async () => ask('face_recheck', { authToken: await passCheck() }),
  sms_code: () => ask('sms_code'),
  sms_notice: () => ask('sms_notice'),
  sms_status: async () => ask('sms_status', { requestId: await deliverCode() }),
  verify_start: () => ask('verify_start'),
  verify_check: async () => {
    const { id, code } = await startVerification();
    return ask('verify_check', { verificationId: id, code });
  },
  verify_cancel: async () =>
    ask('verify_cancel', { verificationId: (await startVerification()).id }),
  verify_status: async () =>
    ask('verify_status', { verificationId: (await startVerification()).id }),
  balance: () => ask('balance'),
  usage: playUsage,
  topup_create: () => ask('topup_create'),
  topup_status: async () => {
    const { paymentId } = (await ask('topup_create')).body.data;
    return ask('topup_status', { paymentId });
  },
  topup_methods: () => ask('topup_methods'),
};

/** Does something to the only endpoint of a caller. */
async function playEndpoint(operation: WebhookOperation): Promise<CallReply> {
  const caller = await fixture.newCaller();
  const made = await ask('webhook_endpoint_create', {}, caller);
  if (operation === 'webhook_endpoint_create') return made;
  const { endpointId } = made.body.data;
  if (operation === 'webhook_endpoint_list') {
    await ask('webhook_listen', {}, caller);
    return ask(operation, {}, caller);
  }
  if (operation !== 'webhook_delivery_list') return ask(operation, { endpointId }, caller);
  await ask('webhook_endpoint_test', { endpointId }, caller);
  return caller.call(operation, { endpointId });
}

/** The field names of a reply, without values. */
function namesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(namesIn);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, namesIn(item)]));
}

/** A reply with its variable values replaced by their form. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'string') {
    return value
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/, '(uuid 7)')
      .replace(/(?<=^fv_|\/v\/)[\w-]{32}$/, '(32)')
      .replace(/(?<=\/sandbox\/pay\/)[0-9A-F]{32}/, '(order)')
      .replace(/(?<=^sbx_)[0-9a-f]{24}$/, '(24 hex)')
      .replace(/\d+/g, '0');
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]));
}

describe('the examples of the document', () => {
  test.each(Object.keys(plays) as Operation[])('%s looks like a real reply', async (operation) => {
    const reply = await plays[operation]?.();
    expect(reply?.status, reply?.text).toBe(201);
    const { unitPrice, ...real } = reply?.body ?? { unitPrice: '' };
    const { unitPrice: shown, ...example } = exampleOf(operation).replyExample;
    expect(shapeOf(real)).toEqual(shapeOf(example));
    expect(unitPrice).toBe(shown);
  });

  // A listener's reply varies, and its example shows all of it.
  test.each(
    (Object.keys(webhookOperations) as WebhookOperation[]).filter(
      (name) => name !== 'webhook_listen',
    ),
  )('%s has the fields of a real reply, and says the same', async (operation) => {
    const reply = await playEndpoint(operation);
    expect(reply.status, reply.text).toBe(201);
    const { replyExample } = exampleOf(operation);
    expect(namesIn(reply.body)).toEqual(namesIn(replyExample));
    expect(reply.body.message).toBe(replyExample.message);
  });

  test('cover every operation of the line', () => {
    const line = operations.filter((operation) => !operation.startsWith('webhook_'));
    expect(Object.keys(plays)).toEqual(line);
  });
});
