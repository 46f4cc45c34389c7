import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpSimulator } from '../../src/vendors/simulators/smtp.ts';
import { twilioVoiceSimulator } from '../../src/vendors/simulators/twilio-voice.ts';
import type { Caller } from '../kit/fixture.ts';
import { until } from '../kit/until.ts';
import { createRehearsalFixture, type RehearsalFixture } from './rehearsal-fixture.ts';
import type { Rehearsed } from './rehearse.ts';

let rehearsal: RehearsalFixture;
let mail: Rehearsed;
let voice: Rehearsed;
let caller: Caller;

beforeAll(async () => {
  rehearsal = await createRehearsalFixture();
  mail = await rehearsal.addProvider(smtpSimulator);
  voice = await rehearsal.addProvider(twilioVoiceSimulator);
  caller = await rehearsal.fixture.newCaller({ mode: 'live' });
  const { cli } = rehearsal;
  const ofAccount = `--account ${caller.accountId} --providers`;
  await cli.json(`route set --product verify_email ${ofAccount} ${mail.code}`);
  await cli.json(`route set --product verify_voice ${ofAccount} ${voice.code}`);
});
afterAll(() => rehearsal.close());

const said = ({ running }: Rehearsed) => running.taken.at(-1)?.said ?? {};
const check = async (body: object) => (await caller.call('verify_check', body)).body.data.result;

test('a code goes out by SMTP with its subject, and is approved', async () => {
  const email = 'Ann@Example.com';
  const { status, body } = await caller.call('verify_start', { channel: 'email', email });
  expect([status, body.data.email]).toEqual([201, 'a***@example.com']);
  const { to, subject, text } = said(mail) as Record<string, string>;
  expect([to, subject]).toEqual(['ann@example.com', 'Your verification code']);
  expect(text).not.toContain('Subject');
  const [code = ''] = /\d{6}/.exec(text ?? '') ?? [];
  expect(await check({ email, code })).toBe('approved');
});

test('a code is spoken digit by digit, followed to its receipt, and approved', async () => {
  const mobile = '13912345678';
  const { status, body } = await caller.call('verify_start', { channel: 'voice', mobile });
  expect([status, body.data.channel]).toEqual([201, 'voice']);
  const [digits = ''] = /(\d, ){5}\d/.exec(String(said(voice).Twiml)) ?? [];
  const { requestId } = body;
  await until(async () => {
    const { data } = (await caller.call('sms_status', { requestId })).body;
    return data.state === 'delivered';
  }, 20_000);
  expect(await check({ mobile, code: digits.replaceAll(', ', '') })).toBe('approved');
});

test('a mailbox that the server refuses is an invalid address, and costs nothing', async () => {
  await mail.running.misbehave(['reject:RCPT:550']);
  const email = 'nobody@example.com';
  const { status, body } = await caller.call('verify_start', { channel: 'email', email });
  expect([status, body.reason]).toEqual([400, 'provider_rejected']);
  expect(await check({ email, code: '000000' })).toBe('not_found');
});
