import Type from 'typebox';
import { type FailureReason, failureReasons } from '../errors/failure-reasons.ts';
import { calledProducts, messageProducts, modes } from '../products.ts';
import { moment } from '../text/moment.ts';
import { amount, RequestId } from './envelope.ts';
import { exampleTaskId } from './face.ts';
import { paymentFacts } from './topup.ts';
import { VerificationId } from './verify.ts';

/**
 * The event types that an account can be notified of, by the names that the table, the deliveries, the docs and
 * the SDK use. A body never contains personal data, only IDs, states, reasons and prices.
 */
export const eventTypes = [
  'face.finished',
  'face.withdrawn',
  'sms.delivered',
  'sms.failed',
  'call.resolved',
  'verification.approved',
  'verification.failed',
  'verification.expired',
  'topup.succeeded',
  'topup.failed',
  'topup.refunded',
  'invoice.issued',
  'invoice.credited',
  'fapiao.issued',
  'fapiao.refused',
  'balance.low',
  'key.expiring',
  'key.revoked',
  'endpoint.disabled',
  'endpoint.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Why the platform disabled an endpoint. */
export const disabledReasons = ['failing', 'gone'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

const Reason = Type.Union(
  [Type.Enum(Object.keys(failureReasons) as FailureReason[], { type: 'string' }), Type.Null()],
  { description: 'Why it failed, or null.', examples: [null] },
);

const ProviderCode = Type.String({
  description: 'The provider that handled the call. Empty if no provider was called.',
  examples: ['sandbox'],
});

const unitPrice = amount('Price of the call, with four decimals.');

const endpointId = Type.Integer({ minimum: 1, description: 'Endpoint ID.', examples: [7] });

const key = {
  keyId: Type.Integer({ minimum: 1, description: 'Key ID.', examples: [12] }),
  lastFour: Type.String({
    description: 'The last four characters of the key.',
    examples: ['x4Tq'],
  }),
};

const smsFinished = (states: readonly string[], example: string) => ({
  requestId: RequestId,
  productCode: Type.Enum([...messageProducts], {
    type: 'string',
    description: 'Product of the message.',
    examples: ['sms_code'],
  }),
  state: Type.Enum([...states], {
    type: 'string',
    description: 'The final state of the message.',
    examples: [example],
  }),
  reason: Reason,
  parts: Type.Integer({ minimum: 0, description: 'Number of SMS segments.', examples: [1] }),
  providerCode: ProviderCode,
  unitPrice,
});

const verificationEnded = {
  verificationId: VerificationId,
  messages: Type.Integer({ minimum: 0, description: 'Messages sent.', examples: [1] }),
};

const currency = Type.String({ description: 'ISO 4217 code.', examples: ['EUR'] });

const invoiceFacts = {
  invoiceId: Type.String({
    format: 'uuid',
    description: 'ID of the document.',
    examples: ['019a85d2-9b10-7c55-8e21-3f7a90c4d6b9'],
  }),
  number: Type.String({ description: 'Its number.', examples: ['INV-2026-000042'] }),
  issuedOn: Type.String({
    format: 'date',
    description: 'Day of issue, in the time zone of the platform.',
    examples: ['2026-11-16'],
  }),
  paymentId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'The payment. Null for a bank transfer.',
    examples: ['019a85d2-9b10-7c55-8e21-3f7a90c4d6b8'],
  }),
  currency,
  gross: amount('Total, with VAT.', '121.0000'),
  vat: amount('VAT in the total.', '21.0000'),
};

const fapiaoFacts = {
  fapiaoRequestId: Type.String({
    format: 'uuid',
    description: 'ID of the request for the fapiao.',
    examples: ['019a85d2-9b10-7c55-8e21-3f7a90c4d6ba'],
  }),
  amount: amount('What was requested, in CNY.', '500.0000'),
};

