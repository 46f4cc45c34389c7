import { once } from 'node:events';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  PinpointSMSVoiceV2Client,
  SendTextMessageCommand,
  SnsValidator,
} from '../../../../test/reference-clients/aws.ts';
import { certificate, privateKey } from '../../../../test/vendors/loopback-certificate.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { talkWith } from '../../../../test/vendors/talk-with.ts';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
import { readConfig } from '../../providers/read-config.ts';
import { awsSmsSimulator, awsSubscription } from '../../simulators/aws-sms.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import type { Asked, CallbackRequest, Desk, Taken } from '../../simulators/simulator.ts';
import { awsSms } from './aws-sms.ts';
import { signV4 } from './sign-v4.ts';

const { endpoint: _, ...config } = awsSmsSimulator.config('');
const sample = sampleSend(awsSmsSimulator);
const soon = { signal: new AbortController().signal };
const sns = 'https://sns.eu-west-1.amazonaws.com';

/** A simulator at the address of SNS itself. */
const desk = { url: sns, now: () => new Date() } as Desk;
const taken: Taken = {
  ...{ id: 'm1', kind: 'message', reference: sample.reference, mobile: '+8613912345678' },
  ...{ said: { hasEvents: true }, callbackUrl: null, state: 'delivered', at: new Date() },
};
const delivered = () => awsSmsSimulator.receipt(taken, desk) as CallbackRequest;

function pemAt(url: string): string {
  const request = { method: 'GET', url: new URL(url), headers: {}, body: '' };
  const asked: Asked = awsSmsSimulator.read(request, desk);
  return asked.kind === 'answer' ? asked.answer.body : '';
}
const pem = pemAt(JSON.parse(delivered().body).SigningCertURL);

async function read(body: string, settings: object = {}, answer: Partial<HttpAnswer> = {}) {
  const { provider, requests, clock } = talkWith(
    ...[awsSms, { ...config, ...settings }, { text: pem, ...answer }],
  );
  clock.set(new Date());
  const callback = {
    method: 'POST',
    url: 'https://a.example/c',
    headers: {},
    address: '::1',
    body,
  };
  return { reading: await provider.readCallback?.(callback), requests };
}

/** The same message with other fields. */
function changed({ body }: CallbackRequest, fields: Record<string, string>): string {
  return JSON.stringify({ ...JSON.parse(body), ...fields });
}

