import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type OfficialPdu,
  type OfficialSession,
  official,
} from '../../../../test/reference-clients/smpp.ts';
import { handSmsc } from '../../../../test/vendors/hand-smsc.ts';
import { certificate } from '../../../../test/vendors/loopback-certificate.ts';
import { describeMessageContract, sampleSend } from '../../../../test/vendors/message-contract.ts';
import { systemClock } from '../../../foundation/clock.ts';
import { createHttpClient } from '../../../foundation/outbound/http-client.ts';
import { type OpenedMessages, openMessages } from '../../providers/open-provider.ts';
import type { Receipt, TemplateSend } from '../../providers/provider.ts';
import { readConfig } from '../../providers/read-config.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { smppSimulator } from '../../simulators/smpp.ts';
import { cString, frame, ids, responseOf } from '../../simulators/smpp-wire.ts';
import { smpp } from './smpp.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const soon = (ms = 10_000) => ({ signal: AbortSignal.timeout(ms) });
const long = 'Your parcel {is} on its way. '.repeat(12);

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

function open(
  given: Record<string, unknown>,
  onReceipts?: (receipts: readonly Receipt[]) => Promise<void>,
): OpenedMessages {
  const http = createHttpClient({ connections: 1, connectTimeoutMs: 1_000 });
  const provider = openMessages(smpp, {
    code: 'my-smpp',
    config: readConfig(smpp, given),
    tools: {
      ...{ http, clock: systemClock, log: quiet, callbackUrl: () => '' },
      ...(onReceipts ? { onReceipts } : {}),
    },
  });
  endings.push(() => provider.close?.());
  return provider;
}

describe('SMPP', () => {
  describeMessageContract({
    vendor: smpp,
    simulator: smppSimulator,
    wrongSecret: { password: 'another', binds: 1 },
    mobile: '8613912345678',
    said: { text: '【Example】Your code is 482913.' },
    unlisted: { kind: 'unavailable', reason: 'provider_fault' },
  });
});

test('settings that can open no bind are refused by name', () => {
  const given = { systemId: 'me', password: 'pw', source: 'Example' };
  const read = (more: object) => () => readConfig(smpp, { ...given, ...more });
  expect(read({ address: 'smpp://[::1]:2775', certificates: certificate })).not.toThrow();
  expect(read({ address: 'http://127.0.0.1:2775' })).toThrow('address has an invalid format');
  expect(read({ address: 'smpp://127.0.0.1:99999' })).toThrow('address must name a host');
  expect(read({ address: 'ssmpp://a:1', certificates: 'mine' })).toThrow(
    'certificates must be a certificate in PEM',
  );
  const address = 'smpp://127.0.0.1:2775';
  expect(read({ address, rejectedStatuses: '0x40A=region 0x41=frequency' })).not.toThrow();
  expect(read({ address, rejectedStatuses: '0x40A' })).toThrow('rejectedStatuses has an invalid');
  expect(read({ address, rejectedStatuses: '0x40A=spam' })).toThrow('unknown reason “spam”');
  expect(read({ address, unknownStatuses: '8' })).toThrow('unknownStatuses has an invalid format');
});