/** The data of each event type, besides the fields that all events have. */
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
      description: "The provider's ID of the check. Empty if it has none.",
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
    productCode: Type.Enum([...calledProducts], {
      type: 'string',
      description: 'Product of the call.',
      examples: ['sms_code'],
    }),
    state: Type.Enum(['done', 'released'], {
      type: 'string',
      description: '`done`: the call was carried out. `released`: it was not, and is free.',
      examples: ['done'],
    }),
    reason: Reason,
    charged: amount('Final charge; 0 if the call was released.'),
  }),
  'verification.approved': Type.Object({
    ...verificationEnded,
    charged: amount('What was charged for the approval, besides its messages.', '0.0000'),
  }),
  'verification.failed': Type.Object(verificationEnded),
  'verification.expired': Type.Object(verificationEnded),
  'topup.succeeded': Type.Object({
    ...paymentFacts,
    isLate: Type.Boolean({
      description: 'It was paid after it had been called failed or expired.',
      examples: [false],
    }),
  }),
  'topup.failed': Type.Object({
    ...paymentFacts,
    state: Type.Enum(['failed', 'expired'], {
      type: 'string',
      description: 'Money that arrives after all is credited, with another event.',
      examples: ['expired'],
    }),
  }),
  'topup.refunded': Type.Object({
    ...paymentFacts,
    refunded: amount('What left the wallet this time.', '100.0000'),
    because: Type.Enum(['refund', 'taken_back'], {
      type: 'string',
      description:
        "`refund`: the operator paid it back. `taken_back`: it was paid back at the provider, or the payer's bank took it back.",
      examples: ['refund'],
    }),
  }),
  'invoice.issued': Type.Object(invoiceFacts),
  'invoice.credited': Type.Object({
    ...invoiceFacts,
    number: Type.String({
      description: 'Number of the credit note.',
      examples: ['CN-2026-000007'],
    }),
    corrects: Type.String({
      description: 'Number of the invoice of which it takes something back.',
      examples: ['INV-2026-000042'],
    }),
  }),
  'fapiao.issued': Type.Object({
    ...fapiaoFacts,
    fapiaoNumber: Type.String({
      description: 'Number of the fapiao.',
      examples: ['26312000000012345678'],
    }),
    issuedOn: Type.String({
      format: 'date',
      description: 'Day on which the fapiao was issued.',
      examples: ['2026-11-16'],
    }),
  }),
  'fapiao.refused': Type.Object(fapiaoFacts),
  'balance.low': Type.Object({
    available: Type.String({
      pattern: '^-?(0|[1-9][0-9]{0,14})\\.[0-9]{4}$',
      description: 'Money that can be spent. Negative while a credit limit is in use.',
      examples: ['99.9500'],
    }),
    threshold: amount(
      'The event is sent when the available balance falls below this amount.',
      '100.0000',
    ),
  }),
  'key.expiring': Type.Object({ ...key, expiresAt: moment('When the key expires.') }),
  'key.revoked': Type.Object({ ...key, revokedAt: moment('When the key was revoked.') }),
  'endpoint.disabled': Type.Object({
    endpointId,
    url: Type.String({
      description: 'URL of the endpoint.',
      examples: ['https://example.com/countersign'],
    }),
    because: Type.Enum([...disabledReasons], {
      type: 'string',
      description: '`failing`: every delivery failed for five days. `gone`: it returned 410 Gone.',
      examples: ['failing'],
    }),
  }),
  'endpoint.test': Type.Object({ endpointId }),
} as const satisfies Record<EventType, Type.TObject>;

type EventData<Name extends EventType = EventType> = Type.Static<(typeof eventData)[Name]>;