describe('AWS', () => {
  test.each([
    [{}, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      { 'content-type': 'application/x-www-form-urlencoded' },
      'Param1=value1',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('signs the published request with %j', (headers, body, signature) => {
    const key = {
      ...{ accessKeyId: 'AKIDEXAMPLE', region: 'us-east-1', service: 'service' },
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    };
    const request = { host: 'example.amazonaws.com', headers, body };
    const signed = signV4(key, request, new Date('2015-08-30T12:36:00Z'));
    const names = [...Object.keys(headers), 'host', 'x-amz-date'].join(';');
    expect(signed).toEqual({
      ...headers,
      'x-amz-date': '20150830T123600Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        `SignedHeaders=${names}, Signature=${signature}`,
    });
  });

  test('gets our reference as context, at the address of its region', async () => {
    const { provider, requests } = talkWith(awsSms, config, '{"MessageId":"m1"}');
    expect(await provider.send(sample, soon)).toEqual({ kind: 'done', providerRef: 'm1' });
    expect(requests[0]).toMatchObject({
      url: 'https://sms-voice.eu-west-1.amazonaws.com/',
      headers: { 'x-amz-target': 'PinpointSMSVoiceV2.SendTextMessage' },
    });
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      DestinationPhoneNumber: '+8613912345678',
      OriginationIdentity: 'EXAMPLE',
      MessageBody: sample.text,
      MessageType: 'TRANSACTIONAL',
      TimeToLive: 3_600,
      Context: { reference: sample.reference },
      ConfigurationSetName: 'countersign',
    });
  });

  test.each([
    ['no ID', 200, '{}'],
    ['a fault of its own', 500, '{"__type":"InternalFailure"}'],
    ['a reason that nobody knows', 400, '{"__type":"x#NewException","Reason":"NEW"}'],
  ])('that answers %s may have sent', async (_, status, text) => {
    const { provider } = talkWith(awsSms, config, { status, text });
    expect(await provider.send(sample, soon)).toMatchObject({ kind: 'unknown' });
  });

  test('that refuses for a reason without a row of its own did nothing', async () => {
    const text = '{"__type":"x#ConflictException","Reason":"MESSAGE_TYPE_MISMATCH","Message":"no"}';
    const { provider } = talkWith(awsSms, config, { status: 400, text });
    expect(await provider.send(sample, soon)).toEqual({
      ...{ kind: 'unavailable', reason: 'provider_setup' },
      ...{ vendorCode: 'ConflictException', detail: 'no' },
    });
  });

  test('needs the topic and the configuration set together, and has no receipts without', () => {
    const { topicArn, configurationSet, ...bare } = config;
    expect(() => readConfig(awsSms, { ...bare, topicArn })).toThrow();
    expect(() => readConfig(awsSms, { ...bare, configurationSet })).toThrow();
    const { provider } = talkWith(awsSms, bare);
    expect(provider.readCallback).toBeUndefined();
  });

  test('reports a text that is too long before any money moves', () => {
    const { provider } = talkWith(awsSms, config);
    expect(provider.findFault({ ...sample, text: 'x'.repeat(1_600) })).toBeUndefined();
    expect(provider.findFault({ ...sample, text: 'x'.repeat(1_601) })?.field).toBe('content');
  });

  describe('an event', () => {
    test('names the message, and costs price and fee if the platform counts in dollars', async () => {
      const { reading } = await read(delivered().body, { costCurrency: 'USD' });
      expect(reading).toMatchObject({
        isSigned: true,
        receipts: [
          {
            ...{ reference: sample.reference, providerRef: 'm1', state: 'delivered', cost: 89n },
            vendorCode: 'TEXT_DELIVERED',
          },
        ],
      });
      const free = (await read(delivered().body)).reading;
      expect(free?.kind === 'receipts' && free.receipts[0]).not.toHaveProperty('cost');
    });

    test('of a failure has its reason', async () => {
      const lost = awsSmsSimulator.receipt({ ...taken, state: 'undelivered' }, desk);
      expect((await read(lost?.body ?? '')).reading).toMatchObject({
        receipts: [{ state: 'undelivered', reason: 'number_off', vendorCode: 'TEXT_UNREACHABLE' }],
      });
    });

    test('is verified with a certificate that is fetched once', async () => {
      const { provider, requests, clock } = talkWith(awsSms, config, { text: pem });
      clock.set(new Date());
      const callback = { method: 'POST', url: '', headers: {}, address: '::1' };
      for (let i = 0; i < 3; i++) {
        const reading = await provider.readCallback?.({ ...callback, body: delivered().body });
        expect(reading?.kind).toBe('receipts');
      }
      expect(requests.map(({ url }) => url)).toEqual([JSON.parse(delivered().body).SigningCertURL]);
    });

    // @mutant src/vendors/adapters/aws/read-sns.ts
    // - if (field('TopicArn') !== topic.arn)
    // + if (field('TopicArn') === '')
    test('of another topic is refused, however well it is signed', async () => {
      const topicArn = `${config.topicArn}-2`;
      const { reading } = await read(delivered().body, { topicArn });
      expect(reading).toMatchObject({ kind: 'refused', because: 'signature' });
    });

    // @mutant src/vendors/adapters/aws/read-sns.ts
    // - parsed.origin === new URL(endpoint).origin
    // + parsed.hostname.endsWith('amazonaws.com')
    test.each([
      'https://sns.eu-west-2.amazonaws.com/SimpleNotificationService-7506a1e35b36ef5a444d.pem',
      'https://bucket.s3.amazonaws.com/SimpleNotificationService-7506a1e35b36ef5a444d.pem',
      'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-7506a1e35b36ef5a444d.pem',
      'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-7506a1e35b36ef5a444d.pem',
      'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-7506a1e35b36ef5a.pem',
      'https://sns.eu-west-1.amazonaws.com/other/SimpleNotificationService-7506a1e35b36ef5a444d.pem',
      'https://sns.eu-west-1.amazonaws.com/?Action=GetEndpointAttributes&x=.pem',
      'not a URL',
    ])('whose certificate is at %s is refused, and the address is never asked', async (url) => {
      const body = changed(delivered(), { SigningCertURL: url });
      const { reading, requests } = await read(body);
      expect(reading).toMatchObject({ kind: 'refused', because: 'signature' });
      expect(requests).toEqual([]);
    });

    test.each([
      ['a hash that can be forged', { SignatureVersion: '1' }],
      ['another message', { Message: '{"eventType":"TEXT_DELIVERED","messageId":"m2"}' }],
      ['another time', { Timestamp: '2026-01-01T00:00:00.000Z' }],
      ['a subject that was not signed', { Subject: 'Hello' }],
      ['another kind', { Type: 'UnsubscribeConfirmation' }],
      ['no signature', { Signature: '' }],
    ])('with %s is refused', async (_, fields) => {
      const { reading } = await read(changed(delivered(), fields));
      expect(reading).toMatchObject({ kind: 'refused', because: 'signature' });
    });

    test('signed by an expired certificate is refused', async () => {
      const { provider, clock } = talkWith(awsSms, config, { text: pem });
      clock.set(new Date('2200-01-01T00:00:00Z'));
      const callback = { method: 'POST', url: '', headers: {}, address: '::1' };
      const reading = await provider.readCallback?.({ ...callback, body: delivered().body });
      expect(reading).toMatchObject({ detail: 'the certificate has expired' });
    });

    test('is not acknowledged while the certificate cannot be had', async () => {
      await expect(read(delivered().body, {}, { status: 503 })).rejects.toThrow('HTTP 503');
    });

    test('without a message ID is accepted, and names no message', async () => {
      const event = awsSmsSimulator.receipt({ ...taken, id: '' }, desk);
      expect((await read(event?.body ?? '')).reading).toMatchObject({ receipts: [] });
    });
  });

  describe('a subscription', () => {
    // @mutant src/vendors/adapters/aws/aws-sms.ts
    // - if (sns.kind === 'confirmation') await get(sns.subscribeUrl, tools);
    test('is confirmed at SNS once its signature is verified', async () => {
      const { body } = awsSubscription(desk);
      const { reading, requests } = await read(body);
      expect(reading).toMatchObject({ kind: 'receipts', receipts: [] });
      expect(requests[1]?.url).toBe(JSON.parse(body).SubscribeURL);
    });

    test.each([
      ['at another address', { SubscribeURL: 'https://evil.example/?Action=ConfirmSubscription' }],
      ['with another token', { Token: 'another' }],
    ])('%s is not confirmed', async (_, fields) => {
      const { reading, requests } = await read(changed(awsSubscription(desk), fields));
      expect(reading).toMatchObject({ kind: 'refused', because: 'signature' });
      expect(requests.map(({ url }) => url).filter((url) => !url.endsWith('.pem'))).toEqual([]);
    });
  });

  describe('its official client', () => {
    let running: RunningSimulator;
    beforeAll(async () => {
      running = await runSimulator(awsSmsSimulator, { callbackUrlOf: () => 'http://127.0.0.1:9' });
    });
    afterAll(() => running.close());

    async function send(secret: unknown, changes = {}) {
      const { accessKeyId, region } = running.config;
      const client = new PinpointSMSVoiceV2Client({
        ...{ region, endpoint: running.url, maxAttempts: 1 },
        credentials: { accessKeyId, secretAccessKey: secret },
      });
      const message = {
        DestinationPhoneNumber: '+447700900000',
        OriginationIdentity: 'EXAMPLE',
        MessageBody: 'Hello',
        Context: { reference: 'r' },
        ...changes,
      };
      return client.send(new SendTextMessageCommand(message)).finally(() => client.destroy());
    }

    test('sends with the simulator', async () => {
      const { MessageId } = await send(running.config.secretAccessKey);
      expect(running.taken.at(-1)).toMatchObject({ id: MessageId, reference: 'r' });
    });

    test('is refused with another secret', async () => {
      const before = running.taken.length;
      await expect(send('another')).rejects.toMatchObject({ name: 'InvalidSignatureException' });
      expect(running.taken.length).toBe(before);
    });

    test.each([
      ['a context with a space inside', { Context: { note: 'a b' } }, undefined],
      ['a context with a space at its end', { Context: { note: 'a ' } }, 'ValidationException'],
      ['a blank text', { MessageBody: ' ' }, 'ValidationException'],
      ['a life of 4 seconds', { TimeToLive: 4 }, 'ValidationException'],
    ])('gets the limits of the service for %s', async (_, changes, refusal) => {
      const sent = send(running.config.secretAccessKey, changes);
      expect(
        await sent.then(
          () => undefined,
          ({ name }) => name,
        ),
      ).toBe(refusal);
    });

    test('accepts what the simulator signs, and no other signature', async () => {
      const server = createServer({ cert: certificate, key: privateKey }, (_, reply) =>
        reply.end(pem),
      );
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      globalAgent.options.ca = certificate;
      const faultOf = (said: CallbackRequest | null | undefined) =>
        new Promise<Error | null>((resolve) => {
          const message = JSON.parse(said?.body ?? '{}');
          message.SigningCertURL = message.SigningCertURL.replace(sns, `https://127.0.0.1:${port}`);
          new SnsValidator(/^127\.0\.0\.1:\d+$/).validate(message, resolve);
        });
      expect(await faultOf(delivered())).toBeNull();
      expect(await faultOf(awsSubscription(desk))).toBeNull();
      expect(await faultOf(awsSmsSimulator.forged?.(taken, desk))).toBeInstanceOf(Error);
      delete globalAgent.options.ca;
      globalAgent.destroy();
      server.close();
    });
  });

  describeMessageContract({
    vendor: awsSms,
    simulator: awsSmsSimulator,
    wrongSecret: { secretAccessKey: 'another' },
    mobile: '+8613912345678',
    said: { text: '【Example】Your code is 482913.', MessageType: 'TRANSACTIONAL' },
  });
});
