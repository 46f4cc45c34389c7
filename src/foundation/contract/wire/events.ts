import Type from 'typebox';
import { type FailureReason, failureReasons } from '../errors/failure-reasons.ts';
import { modes, products } from '../products.ts';
import { moment } from '../text/moment.ts';
import { amount, RequestId } from './envelope.ts';
import { exampleTaskId } from './face.ts';

/**
 * What an account can be told of, by the names that the table, the deliveries, the docs and the SDK
 * use. A body never holds personal data: ids, states, reasons and prices are all there is.
 */
export const eventTypes = [
  'face.finished',
  'face.withdrawn',
  'sms.delivered',
  'sms.failed',
  'call.resolved',
  'balance.low',
  'key.expiring',
  'key.revoked',
  'endpoint.disabled',
  'endpoint.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Why the platform switched an endpoint off. */
export const disabledReasons = ['failing', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const Reason = Type.Union(
  [Type.Enum(Object.keys(failureReasons) as FailureReason[], { type: 'string' }), Type.Null()],
  { description: 'Why it did not succeed, or null.', examples: [null] },
);

const ProviderCode = Type.String({
  description: 'The provider that did it; empty where none was asked.',
  examples: ['sandbox'],
});

const unitPrice = amount('What the call cost, with four decimals.');

const endpointId = Type.Integer({ minimum: 1, description: 'The endpoint.', examples: [7] });

const key = {
  keyId: Type.Integer({ minimum: 1, description: 'The key.', examples: [12] }),
  lastFour: Type.String({ description: 'The last four characters of it.', examples: ['x4Tq'] }),
};

const smsFinished = (states: readonly string[], example: string) => ({
  requestId: RequestId,
  productCode: Type.Enum(['sms_code', 'sms_notice'], {
    type: 'string',
    description: 'The product that the message was sent with.',
    examples: ['sms_code'],
  }),
  state: Type.Enum([...states], {
    type: 'string',
    description: 'The final state of the message.',
    examples: [example],
  }),
  reason: Reason,
  parts: Type.Integer({ minimum: 0, description: 'How many SMS the text took.', examples: [1] }),
  providerCode: ProviderCode,
  unitPrice,
});

/** What each type of event says, besides what all of them do. */
export const eventData = {
  'face.finished': Type.Object({
    requestId: RequestId,
    status: Type.Enum([1, 2, 3, 4], {
      type: 'integer',
      description: '1 passed, 2 failed, 3 expired, 4 cancelled by the person.',
      examples: [1],
    }),
    reason: Reason,
    providerCode: ProviderCode,
    taskId: Type.String({
      description: "The provider's identifier of the check. Empty where it has none.",
      examples: [exampleTaskId],
    }),
    unitPrice,
  }),
  'face.withdrawn': Type.Object({ requestId: RequestId }),
  'sms.delivered': Type.Object(smsFinished(['delivered'], 'delivered')),
  'sms.failed': Type.Object(
    smsFinished(['undelivered', 'expired', 'rejected', 'unknown'], 'undelivered'),
  ),
  'call.resolved': Type.Object({
    requestId: RequestId,
    productCode: Type.Enum([...products], {
      type: 'string',
      description: 'The product that was called.',
      examples: ['sms_code'],
    }),
    state: Type.Enum(['done', 'released'], {
      type: 'string',
      description: '`done`: it was carried out. `released`: it was not, and costs nothing.',
      examples: ['done'],
    }),
    reason: Reason,
    charged: amount('What the call costs in the end; 0 where it was released.'),
  }),
  'balance.low': Type.Object({
    available: Type.String({
      pattern: '^-?(0|[1-9][0-9]{0,14})\\.[0-9]{4}$',
      description: 'What can be spent. Below zero where a credit limit is in use.',
      examples: ['99.9500'],
    }),
    threshold: amount('Below this the wallet is called low.', '100.0000'),
  }),
  'key.expiring': Type.Object({ ...key, expiresAt: moment('When the key ends.') }),
  'key.revoked': Type.Object({ ...key, revokedAt: moment('When the key was revoked.') }),
  'endpoint.disabled': Type.Object({
    endpointId,
    url: Type.String({
      description: 'Its address.',
      examples: ['https://example.com/countersign'],
    }),
    because: Type.Enum([...disabledReasons], {
      type: 'string',
      description:
        '`failing`: nothing but failure for five days. `gone`: it answered with 410 Gone.',
      examples: ['failing'],
    }),
  }),
  'endpoint.test': Type.Object({ endpointId }),
} as const satisfies Record<EventType, Type.TObject>;

export type EventData<Name extends EventType = EventType> = Type.Static<(typeof eventData)[Name]>;

/** What happened, in a line, in both languages. */
export const eventTitles: Readonly<Record<EventType, { en: string; zh: string }>> = {
  'face.finished': {
    en: 'A face check has its result.',
    zh: '人脸核验已有结果。',
  },
  'face.withdrawn': {
    en: 'A person took back their consent: erase what you have of the check.',
    zh: '用户撤回了同意：请删除与该核验有关的数据。',
  },
  'sms.delivered': { en: 'A message arrived.', zh: '短信已送达。' },
  'sms.failed': {
    en: 'A message did not arrive, or nobody knows whether it did.',
    zh: '短信未送达，或无法确认是否送达。',
  },
  'call.resolved': {
    en: 'A call that was answered with 504 has its end.',
    zh: '返回 504 的调用已有最终结果。',
  },
  'balance.low': {
    en: 'The balance fell below the threshold of the wallet.',
    zh: '余额低于预警值。',
  },
  'key.expiring': { en: 'A key ends in seven days.', zh: '密钥将在七天后到期。' },
  'key.revoked': { en: 'A key was revoked.', zh: '密钥已被吊销。' },
  'endpoint.disabled': {
    en: 'An endpoint of the account was switched off; the others are told.',
    zh: '账户的一个推送地址已被停用，并通知其他推送地址。',
  },
  'endpoint.test': {
    en: 'Somebody asked for a trial of the endpoint.',
    zh: '推送地址测试事件。',
  },
};

/** One such event, made of the examples of its fields. */
export function exampleEvent<Name extends EventType>(type: Name): Event<Name> {
  return {
    id: '019a85d2-9b10-7c55-8e21-3f7a90c4d6b8',
    type,
    timestamp: '2026-11-16T05:00:00.000Z',
    mode: 'test',
    sequence: 1,
    data: exampleData(type) as EventData<Name>,
  };
}

function eventOf<Name extends EventType>(type: Name) {
  const example = exampleEvent(type);
  return Type.Object(
    {
      id: Type.String({
        format: 'uuid',
        description: 'The event, and the header `webhook-id`. A repetition has the same id.',
        examples: [example.id],
      }),
      type: Type.Literal(type, { type: 'string', description: 'What happened.' }),
      timestamp: moment('When it happened.'),
      mode: Type.Enum([...modes], {
        type: 'string',
        description: 'The mode it happened in.',
        examples: ['test'],
      }),
      sequence: Type.Integer({
        minimum: 1,
        description:
          'Counts the events of one call, check, wallet, key or endpoint, in the order in which ' +
          'they happened. Deliveries may come in another.',
        examples: [1],
      }),
      data: eventData[type],
    },
    { title: eventModelName(type), description: eventTitles[type].en, examples: [example] },
  );
}

/** The body of a delivery. */
export interface Event<Name extends EventType = EventType> {
  id: string;
  type: Name;
  timestamp: string;
  mode: (typeof modes)[number];
  sequence: number;
  data: EventData<Name>;
}

/** `face.finished` is `FaceFinishedEvent` among the models. */
export function eventModelName<Name extends EventType>(type: Name): EventModelName<Name> {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event` as EventModelName<Name>;
}

type EventModelName<Name extends EventType> = Name extends `${infer Thing}.${infer Past}`
  ? `${Capitalize<Thing>}${Capitalize<Past>}Event`
  : never;

type Exampled = Type.TSchema & { examples?: readonly unknown[] };

/** Of each field the first of its own examples. */
function exampleData(type: EventType): Record<string, unknown> {
  const fields = Object.entries(eventData[type].properties) as [string, Exampled][];
  const data = Object.fromEntries(fields.map(([name, { examples }]) => [name, examples?.[0]]));
  return type === 'sms.failed' ? { ...data, reason: 'number_off' } : data;
}

export const eventModels = {
  FaceFinishedEvent: eventOf('face.finished'),
  FaceWithdrawnEvent: eventOf('face.withdrawn'),
  SmsDeliveredEvent: eventOf('sms.delivered'),
  SmsFailedEvent: eventOf('sms.failed'),
  CallResolvedEvent: eventOf('call.resolved'),
  BalanceLowEvent: eventOf('balance.low'),
  KeyExpiringEvent: eventOf('key.expiring'),
  KeyRevokedEvent: eventOf('key.revoked'),
  EndpointDisabledEvent: eventOf('endpoint.disabled'),
  EndpointTestEvent: eventOf('endpoint.test'),
} as const satisfies Record<EventModelName<EventType>, Type.TObject>;
