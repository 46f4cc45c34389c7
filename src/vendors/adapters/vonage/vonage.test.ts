import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AlgorithmTypes, vonageClient } from '../../../../test/reference-clients/vonage.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { StatusQuery } from '../../providers/provider.ts';
import type { Callback, CallbackReading } from '../../providers/vendor.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import type { Taken } from '../../simulators/simulator.ts';
import { vonageSimulator } from '../../simulators/vonage.ts';
import { type SignatureMethod, vonage, vonageSignature } from './vonage.ts';

const config = { apiKey: 'abcd1234', apiSecret: 's', sender: 'Example' };
const sample = sampleSend(vonageSimulator);
const soon = { signal: new AbortController().signal };

const part = (id: string, changes: object = {}) => ({
  ...{ status: '0', 'message-id': id, 'message-price': '0.03331' },
  ...changes,
});
const accepted = (...messages: object[]) => JSON.stringify({ 'message-count': '1', messages });

const record = {
  ...{ message_id: 'A1', client_ref: sample.reference, status: 'accepted', error_code: '0' },
  ...{ total_price: '0.0333', currency: 'EUR' },
};

async function ask(rows: unknown, changes: Partial<StatusQuery> = {}, more: object = {}) {
  const text = JSON.stringify({ _links: { self: {} }, records: rows, ...more });
  const { provider, requests } = talkWith(vonage, { ...config, costCurrency: 'EUR' }, text);
  const { callId, reference, to } = sample;
  const heldAt = new Date('2026-02-28T20:00:00Z');
  const query = { callId, reference, to, providerRef: null, partRefs: [], heldAt, ...changes };
  const item = await provider.queryStatus?.(query, soon);
  return { item, query: Object.fromEntries(new URL(String(requests[0]?.url)).searchParams) };
}

