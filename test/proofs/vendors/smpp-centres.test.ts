import { existsSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { smppSimulator } from '../../../src/vendors/simulators/smpp.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { certificate } from '../../vendors/loopback-certificate.ts';
import { sampleSend } from '../../vendors/message-contract.ts';
import {
  endings,
  hasProgram,
  openAdapter,
  startKannel,
  startPerl,
  startStunnel,
} from './foreign-smsc.ts';

const hasKannel = existsSync('/usr/lib/kannel/test/drive_smpp');
const hasStunnel = hasProgram('stunnel', '-version');
const hasNetSmpp = hasProgram('perl', '-MNet::SMPP', '-e1');

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const soon = () => ({ signal: AbortSignal.timeout(20_000) });
const message = (text: string) => sampleSend(smppSimulator, { text });

describe.skipIf(!hasKannel)('Kannel’s drive_smpp (skipped without Debian’s kannel-extras)', () => {
  // It knows no transceiver.
  const settings = { systemType: 'VMA', bind: 'pair' };

  test('takes messages, though it gives them no ID', { timeout: longTimeoutMs }, async () => {
    const { port, output } = await startKannel();
    const { provider } = openAdapter({ ...settings, address: `smpp://127.0.0.1:${port}` });
    for (const text of ['Your code is 4829 @ [£5] €', '你的验证码是 4829', 'long '.repeat(60)]) {
      const outcome = await provider.send(message(text), soon());
      expect(outcome, output()).toEqual({ kind: 'done', providerRef: '', partRefs: [] });
    }
    // The centre answers before what it printed has come through the pipe.
    const parts = () => output().split('Handling SMPP PDU of type submit_sm').length - 1;
    await expect.poll(parts).toBe(4);
  });

  describe.skipIf(!hasStunnel)('behind stunnel (skipped without Debian’s stunnel4)', () => {
    test('is reached over TLS with its certificate', { timeout: longTimeoutMs }, async () => {
      const kannel = await startKannel();
      const { port } = await startStunnel(kannel.port);
      const address = `ssmpp://127.0.0.1:${port}`;
      const { provider } = openAdapter({ ...settings, address, certificates: certificate });
      expect(await provider.send(message('over TLS'), soon())).toMatchObject({ kind: 'done' });
      await expect.poll(() => kannel.output()).toContain('over TLS');
    });

    test('gets nothing from a client that does not trust it', {
      timeout: longTimeoutMs,
    }, async () => {
      const kannel = await startKannel();
      const { port } = await startStunnel(kannel.port);
      const { provider } = openAdapter({ ...settings, address: `ssmpp://127.0.0.1:${port}` });
      expect(await provider.send(message('to nobody'), soon())).toMatchObject({
        ...{ kind: 'unavailable', reason: 'provider_unreachable' },
      });
      expect(kannel.output()).not.toContain('to nobody');
    });
  });
});

/** Every form of a receipt that the centre knows, by the state that it must have. */
const forms = {
  delivered: [
    ...['plain', 'upper_keys', 'lower_stat', 'newlines', 'spaces', 'short', 'payload', 'options'],
    ...['no_class', 'full_word', 'zeros', 'other_case', 'uuid', 'ucs2', 'data_sm'],
  ],
  undelivered: ['option_bare', 'other_text', 'failed', 'undelivered'],
  sent: ['enroute', 'buffered'],
  rejected: ['nack'],
} as const;

describe.skipIf(!hasNetSmpp)('Perl’s Net::SMPP (skipped without Debian’s libnet-smpp-perl)', () => {
  test('sends receipts in 22 forms, and each is of its message', {
    timeout: longTimeoutMs,
  }, async () => {
    const { port, output } = await startPerl();
    const { provider, receipts } = openAdapter({ address: `smpp://127.0.0.1:${port}` });
    const wanted = Object.entries(forms).flatMap(([state, names]) =>
      names.map((name) => ({ name, state })),
    );
    expect(wanted.length).toBe(22);
    for (const { name, state } of wanted) {
      receipts.splice(0);
      const outcome = await provider.send(message(`form ${name}`), soon());
      if (outcome.kind !== 'done') throw new Error(`${name}: ${outcome.detail} ${output()}`);
      await expect.poll(() => receipts.length, { message: name }).toBe(1);
      expect(receipts[0], name).toMatchObject({ state, providerRef: outcome.partRefs?.[0] });
    }
    await expect.poll(() => output().match(/receipt answered 0/g)?.length).toBe(22);
  });

  test.each([
    ['hexToDecimal', 'to_decimal'],
    ['decimalToHex', 'to_hex'],
    ['decimalToHex', 'to_hex_both'],
  ])('with ids that need %s (%s) names its messages', async (idForm, name) => {
    const { port } = await startPerl();
    const { provider, receipts } = openAdapter({ address: `smpp://127.0.0.1:${port}`, idForm });
    for (let i = 0; i < 12; i++) {
      receipts.splice(0);
      const outcome = await provider.send(message(`form ${name}`), soon());
      if (outcome.kind !== 'done') throw new Error(outcome.detail);
      await expect.poll(() => receipts.length).toBe(1);
      expect(receipts[0]).toMatchObject({
        ...{ state: 'delivered', providerRef: outcome.partRefs?.[0] },
      });
    }
  });

  test('cannot make a receipt of a phone’s message or of an unknown word', async () => {
    const { port, output } = await startPerl();
    const { provider, receipts } = openAdapter({ address: `smpp://127.0.0.1:${port}` });
    for (const name of ['from_phone', 'other_word', 'plain']) {
      await provider.send(message(`form ${name}`), soon());
    }
    await expect.poll(() => output().match(/receipt answered 0/g)?.length).toBe(3);
    expect(receipts).toHaveLength(1);
  });

  test('refuses with 21 statuses, and none leaves the outcome open', {
    timeout: longTimeoutMs,
  }, async () => {
    const { port } = await startPerl();
    const { provider } = openAdapter({ address: `smpp://127.0.0.1:${port}` });
    const rejected = [0x01, 0x0b];
    const unavailable = [
      ...[0x03, 0x08, 0x0a, 0x0c, 0x14, 0x33, 0x45, 0x58, 0x61, 0x64, 0x66, 0x67],
      ...[0xc0, 0xc4, 0xfe, 0xff, 0x400, 0x401, 0x4a1],
    ];
    expect(rejected.length + unavailable.length).toBe(21);
    for (const status of [...rejected, ...unavailable]) {
      const text = `status 0x${status.toString(16)}`;
      // A throttled bind pauses for a quarter of a second.
      const outcome = await provider.send(message(text), soon());
      const kind = rejected.includes(status) ? 'rejected' : 'unavailable';
      expect(outcome, text).toMatchObject({ kind, vendorCode: expect.stringMatching(/^0x/) });
    }
    expect(await provider.send(message('no id'), soon())).toMatchObject({ kind: 'done' });
  });
});