describe('with its simulator', () => {
  let running: RunningSimulator;
  let receipts: Receipt[];
  let provider: OpenedMessages;
  const settings = () => {
    const { callbackKey: _, ...given } = running.config;
    return given;
  };
  const keep = async (more: readonly Receipt[]) => {
    receipts.push(...more);
  };
  const send = (changes: Partial<TemplateSend> = {}, ms?: number) =>
    provider.send(sampleSend(smppSimulator, changes), soon(ms));

  beforeEach(async () => {
    running = await runSimulator(smppSimulator, { callbackUrlOf: () => '', receiptDelayMs: 10 });
    endings.push(() => running.close());
    receipts = [];
    provider = open(settings(), keep);
  });

  test.each(['transceiver', 'pair'])('a receipt comes over a %s', async (bind) => {
    provider = open({ ...settings(), bind }, keep);
    const outcome = await send();
    await expect
      .poll(() => receipts)
      .toMatchObject([
        { providerRef: outcome.kind === 'done' && outcome.providerRef, state: 'delivered' },
      ]);
    expect(Math.abs((receipts[0] as Receipt).at.getTime() - Date.now())).toBeLessThan(3_600_000);
  });

  test('a retired provider closes its binds, and the last one when nothing is under way', async () => {
    await expect.poll(() => send()).toMatchObject({ kind: 'done' });
    await provider.retire?.();
    expect(await send()).toMatchObject({ kind: 'unavailable' });

    provider = open(settings(), keep);
    await running.misbehave(['slow']);
    const sent = send({ text: long });
    await expect.poll(() => running.taken.length).toBeGreaterThan(0);
    await provider.retire?.();
    await running.misbehave([]);
    expect(await sent).toMatchObject({ kind: 'done', partRefs: { length: 3 } });
    await expect.poll(() => send()).toMatchObject({ kind: 'unavailable' });
  });

  test('an accepted message is in the books', async () => {
    const outcome = await send();
    const books = (await (await fetch(`${running.booksUrl}/_received`)).json()) as object;
    expect(books).toMatchObject({
      ...{ vendor: 'smpp', refused: [] },
      received: [{ id: outcome.kind === 'done' && outcome.providerRef, mobile: '8613912345678' }],
    });
  });

  test('each part of a long text has its id and its receipt', async () => {
    const outcome = await send({ text: long });
    const parts = running.taken.map(({ id, said }) => ({ id, ...said }) as Record<string, unknown>);
    expect(outcome).toEqual({
      ...{ kind: 'done', providerRef: parts[0]?.id },
      partRefs: parts.map(({ id }) => id),
    });
    expect(parts.map(({ text }) => text).join('')).toBe(long);
    const [first] = parts as [{ part: { ref: number } }];
    expect(parts.map(({ part }) => part)).toEqual(
      [1, 2, 3].map((no) => ({ ref: first.part.ref, no, of: 3 })),
    );
    await expect.poll(() => receipts.length).toBe(3);
    expect(receipts.map(({ providerRef }) => providerRef).sort()).toEqual(
      parts.map(({ id }) => id).sort(),
    );
  });

  test('a long text has the state of its worst part', async () => {
    await running.misbehave(['no_receipt']);
    const asked = sampleSend(smppSimulator, { text: long });
    const outcome = await provider.send(asked, soon());
    if (outcome.kind !== 'done') throw new Error('not sent');
    const { providerRef, partRefs = [] } = outcome;
    const query = { ...asked, providerRef, partRefs, heldAt: new Date() };
    for (const { id } of running.taken)
      Object.assign(running.find(id) ?? {}, { state: 'delivered' });
    expect(await provider.queryStatus?.(query, soon())).toMatchObject({
      ...{ state: 'delivered', providerRef },
    });
    Object.assign(running.taken[2] ?? {}, { state: 'accepted' });
    expect(await provider.queryStatus?.(query, soon())).toMatchObject({ state: 'sent' });
    const strange = { ...query, partRefs: [...partRefs, '4711'] };
    expect(await provider.queryStatus?.(strange, soon())).toMatchObject({
      ...{ state: 'unknown', vendorCode: '0x67' },
    });
  });

  test('the validity period is sent as the vendor wants it', async () => {
    provider = open({ ...settings(), validityMinutes: 1_565 }, keep);
    await send();
    expect(running.taken[0]?.said).toMatchObject({ validity: '000001020500000R' });
  });

  test('a receipt before the answer is accepted, and so is one that comes three times', async () => {
    await running.misbehave(['early_receipt', 'duplicate_receipts']);
    const outcome = await send();
    expect(outcome.kind).toBe('done');
    await expect.poll(() => receipts.length).toBe(3);
  });

  test('a message from a phone that looks like a receipt is not one', async () => {
    for (const wrongs of [['forged_receipt'], ['forged_receipt', 'no_receipt'], []]) {
      await running.misbehave(['early_receipt', ...wrongs]);
      await send();
    }
    await expect.poll(() => receipts.length).toBe(2);
    const refs = receipts.map(({ providerRef }) => providerRef);
    expect(refs).toEqual([running.taken[0]?.id, running.taken[2]?.id]);
  });

  test('a receipt that could not be stored is sent again', async () => {
    let tries = 0;
    await provider.close?.();
    provider = open(settings(), async (more) => {
      if (++tries === 1) throw new Error('no database');
      await keep(more);
    });
    await send();
    await expect.poll(() => receipts.length).toBe(1);
    expect(tries).toBe(2);
  });

  test('receipts without a handler are left for a server that has one', async () => {
    await provider.close?.();
    await open(settings()).send(sampleSend(smppSimulator), soon());
    provider = open(settings(), keep);
    await expect.poll(() => receipts.length).toBe(1);
  });

  test('a wrong password is the operator’s to fix', async () => {
    provider = open({ ...settings(), password: 'another' });
    expect(await send()).toMatchObject({
      ...{ kind: 'unavailable', reason: 'provider_setup', vendorCode: '0x0E' },
    });
  });

  test('the official client can send, and gets its receipt', async () => {
    const client = official.connect({ url: running.url });
    endings.push(() => client.destroy());
    const bound = await asked((answer) =>
      client.bind_transceiver({ system_id: 'countersign', password: 'smpp-pwd' }, answer),
    );
    expect(bound.command_status).toBe(0);
    await provider.close?.();
    const delivered = once(client, 'deliver_sm') as Promise<[OfficialPdu]>;
    const submitted = await asked((answer) =>
      client.submit_sm(
        {
          ...{ source_addr: 'Example', destination_addr: '8613912345678', data_coding: 8 },
          ...{ dest_addr_ton: 1, dest_addr_npi: 1, registered_delivery: 1, short_message: '你好' },
        },
        answer,
      ),
    );
    expect(running.taken[0]).toMatchObject({ id: submitted.message_id, said: { text: '你好' } });
    const [receipt] = await delivered;
    client.send(receipt.response());
    expect(receipt).toMatchObject({
      ...{ esm_class: 4, receipted_message_id: submitted.message_id, message_state: 2 },
    });
    const queried = await asked((answer) =>
      client.query_sm({ message_id: submitted.message_id, source_addr: 'Example' }, answer),
    );
    expect(queried).toMatchObject({ command_status: 0, message_state: 2 });
  });

  test('the official client is refused with a wrong password', async () => {
    const client = official.connect({ url: running.url });
    endings.push(() => client.destroy());
    const bound = await asked((answer) =>
      client.bind_transceiver({ system_id: 'countersign', password: 'wrong' }, answer),
    );
    expect(bound.command_status).toBe(0x0e);
  });
});

