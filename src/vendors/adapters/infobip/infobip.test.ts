import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Infobip } from '../../../../test/reference-clients/infobip.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { StatusQuery } from '../../providers/provider.ts';
import type { CallbackReading } from '../../providers/vendor.ts';
import { infobipSimulator } from '../../simulators/infobip.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { infobip } from './infobip.ts';

const config = { apiKey: 'key', sender: 'Example', endpoint: 'http://127.0.0.1:9' };
const sample = sampleSend(infobipSimulator);
const soon = { signal: new AbortController().signal };
const pending = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' };
const taken = JSON.stringify({ messages: [{ messageId: sample.reference, status: pending }] });

/** A log, or an item of a receipt. */
function item(status: object, changes: object = {}) {
  return {
    messageId: sample.reference,
    status,
    error: { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No Error' },
    doneAt: '2026-03-01T04:00:09.000+0800',
    price: { pricePerMessage: 0.02155, currency: 'EUR' },
    messageCount: 2,
    ...changes,
  };
}
const arrived = { groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET', description: 'arrived' };
const lost = { groupName: 'UNDELIVERABLE', name: 'UNDELIVERABLE_NOT_DELIVERED' };

async function ask(results: unknown, changes: Partial<StatusQuery> = {}, settings: object = {}) {
  const text = JSON.stringify({ results });
  const { provider, requests } = talkWith(infobip, { ...config, ...settings }, text);
  const { callId, reference, to } = sample;
  const heldAt = new Date('2026-02-28T20:00:00Z');
  const query = { callId, reference, to, providerRef: null, partRefs: [], heldAt, ...changes };
  return { item: await provider.queryStatus?.(query, soon), url: requests[0]?.url };
}

describe('Infobip', () => {
  test('gets our reference as the ID of the message, the receipts’ URL and its validity', async () => {
    const { provider, requests } = talkWith(infobip, { ...config, validityMinutes: 5 }, taken);
    await provider.send({ ...sample, to: '+447700900000' }, soon);
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      messages: [
        {
          sender: 'Example',
          destinations: [{ to: '447700900000', messageId: sample.reference }],
          content: { text: sample.text },
          options: { validityPeriod: { amount: 5, timeUnit: 'MINUTES' } },
          webhooks: {
            delivery: { url: 'https://platform.example/callback/key' },
            contentType: 'application/json',
          },
        },
      ],
      options: { tracking: { shortenUrl: false, trackClicks: false } },
    });
  });

  // @mutant src/vendors/adapters/infobip/infobip.ts
  // - messages.length === 1
  // + messages.length > 0
  test.each([
    ['a fault of its own', 500, '{"errorCode":"E401"}'],
    ['no message', 200, '{"messages":[]}'],
    ['two messages', 200, JSON.stringify({ messages: [item(pending), item(pending)] })],
    ['no ID', 200, JSON.stringify({ messages: [{ status: pending }] })],
    ['a status of no group', 200, '{"messages":[{"messageId":"1","status":{"name":"NEW"}}]}'],
    ['an unlisted HTTP status', 409, '{"errorCode":"E409","description":"conflict"}'],
  ])('that answers %s may have sent', async (_, status, text) => {
    const { provider } = talkWith(infobip, config, { status, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  test('that refuses in the form of former versions did nothing', async () => {
    const text = '{"requestError":{"serviceException":{"messageId":"UNAUTHORIZED"}}}';
    const { provider } = talkWith(infobip, config, { status: 401, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unavailable' });
  });

  describe('a status query', () => {
    test('asks for the message by our reference, and by no other ID', async () => {
      expect((await ask([item(arrived)])).url).toBe(
        `http://127.0.0.1:9/sms/3/logs?messageId=${sample.reference}`,
      );
      expect((await ask([item(arrived, { messageId: 'other' })])).item?.state).not.toBe(
        'delivered',
      );
    });

    test.each([
      [item(pending), { state: 'sent' }],
      [item(arrived), { state: 'delivered', at: new Date('2026-02-28T20:00:09Z') }],
      [item({ groupName: 'DELIVERED', name: 'DELIVERED_TO_OPERATOR' }), { state: 'sent' }],
      [item({ groupName: 'DELIVERED', name: 'DELIVERED_SOMEHOW' }), { state: 'sent' }],
      [item({ groupName: 'EXPIRED', name: 'EXPIRED_DLR_UNKNOWN' }), { state: 'sent' }],
      [item({ groupName: 'EXPIRED', name: 'EXPIRED_NEWLY' }), { state: 'expired' }],
      [item(lost), { state: 'undelivered', reason: 'provider_fault', vendorCode: lost.name }],
      [
        item(lost, { error: { name: 'EC_UNKNOWN_SUBSCRIBER', description: 'Unknown' } }),
        { state: 'undelivered', reason: 'number_invalid', detail: 'Unknown' },
      ],
      [
        item(lost, { error: { name: 'EC_NEW' } }),
        { state: 'undelivered', reason: 'provider_fault', vendorCode: 'EC_NEW' },
      ],
      [
        item({ groupName: 'REJECTED', name: 'REJECTED_NEWLY' }),
        { state: 'rejected', reason: 'provider_fault' },
      ],
      [item({ groupName: 'constructor', name: 'toString' }), { state: 'unknown' }],
    ])('a log with %j is %j', async (log, expected) => {
      expect((await ask([log])).item).toMatchObject({ providerRef: sample.reference, ...expected });
    });

    // @mutant src/vendors/adapters/infobip/infobip.ts
    // - now.getTime() - heldAt.getTime() > logsDelayMs
    // + now.getTime() - heldAt.getTime() > 0
    test('is certain of an absent message after two hours, and not before', async () => {
      const heldAt = (hours: number) => ({ heldAt: new Date(Date.UTC(2026, 2, 1, -hours)) });
      expect((await ask([], heldAt(1))).item?.state).toBe('unknown');
      expect((await ask([], heldAt(3))).item?.state).toBe('absent');
    });

    test('never says absent once Infobip gave an ID', async () => {
      expect((await ask([], { providerRef: sample.reference })).item?.state).toBe('unknown');
    });

    test('fails without logs', async () => {
      await expect(ask(null)).rejects.toThrow('without logs');
    });

    test('reports the cost of all parts, if it is in the platform’s currency', async () => {
      expect((await ask([item(arrived)], {}, { costCurrency: 'EUR' })).item?.cost).toBe(431n);
      expect((await ask([item(arrived)], {}, { costCurrency: 'USD' })).item).not.toHaveProperty(
        'cost',
      );
      expect((await ask([item(arrived)])).item).not.toHaveProperty('cost');
    });
  });

  // @mutant src/vendors/adapters/infobip/infobip.ts
  // - isSigned: false,
  // + isSigned: true,
  test('reports several messages in one receipt, unsigned and without costs', () => {
    const { provider } = talkWith(infobip, { ...config, costCurrency: 'EUR' });
    const error = { name: 'EC_ABSENT_SUBSCRIBER', description: 'Absent Subscriber' };
    const results = [item(arrived), item(lost, { messageId: 'two', error }), {}, null, 1];
    const reading = provider.readCallback?.({
      ...{ method: 'POST', url: 'https://a.example/c', headers: {}, address: '::1' },
      body: JSON.stringify({ results }),
    }) as CallbackReading;
    const at = new Date('2026-02-28T20:00:09Z');
    expect(reading).toEqual({
      kind: 'receipts',
      isSigned: false,
      answer: { status: 200, contentType: 'application/json', body: '{}' },
      receipts: [
        {
          reference: sample.reference,
          state: 'delivered',
          vendorCode: 'DELIVERED_TO_HANDSET',
          detail: 'arrived',
          at,
        },
        {
          reference: 'two',
          state: 'undelivered',
          reason: 'number_off',
          vendorCode: 'EC_ABSENT_SUBSCRIBER',
          detail: 'Absent Subscriber',
          at,
        },
      ],
    });
  });

  describe('its official client', () => {
    let running: RunningSimulator;
    beforeAll(async () => {
      running = await runSimulator(infobipSimulator, { callbackUrlOf: () => 'http://127.0.0.1:9' });
    });
    afterAll(() => running.close());

    const client = (apiKey: string) =>
      new Infobip({ baseUrl: running.url, apiKey, authType: 'App' }).channels.sms;
    const key = () => String(running.config.apiKey);
    const message = (messageId: string) => ({
      type: 'text',
      messages: [{ from: 'Example', destinations: [{ to: '41793026727', messageId }], text: 'Hi' }],
    });

    test('sends and finds the message with the simulator', async () => {
      const sent = await client(key()).send(message('a.1'));
      expect([sent.status, sent.data.messages[0].messageId]).toEqual([200, 'a.1']);
      expect(running.taken.at(-1)).toMatchObject({ id: 'a.1', mobile: '41793026727' });
      const logs = await client(key()).logs.get({ messageId: 'a.1' });
      expect(logs.data.results).toMatchObject([{ messageId: 'a.1', to: '41793026727' }]);
    });

    test('is refused with another secret', async () => {
      const before = running.taken.length;
      const refused = await client('another').send(message('a.2'));
      expect(refused.response?.status).toBe(401);
      expect(running.taken.length).toBe(before);
    });

    test('cannot send the same message twice', async () => {
      await client(key()).send(message('a.3'));
      const again = await client(key()).send(message('a.3'));
      expect(again.data.messages[0].status.name).toBe('REJECTED_DUPLICATE_MESSAGE_ID');
      expect(running.taken.filter(({ id }) => id === 'a.3')).toHaveLength(1);
    });
  });

  describeMessageContract({
    vendor: infobip,
    simulator: infobipSimulator,
    wrongSecret: { apiKey: 'another' },
    mobile: '8613912345678',
    said: { text: '【Example】Your code is 482913.', sender: 'Example' },
  });
});