/** A one-line title of each event type, in both languages. */
export const eventTitles: Readonly<Record<EventType, { en: string; zh: string }>> = {
  'face.finished': {
    en: 'A face check has a result.',
    zh: '人脸核验已有结果。',
  },
  'face.withdrawn': {
    en: 'A person withdrew their consent. Erase your data about the check.',
    zh: '用户撤回了授权，请删除您保存的该次核验数据。',
  },
  'sms.delivered': { en: 'A message was delivered.', zh: '短信已送达。' },
  'sms.failed': {
    en: 'A message was not delivered, or its delivery cannot be confirmed.',
    zh: '短信未送达，或无法确认是否送达。',
  },
  'call.resolved': {
    en: 'A call that returned 504 has its outcome, or a free call turned out to be carried out and was charged.',
    zh: '返回 504 的调用已有结果，或未计费的调用经查实已执行并补计费。',
  },
  'verification.approved': { en: 'A code was approved.', zh: '验证码正确，验证成功。' },
  'verification.failed': {
    en: 'A verification is over after five wrong codes.',
    zh: '验证码连续输错五次，验证已结束。',
  },
  'verification.expired': {
    en: 'A verification expired before its code was approved.',
    zh: '验证已过期，验证码未通过校验。',
  },
  'topup.succeeded': {
    en: 'A payment was credited to the wallet.',
    zh: '支付成功，已充值到钱包。',
  },
  'topup.failed': { en: 'A payment failed or expired.', zh: '支付失败或已过期。' },
  'topup.refunded': {
    en: 'A payment was paid back or taken back, and the money left the wallet.',
    zh: '支付已退回或被收回，相应金额已从钱包扣除。',
  },
  'invoice.issued': { en: 'An invoice was issued.', zh: '账单已开具。' },
  'invoice.credited': {
    en: 'A credit note was issued for money that was paid back.',
    zh: '已就退回的款项开具贷记单。',
  },
  'fapiao.issued': { en: 'A requested fapiao was issued.', zh: '申请的发票已开具。' },
  'fapiao.refused': { en: 'A request for a fapiao was refused.', zh: '发票申请未通过。' },
  'balance.low': {
    en: 'The available balance fell below the alert threshold of the wallet.',
    zh: '可用余额低于预警值。',
  },
  'key.expiring': { en: 'A key expires in seven days.', zh: '密钥将在七天后到期。' },
  'key.revoked': { en: 'A key was revoked.', zh: '密钥已吊销。' },
  'endpoint.disabled': {
    en: "The platform turned an endpoint off. The account's other endpoints are notified.",
    zh: '平台停用了账户的一个推送地址，并通知其余推送地址。',
  },
  'endpoint.test': {
    en: 'A test event, sent on request.',
    zh: '推送地址的测试事件。',
  },
};

/** An example event, made from the examples of its fields. */
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
        description:
          'Event ID, also sent as the `webhook-id` header. A repeated delivery has the same ID.',
        examples: [example.id],
      }),
      type: Type.Literal(type, { type: 'string', description: 'Event type.' }),
      timestamp: moment('When it happened.'),
      mode: Type.Enum([...modes], {
        type: 'string',
        description: 'The mode in which it happened.',
        examples: ['test'],
      }),
      sequence: Type.Integer({
        minimum: 1,
        description:
          'Position among the events of one call, check, verification, wallet, key or endpoint, ' +
          'in the order in which they happened. Deliveries may arrive out of order.',
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

/** The model of `face.finished` is `FaceFinishedEvent`. */
export function eventModelName<Name extends EventType>(type: Name): EventModelName<Name> {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event` as EventModelName<Name>;
}

type EventModelName<Name extends EventType> = Name extends `${infer Thing}.${infer Past}`
  ? `${Capitalize<Thing>}${Capitalize<Past>}Event`
  : never;

type Exampled = Type.TSchema & { examples?: readonly unknown[] };

/** The first example of each field. */
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
  VerificationApprovedEvent: eventOf('verification.approved'),
  VerificationFailedEvent: eventOf('verification.failed'),
  VerificationExpiredEvent: eventOf('verification.expired'),
  TopupSucceededEvent: eventOf('topup.succeeded'),
  TopupFailedEvent: eventOf('topup.failed'),
  TopupRefundedEvent: eventOf('topup.refunded'),
  InvoiceIssuedEvent: eventOf('invoice.issued'),
  InvoiceCreditedEvent: eventOf('invoice.credited'),
  FapiaoIssuedEvent: eventOf('fapiao.issued'),
  FapiaoRefusedEvent: eventOf('fapiao.refused'),
  BalanceLowEvent: eventOf('balance.low'),
  KeyExpiringEvent: eventOf('key.expiring'),
  KeyRevokedEvent: eventOf('key.revoked'),
  EndpointDisabledEvent: eventOf('endpoint.disabled'),
  EndpointTestEvent: eventOf('endpoint.test'),
} as const satisfies Record<EventModelName<EventType>, Type.TObject>;