function asked(ask: (answer: (pdu: OfficialPdu) => void) => void): Promise<OfficialPdu> {
  return new Promise(ask);
}

// @mutant src/vendors/adapters/smpp/send-message.ts
// - if (outcome.kind !== 'unavailable' || tries === maxTries) return outcome;
// + if (outcome.kind === 'done' || tries === maxTries) return outcome;
test('a part whose answer was lost is never sent again', async () => {
  const centre = await handSmsc((asked, socket) => {
    if (centre.asked.length > 1) socket.destroy();
    else socket.write(frame(responseOf(asked.id), 0, asked.sequence, cString('m1')));
  });
  endings.push(centre.close);
  const config = { address: centre.url, systemId: 'me', password: 'pw', source: 'Example' };
  const outcome = await open(config).send(sampleSend(smppSimulator, { text: long }), soon());
  expect(outcome).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
  expect(centre.asked.filter(({ id }) => id === ids.submit_sm)).toHaveLength(2);
});

describe('with the official server', () => {
  /** Answers each message with the next of these statuses, and then with success. */
  async function officialServer(
    statuses: number[] = [],
    delayMs = 0,
    idOf = (n: number) => `id-${n}`,
  ) {
    const submitted: OfficialPdu[] = [];
    const sessions: OfficialSession[] = [];
    const server = official.createServer({}, (session) => {
      sessions.push(session);
      session.on('error', () => {});
      session.on('pdu', async (pdu) => {
        if (pdu.command.endsWith('_resp')) return;
        const command_status = pdu.command === 'submit_sm' ? (statuses.shift() ?? 0) : 0;
        if (pdu.command === 'submit_sm') {
          submitted.push(pdu);
          await sleep(delayMs);
        }
        const state = pdu.command === 'query_sm' ? { message_state: 7 } : {};
        const message_id = idOf(submitted.length);
        session.send(pdu.response({ command_status, message_id, ...state }));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endings.push(() => server.close());
    const address = `smpp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const config = { address, systemId: 'me', password: 'pw', source: 'Example', binds: 1 };
    return { config, submitted, sessions };
  }

  const aQuestion = () => ({
    ...sampleSend(smppSimulator),
    ...{ providerRef: '1', partRefs: [], heldAt: new Date() },
  });

  test('messages and receipts get through', async () => {
    const { config, submitted, sessions } = await officialServer();
    const receipts: Receipt[] = [];
    const provider = open(config, async (more) => void receipts.push(...more));
    const text = 'Price: 5 € [net] {ok}';
    expect(await provider.send(sampleSend(smppSimulator, { text }), soon())).toEqual({
      ...{ kind: 'done', providerRef: 'id-1', partRefs: ['id-1'] },
    });
    expect(submitted[0]).toMatchObject({
      ...{ destination_addr: '8613912345678', source_addr: 'Example', data_coding: 0 },
      ...{ registered_delivery: 1, esm_class: 0, short_message: { message: text } },
    });
    const taken = await asked((answer) =>
      sessions[0]?.deliver_sm(
        { esm_class: 4, short_message: 'id:id-1 done date:2611152025 stat:UNDELIV err:001' },
        answer,
      ),
    );
    expect(taken.command_status).toBe(0);
    expect(receipts).toMatchObject([{ providerRef: 'id-1', state: 'undelivered' }]);
  });

  test('a receipt is acknowledged when it is stored, and not before', async () => {
    const { config, sessions } = await officialServer();
    const storing = Promise.withResolvers<void>();
    open(config, () => storing.promise);
    await expect.poll(() => sessions.length).toBe(1);
    const [session] = sessions as [OfficialSession];
    let isAnswered = false;
    const answered = asked((answer) =>
      session.deliver_sm({ esm_class: 4, short_message: 'id:1 stat:DELIVRD' }, answer),
    ).then(() => {
      isAnswered = true;
    });
    await sleep(100);
    expect(isAnswered).toBe(false);
    storing.resolve();
    await answered;
  });

  // @mutant src/vendors/adapters/smpp/send-message.ts
  // - return { ...next, kind: 'unknown', detail:
  // + return { ...next, detail:
  test.each([
    ['the first part', [0x58], 'unavailable', 'provider_limit', 1],
    ['the first part, for its number', [0x0b], 'rejected', 'number_invalid', 1],
    ['a later part', [0, 0x58, 0x58, 0x14, 0x58], 'unknown', 'provider_limit', 5],
    ['the last part, for its number', [0, 0, 0x0b], 'unknown', 'number_invalid', 3],
  ])('a long text of which %s is refused', async (_, statuses, kind, reason, parts) => {
    const { config, submitted } = await officialServer(statuses);
    const outcome = await open(config).send(sampleSend(smppSimulator, { text: long }), soon());
    expect(outcome).toMatchObject({ kind, reason });
    expect(submitted.length).toBe(parts);
  });

  test('a later part that the vendor was too busy for is sent again', async () => {
    const { config, submitted } = await officialServer([0, 0x58, 0x14]);
    const outcome = await open(config).send(sampleSend(smppSimulator, { text: long }), soon());
    expect(outcome).toMatchObject({ kind: 'done', partRefs: ['id-1', 'id-4', 'id-5'] });
    expect(submitted.length).toBe(5);
  });

  test('a truncated delivery is refused for good, and the bind stays open', async () => {
    const { config, sessions } = await officialServer();
    const provider = open(config, async () => {});
    await provider.send(sampleSend(smppSimulator), soon());
    const [session] = sessions as [OfficialSession];
    const answered = once(session, 'deliver_sm_resp') as Promise<[OfficialPdu]>;
    session.socket.write(Buffer.from('0000001400000005000000000000000900010148', 'hex'));
    expect(await answered).toMatchObject([{ command_status: 0x65, sequence_number: 9 }]);
    expect(await provider.send(sampleSend(smppSimulator), soon())).toMatchObject({ kind: 'done' });
    expect(sessions.length).toBe(1);
  });

  test('a message aborted before it got a slot was not sent', async () => {
    const { config, submitted } = await officialServer([], 500);
    const provider = open({ ...config, window: 1 });
    // Its bind is up then, so the messages do not wait for it.
    await provider.queryStatus?.(aQuestion(), soon());
    const [left, waited] = await Promise.all([
      provider.send(sampleSend(smppSimulator), soon(200)),
      provider.send(sampleSend(smppSimulator), soon(200)),
    ]);
    expect(left).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
    expect(waited).toMatchObject({ kind: 'unavailable', reason: 'provider_unreachable' });
    expect(submitted.length).toBe(1);
  });

  // @mutant src/vendors/adapters/smpp/query-message.ts
  // - state: vendorCode === 'UNKNOWN' ? 'unknown' : state,
  // + state,
  test('a vendor’s “not found” proves nothing', async () => {
    const { config } = await officialServer();
    const item = await open(config).queryStatus?.(aQuestion(), soon());
    expect(item).toMatchObject({ state: 'unknown', vendorCode: 'UNKNOWN' });
  });

  test('a late answer is reported with what it proves', async () => {
    const { config } = await officialServer([], 1_500);
    const receipts: Receipt[] = [];
    const provider = open(config, async (more) => void receipts.push(...more));
    const asked = sampleSend(smppSimulator);
    expect(await provider.send(asked, soon(1_000))).toMatchObject({ kind: 'unknown' });
    expect(receipts).toEqual([]);
    await expect
      .poll(() => receipts)
      .toMatchObject([
        { reference: asked.reference, state: 'sent', providerRef: expect.any(String) },
      ]);
  });

  // @mutant src/vendors/adapters/smpp/smpp.ts
  // - givenUp.aborted && reportLate
  // + signal.aborted && reportLate
  test('an answer later than the timeout of a response is reported too', async () => {
    const { config } = await officialServer([], 1_500, (n) => `00AB${n}`);
    const receipts: Receipt[] = [];
    const keep = async (more: readonly Receipt[]) => void receipts.push(...more);
    const provider = open({ ...config, responseSeconds: 1 }, keep);
    const asked = sampleSend(smppSimulator);
    expect(await provider.send(asked, soon())).toMatchObject({
      ...{ kind: 'unknown', reason: 'no_answer' },
    });
    const { reference } = asked;
    await expect.poll(() => receipts).toMatchObject([{ reference, state: 'sent' }]);
    expect(receipts[0]?.providerRef).toBe('ab1');
  });

  test('a late answer to a multipart text reports all ids', async () => {
    const { config } = await officialServer([], 1_500);
    const receipts: Receipt[] = [];
    const provider = open(config, async (more) => void receipts.push(...more));
    const asked = sampleSend(smppSimulator, { text: `${randomUUID()} `.repeat(10) });
    expect(await provider.send(asked, soon(1_000))).toMatchObject({ kind: 'unknown' });
    await expect.poll(() => receipts.length).toBe(3);
    expect(receipts.map(({ part }) => part)).toEqual([1, 2, 3].map((no) => ({ no, of: 3 })));
    expect(new Set(receipts.map(({ providerRef }) => providerRef)).size).toBe(3);
  });

  test('a message accepted without an id is done: no receipt will name it', async () => {
    const { config, submitted } = await officialServer([], 0, () => '');
    const provider = open(config);
    for (const text of ['Hi', long]) {
      const outcome = await provider.send(sampleSend(smppSimulator, { text }), soon());
      expect(outcome).toEqual({ kind: 'done', providerRef: '', partRefs: [] });
    }
    expect(submitted.length).toBe(4);
  });

  test('a long text of which one part got no id is known by the others', async () => {
    const { config } = await officialServer([], 0, (n) => (n === 1 ? '' : `0A${n}`));
    const outcome = await open(config).send(sampleSend(smppSimulator, { text: long }), soon());
    expect(outcome).toEqual({ kind: 'done', providerRef: '0A2', partRefs: ['a2', 'a3'] });
  });

  test('settings of the carrier are in every message', async () => {
    const { config, submitted } = await officialServer();
    const dialect = {
      serviceType: 'OTP',
      destinationTon: 0,
      destinationNpi: 0,
      alphabet: 'latin1',
    };
    await open({ ...config, ...dialect }).send(sampleSend(smppSimulator, { text: '@_' }), soon());
    expect(submitted[0]).toMatchObject({
      ...{ service_type: 'OTP', dest_addr_ton: 0, dest_addr_npi: 0, data_coding: 0 },
    });
    // The official package reads data_coding 0 as GSM, where these octets are other characters.
    const { message } = (submitted[0] as OfficialPdu).short_message as { message: string };
    expect(official.encodings.ASCII.encode(message)).toEqual(Buffer.from('@_'));
  });

  test('messages wait for the rate limit, and those that would wait too long are not sent', async () => {
    const { config, submitted } = await officialServer();
    const provider = open({ ...config, messagesPerSecond: 4 });
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => provider.send(sampleSend(smppSimulator), soon())),
    );
    const done = outcomes.filter(({ kind }) => kind === 'done');
    expect(done.length).toBe(submitted.length);
    // Two seconds have nine turns, and a busy machine loses some.
    expect(done.length).toBeGreaterThan(1);
    expect(done.length).toBeLessThanOrEqual(9);
    for (const outcome of outcomes.filter(({ kind }) => kind !== 'done')) {
      expect(outcome).toMatchObject({ kind: 'unavailable', reason: 'provider_limit' });
      expect(outcome).not.toHaveProperty('vendorCode');
    }
  });

  test('a message whose caller gave up before its turn was not sent', async () => {
    const { config, submitted } = await officialServer();
    const provider = open({ ...config, messagesPerSecond: 1 });
    expect(await provider.send(sampleSend(smppSimulator), soon())).toMatchObject({ kind: 'done' });
    // The next turn belongs to the message before it, however busy the machine is.
    const before = provider.send(sampleSend(smppSimulator), soon());
    const outcome = await provider.send(sampleSend(smppSimulator), soon(100));
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: 'provider_limit' });
    expect(await before).toMatchObject({ kind: 'done' });
    await sleep(1_500);
    expect(submitted.length).toBe(2);
  });

  // @mutant src/vendors/adapters/smpp/send-message.ts
  // - { onOverdue, isContinued: true }
  // + { onOverdue }
  test('the rest of a message goes before messages that wait for the rate limit', async () => {
    const { config, submitted } = await officialServer();
    const provider = open({ ...config, messagesPerSecond: 5 });
    const first = provider.send(sampleSend(smppSimulator, { text: long }), soon());
    const others = Array.from({ length: 8 }, () =>
      provider.send(sampleSend(smppSimulator), soon()),
    );
    expect(await first).toMatchObject({ kind: 'done' });
    await Promise.all(others);
    expect(submitted.slice(0, 3).map(({ esm_class }) => esm_class)).toEqual([0x40, 0x40, 0x40]);
  });

  test.each([
    ['0x08', {}, 'unavailable', 'provider_fault'],
    ['0x401', {}, 'unavailable', 'provider_fault'],
    ['0x401', { statusPreset: 'hollatags' }, 'unavailable', 'provider_balance'],
    ['0x40A', { rejectedStatuses: '0x40A=blocked_by_person' }, 'rejected', 'blocked_by_person'],
    ['0x08', { unknownStatuses: '0x08' }, 'unknown', 'provider_fault'],
  ])('status %s with %j is %s', async (vendorCode, more, kind, reason) => {
    const { config } = await officialServer([Number(vendorCode)]);
    const outcome = await open({ ...config, ...more }).send(sampleSend(smppSimulator), soon());
    expect(outcome).toMatchObject({ kind, reason, vendorCode });
  });

  test('a number gets any number of long texts, one after the other', async () => {
    const { config, submitted } = await officialServer();
    const provider = open(config);
    const text = `${randomUUID()} `.repeat(5);
    for (let sent = 0; sent < 260; sent++) {
      const outcome = await provider.send(sampleSend(smppSimulator, { text }), soon());
      expect([sent, outcome.kind]).toEqual([sent, 'done']);
    }
    expect(submitted.length).toBe(520);
  });

  test('simultaneous long texts to one number have different references', async () => {
    const { config, submitted } = await officialServer();
    const provider = open(config);
    const text = `${randomUUID()} `.repeat(10);
    await Promise.all(
      Array.from({ length: 20 }, () => provider.send(sampleSend(smppSimulator, { text }), soon())),
    );
    const headers = submitted.map(
      ({ short_message }) => (short_message as { udh: Buffer[] }).udh[0] as Buffer,
    );
    expect(submitted.length).toBe(60);
    expect(new Set(headers.map((udh) => udh[2])).size).toBe(20);
  });
});