describe('Vonage', () => {
  async function sent(changes: object) {
    const { provider, requests } = talkWith(vonage, config, accepted(part('A1')));
    await provider.send({ ...sample, ...changes }, soon);
    return Object.fromEntries(new URLSearchParams(String(requests[0]?.body)));
  }

  test('gets the number without the plus, the receipts’ URL, our reference and its validity', async () => {
    expect(await sent({ to: '+447700900000', text: 'Your code is 1.' })).toEqual({
      from: 'Example',
      to: '447700900000',
      text: 'Your code is 1.',
      type: 'text',
      ttl: '3600000',
      callback: 'https://platform.example/callback/key',
      'client-ref': sample.reference,
    });
  });

  test('is told which texts need Unicode', async () => {
    expect((await sent({ text: 'Zażółć' })).type).toBe('unicode');
    expect((await sent({ text: 'Größe [€]' })).type).toBe('text');
  });

  test('names each part of a long message, and adds their costs', async () => {
    const text = accepted(part('A1'), part('A2'));
    const { provider } = talkWith(vonage, { ...config, costCurrency: 'EUR' }, text);
    expect(await provider.send({ ...sample, parts: 2 }, soon)).toEqual({
      kind: 'done',
      providerRef: 'A1',
      partRefs: ['A1', 'A2'],
      cost: 668n,
    });
    expect((await sent({ parts: 2 }))['client-ref']).toBe(`${sample.reference}/2`);
  });

  test('adds a part that is free, and knows no cost if a part has no price', async () => {
    const settings = { ...config, costCurrency: 'EUR' };
    const costOf = async (price: string | undefined) => {
      const text = accepted(part('A1'), part('A2', { 'message-price': price }), part('A3'));
      return talkWith(vonage, settings, text).provider.send(sample, soon);
    };
    expect(await costOf('0.00000000')).toMatchObject({ cost: 668n });
    expect(await costOf(undefined)).not.toHaveProperty('cost');
  });

  test.each([
    ['no price', config, part('A1', { 'message-price': undefined })],
    ['a price in another currency', config, part('A1')],
  ])('with %s has no cost', async (_, settings, message) => {
    const { provider } = talkWith(vonage, settings, accepted(message));
    expect(await provider.send(sample, soon)).toEqual({ kind: 'done', providerRef: 'A1' });
  });

  // @mutant src/vendors/adapters/vonage/vonage.ts
  // - others.some((each) => textOf(each, 'status') !== status)
  // + others.length < 0
  test.each([
    ['one part of two', 200, accepted(part('A1', { status: '4' }), part('A2'))],
    ['no ID', 200, accepted(part(''))],
    ['no message', 200, accepted()],
    ['a fault of its own', 503, accepted({ status: '4' })],
  ])('that answers %s may have sent', async (_, status, text) => {
    const { provider } = talkWith(vonage, config, { status, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  describe('a status query', () => {
    test('asks for a known message by its ID alone', async () => {
      expect((await ask([record], { providerRef: 'A1' })).query).toEqual({
        account_id: 'abcd1234',
        product: 'SMS',
        direction: 'outbound',
        id: 'A1',
      });
    });

    test('searches for an unknown one by number and time, and not in the future', async () => {
      expect((await ask([record])).query).toMatchObject({
        to: '8613912345678',
        date_start: '2026-02-28T19:50:00.000Z',
        date_end: '2026-02-28T21:00:00.000Z',
      });
      const { query } = await ask([record], { heldAt: new Date('2026-02-28T23:59:00Z') });
      expect(query.date_end).toBe('2026-03-01T00:00:00.000Z');
    });

    test.each([
      [{}, { state: 'sent', providerRef: 'A1' }],
      [{ status: 'delivered' }, { state: 'delivered' }],
      [{ status: 'unknown', error_code: '1' }, { state: 'sent' }],
      [
        { status: 'expired', error_code: '1' },
        { state: 'expired', reason: 'expired' },
      ],
      [
        { status: 'failed', error_code: '3' },
        { state: 'undelivered', reason: 'number_invalid' },
      ],
      [
        { status: 'failed', error_code: '77' },
        { state: 'undelivered', reason: 'provider_fault' },
      ],
      [{ status: 'constructor' }, { state: 'unknown' }],
      [{ client_ref: `${sample.reference}/3` }, { state: 'sent' }],
      [{ client_ref: `${sample.reference}1` }, { state: 'absent' }],
      [{ client_ref: null }, { state: 'unknown' }],
    ])('a record with %j is %j', async (changes, expected) => {
      expect((await ask([{ ...record, ...changes }])).item).toMatchObject(expected);
    });

    test('is delivered when the records of all parts are', async () => {
      const whole = { ...record, client_ref: `${sample.reference}/2`, status: 'delivered' };
      expect((await ask([whole, whole])).item?.state).toBe('delivered');
      const lost = { ...whole, message_id: 'A2', status: 'failed', error_code: '2' };
      expect((await ask([whole, lost])).item).toMatchObject({ state: 'undelivered' });
    });

    // @mutant src/vendors/adapters/vonage/vonage.ts
    // - providerRef === null ? costOf
    // + records.length > 0 ? costOf
    test('reports the cost of all parts, unless the response did', async () => {
      expect((await ask([record])).item?.cost).toBe(333n);
      const second = { ...record, message_id: 'A2' };
      expect((await ask([record, second])).item?.cost).toBe(666n);
      expect((await ask([record], { providerRef: 'A1' })).item).not.toHaveProperty('cost');
    });

    test('reports no cost in another currency', async () => {
      expect((await ask([{ ...record, currency: 'USD' }])).item).not.toHaveProperty('cost');
    });

    // @mutant src/vendors/adapters/vonage/vonage.ts
    // - now.getTime() - heldAt.getTime() > reportsDelayMs
    // + now.getTime() - heldAt.getTime() > 0
    test('is certain of an absent message after two hours, in a whole report', async () => {
      expect((await ask([])).item?.state).toBe('absent');
      const soonAfter = { heldAt: new Date('2026-02-28T23:00:00Z') };
      expect((await ask([], soonAfter)).item?.state).toBe('unknown');
      const more = { _links: { self: {}, next: { href: 'https://api.nexmo.com/next' } } };
      expect((await ask([], {}, more)).item?.state).toBe('unknown');
      expect((await ask([], { providerRef: 'A1' })).item?.state).toBe('unknown');
    });

    test('fails without records', async () => {
      await expect(ask(null)).rejects.toThrow('without records');
    });
  });

  describe('a receipt', () => {
    const fields = {
      ...{ messageId: 'A1', 'client-ref': sample.reference, status: 'failed', 'err-code': '2' },
      ...{ msisdn: '8613912345678', timestamp: '1582650446', nonce: 'n&=n' },
    };
    function read(given: Record<string, string>, how = 'json', settings: object = {}) {
      const { provider } = talkWith(vonage, { ...config, ...settings });
      const form = new URLSearchParams(given).toString();
      const callback: Callback = {
        method: how === 'get' ? 'GET' : 'POST',
        url: `https://platform.example/callback/key${how === 'get' ? `?${form}` : ''}`,
        headers: {
          'content-type': how === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
        },
        body: how === 'json' ? JSON.stringify(given) : form,
        address: '::1',
      };
      return provider.readCallback?.(callback) as CallbackReading;
    }
    const at = new Date('2026-03-01T00:00:00Z');

    // @mutant src/vendors/adapters/vonage/vonage.ts
    // - isSigned: signatureSecret !== undefined,
    // + isSigned: true,
    test.each(['json', 'form', 'get'])('sent as %s names the message and the reason', (how) => {
      expect(read(fields, how)).toMatchObject({
        isSigned: false,
        receipts: [
          {
            reference: sample.reference,
            state: 'undelivered',
            reason: 'number_off',
            vendorCode: '2',
            detail: 'failed',
            at,
          },
        ],
      });
    });

    test.each([
      [{ 'client-ref': `${sample.reference}/2` }, 'the part of a long message'],
      [{ 'client-ref': '' }, 'a message without a reference'],
    ])('with %j names %s by the vendor’s ID', (changes) => {
      const reading = read({ ...fields, ...changes });
      const [receipt] = reading.kind === 'receipts' ? reading.receipts : [];
      expect(receipt).toMatchObject({ providerRef: 'A1' });
      expect(receipt).not.toHaveProperty('reference');
    });

    test.each([
      ['md5hash', 'md5hash'],
      ['md5', 'md5hmac'],
      ['sha1', 'sha1hmac'],
      ['sha256', 'sha256hmac'],
      ['sha512', 'sha512hmac'],
    ] as const)('signed by %s is verified like the official package does', (method, name) => {
      const signature = vonageSignature(method, 'secret', fields);
      const official = vonageClient('http://127.0.0.1:9', 'abcd1234', 's');
      const algorithm = AlgorithmTypes[name] as string;
      expect(official.verifySignature(signature, { ...fields }, 'secret', algorithm)).toBe(true);
      const settings = {
        signatureSecret: 'secret',
        signatureMethod: method satisfies SignatureMethod,
      };
      const signed = { ...fields, sig: signature.toUpperCase() };
      expect(read(signed, 'json', settings)).toMatchObject({ isSigned: true });
      const changed = { ...signed, status: 'delivered' };
      expect(read(changed, 'json', settings)).toMatchObject({ because: 'signature' });
      expect(read(fields, 'json', settings)).toMatchObject({ because: 'signature' });
    });
  });

  describe('its official client', () => {
    let running: RunningSimulator;
    beforeAll(async () => {
      running = await runSimulator(vonageSimulator, { callbackUrlOf: () => 'http://127.0.0.1:9' });
    });
    afterAll(() => running.close());

    const client = (secret: unknown) =>
      vonageClient(running.url, String(running.config.apiKey), String(secret));
    const message = { from: 'Example', to: '447700900000', text: 'Hello' };

    test('sends with the simulator', async () => {
      const { messages } = await client(running.config.apiSecret).send(message);
      expect(messages).toMatchObject([{ status: '0', messageId: running.taken.at(-1)?.id }]);
    });

    test('is refused with another secret', async () => {
      const before = running.taken.length;
      await expect(client('another').send(message)).rejects.toThrow();
      expect(running.taken.length).toBe(before);
    });

    test('accepts what the simulator signs, and no other signature', () => {
      const taken: Taken = {
        ...{ id: '0C1', kind: 'message', reference: 'r', mobile: '447700900000', said: {} },
        ...{ callbackUrl: 'https://a.example/c', state: 'delivered', at: new Date() },
      };
      const isAccepted = (word = vonageSimulator.receipt(taken, running)) => {
        const said = JSON.parse(word?.body ?? '{}');
        const secret = String(running.config.signatureSecret);
        const algorithm = AlgorithmTypes.sha256hmac as string;
        return client('').verifySignature(said.sig, said, secret, algorithm);
      };
      expect(isAccepted()).toBe(true);
      expect(isAccepted(vonageSimulator.forged?.(taken, running))).toBe(false);
    });
  });

  describeMessageContract({
    vendor: vonage,
    simulator: vonageSimulator,
    wrongSecret: { apiSecret: 'another' },
    mobile: '8613912345678',
    said: { text: '【Example】Your code is 482913.', type: 'unicode' },
  });
});
