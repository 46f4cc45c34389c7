import Type, { type Static } from 'typebox';
import { products } from '../../../foundation/contract/products.ts';
import { type ChaosName, maximumOf } from '../../../vendors/sandbox/chaos.ts';
import { time } from '../kit/wire-formats.ts';

const requestId = Type.String({ format: 'uuid' });
const textOrNull = Type.Union([Type.String(), Type.Null()]);

export const InboxMessages = Type.Object({
  messages: Type.Array(
    Type.Object({
      requestId,
      accountId: Type.Integer(),
      product: Type.Enum([...products]),
      mobile: Type.String({ description: 'E.164, whole: a test call reaches nobody.' }),
      text: Type.String(),
      code: Type.Union([Type.String(), Type.Null()], { description: 'The code in the text.' }),
      state: Type.Union([Type.String(), Type.Null()], { examples: ['delivered'] }),
      sentAt: time,
      finishedAt: Type.Union([time, Type.Null()]),
    }),
    { description: 'Newest first.' },
  ),
});
export type InboxMessages = Static<typeof InboxMessages>;

export const InboxChecks = Type.Object({
  checks: Type.Array(
    Type.Object({
      requestId,
      accountId: Type.Integer(),
      name: textOrNull,
      number: textOrNull,
      stage: Type.Enum(['waiting', 'opened', 'consented', 'started']),
      createdAt: time,
      expiresAt: time,
    }),
    { description: 'Face checks that wait for their person, newest first.' },
  ),
});
export type InboxChecks = Static<typeof InboxChecks>;

export const RenewLink = Type.Object({ requestId });
export const RenewedLink = Type.Object({ url: Type.String(), expiresAt: time });
export type RenewedLink = Static<typeof RenewedLink>;

/** The magic values by the outcome that they simulate; rejections by their reason. */
const smsSimulations = [
  'delivered',
  'invalid',
  'rejected',
  'late',
  'silent',
  'twice',
  'early',
  'timeout_sent',
  'timeout_lost',
  'blocked',
  'down',
] as const;
const facePlays = [
  'choice',
  'pass',
  'fail',
  'abandoned',
  'expired',
  'down',
  'unavailable',
  'refused',
] as const;

export const MagicValues = Type.Object({
  mobiles: Type.Array(Type.Object({ value: Type.String(), plays: Type.Enum([...smsSimulations]) })),
  reasons: Type.Array(Type.Object({ value: Type.String(), reason: Type.String() })),
  refusals: Type.Array(Type.Object({ value: Type.String(), reason: Type.String() })),
  persons: Type.Array(Type.Object({ value: Type.String(), plays: Type.Enum([...facePlays]) })),
});
export type MagicValues = Static<typeof MagicValues>;

const share = (name: ChaosName, description: string) =>
  Type.Integer({ minimum: 0, maximum: maximumOf(name), description });

/** The faults that an account's sandbox injects on purpose. */
export const ChaosSwitches = Type.Object({
  delayMs: share('delayMs', 'Milliseconds until it answers.'),
  fail: share('fail', 'Percent of messages and sessions for which it is down.'),
  timeOut: share('timeOut', 'Percent for which it never answers.'),
  lose: share('lose', 'Percent of messages without a receipt.'),
  duplicate: share('duplicate', 'Percent of messages whose receipt comes three times.'),
  reorder: share('reorder', 'Percent of messages whose receipt comes behind later ones.'),
});
export type ChaosSwitches = Static<typeof ChaosSwitches>;
