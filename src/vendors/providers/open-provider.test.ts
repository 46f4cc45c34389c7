import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { NoAnswer, NotSent } from '../../foundation/outbound/http-client.ts';
import { openFace, openMessages } from './open-provider.ts';
import type { Outcome, SessionStart, TemplateSend } from './provider.ts';
import {
  asFaceVendor,
  asMessageVendor,
  type MessageVendor,
  type OpenMessages,
  type Tools,
} from './vendor.ts';

const config = Type.Object({});

function open(receipts: MessageVendor['receipts'], opened: Partial<OpenMessages> = {}) {
  const vendor = asMessageVendor<typeof config>({
    ...{ kind: 'sms', code: 'line', title: { en: 'Line', zh: '线路' }, config },
    ...{ codes: {}, receiptCodes: {}, horizonHours: 1, regions: 'all', receipts },
    ...{ longMessages: true, template: { form: 'text', needsCode: false, needsSignature: false } },
    open: () => ({
      send: async (): Promise<Outcome> => ({ kind: 'done', providerRef: 'r' }),
      ...opened,
    }),
  });
  return openMessages(vendor, { code: 'mine', config: {}, tools: {} as Tools });
}

test.each<[MessageVendor['receipts'], boolean]>([
  [[], false],
  [['push'], false],
  [['push', 'query'], false],
  [['query'], true],
])('one with receipts by %j is polled: %s', (receipts, isPolled) => {
  expect(open(receipts).isPolled).toBe(isPolled);
  // Its settings may override its vendor.
  expect(open(['push'], { receipts }).isPolled).toBe(isPolled);
});

describe('what an adapter throws', () => {
  test.each<[Error | string, string, string]>([
    [new NotSent('refused'), 'unavailable', 'provider_unreachable'],
    [new NoAnswer('reset'), 'unknown', 'no_answer'],
    [new Error('a slip'), 'unknown', 'no_answer'],
    ['a word', 'unknown', 'no_answer'],
  ])('%s is %s with the reason %s', async (fault, kind, reason) => {
    const provider = open([], { send: () => Promise.reject(fault) });
    const context = { signal: new AbortController().signal };
    expect(await provider.send({} as TemplateSend, context)).toMatchObject({ kind, reason });
    const face = openFace(
      asFaceVendor<typeof config>({
        ...{ kind: 'face', code: 'oak', title: { en: 'Oak', zh: '橡树' }, config, codes: {} },
        ...{ horizonHours: 1, needsNationalId: true, browserData: null },
        devices: ['mobile'],
        identityProof: { en: 'It says so.', zh: '它这么说。' },
        open: () => ({
          startSession: () => Promise.reject(fault),
          queryResult: async (taskId) => ({ state: 'open', taskId }),
        }),
      }),
      { code: 'mine', config: {}, tools: {} as Tools },
    );
    expect(await face.startSession({} as SessionStart, context)).toMatchObject({ kind, reason });
  });
});
