import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../foundation/vault.ts';
import { sealMessages } from '../../products/messages/content.ts';
import type { EndedClaim } from '../idempotency/answer-repeat.ts';
import type { Line } from './line.ts';
import { repeatPorts } from './rebuild-reply.ts';

const vault = createVault(Buffer.alloc(32));
const callId = randomUUIDv7();
const message = { asSent: '139 1234 5678', to: '+8613912345678', text: 'x' };
const sealed = sealMessages(vault, [{ callId, order: { message } }]);

const ended: EndedClaim = {
  callId,
  bodyHash: null,
  status: null,
  reply: null,
  isFree: false,
  language: 'en',
  state: 'done',
  product: 'sms_code',
  priceSource: 'account',
  unitPrice: 700n,
  templateId: 'T',
  contentId: sealed?.contentId ?? null,
  sealed: sealed?.sealed ?? null,
};

/** The rebuilt reply, for a repeat with this number. */
async function rebuild(change: Partial<EndedClaim>, asSent?: string) {
  const settings = { publicUrl: () => 'http://a.example', idempotencyWaitMs: 7 };
  const line = { vault, settings, pool: {}, inFlight: {} } as unknown as Line;
  const ports = repeatPorts(line, asSent);
  expect(ports.waitMs).toBe(7);
  const owner = { accountId: 1, mode: 'test' } as const;
  const { status, body } = await ports.rebuild({ ...ended, ...change }, owner);
  return { status, ...JSON.parse(body) };
}

describe('the rebuilt reply to a call', () => {
  test.each([
    ['sms_code', 'en', 'The verification code was accepted for sending.'],
    ['sms_notice', 'en', 'The notice was accepted for sending.'],
  ] as const)('equals that of a %s in %s', async (product, language, words) => {
    expect(await rebuild({ product, language })).toEqual({
      status: 201,
      code: 0,
      message: words,
      requestId: callId,
      priceSource: 'account',
      unitPrice: '0.0700',
      data: { productCode: product, mobile: message.asSent, templateId: 'T' },
    });
  });

  test('is in the language of the call', async () => {
    expect((await rebuild({ language: 'zh' })).message).toMatch(/\p{Script=Han}/u);
    expect((await rebuild({ language: 'zh', state: 'rejected' })).message).toMatch(
      /\p{Script=Han}/u,
    );
  });

  test.each([
    ['rejected', 400, 'provider_rejected'],
    ['unavailable', 502, 'provider_unavailable'],
  ] as const)('of a call that is %s is %d, under its own id', async (state, status, reason) => {
    expect(await rebuild({ state })).toMatchObject({ status, reason, requestId: callId });
  });

  test('takes the number from the repeat if the content is no longer stored', async () => {
    const forgotten = { contentId: null, sealed: null };
    expect((await rebuild(forgotten, '139-1234-5678')).data.mobile).toBe('139-1234-5678');
    expect((await rebuild({}, '139-1234-5678')).data.mobile).toBe(message.asSent);
  });
});
