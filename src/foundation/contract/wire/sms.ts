import Type from 'typebox';
import { type FailureReason, failureReasons } from '../errors/failure-reasons.ts';
import { messageProducts } from '../products.ts';
import { moment, momentOrNull } from '../text/moment.ts';
import { text } from '../text/text.ts';
import { RequestId } from './envelope.ts';

/** The states of a message, from accepted to final. A final state is never overwritten. */
export const messageStates = [
  'accepted',
  'sent',
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'unknown',
] as const;
export type MessageState = (typeof messageStates)[number];

export const Mobile = text('noControl', {
  minLength: 1,
  maxLength: 64,
  description:
    "The recipient's mobile number: with its country code, such as +8613800000000, or in the " +
    "national form of the platform's region. It must be a valid mobile number in ASCII digits; " +
    'spaces, hyphens, dots and brackets are allowed. Limits apply to the number, however it is ' +
    'written. Returned as sent.',
  examples: ['13800000000'],
});

export const SmsCodeRequest = Type.Object(
  {
    mobile: Mobile,
    code: text('visible', {
      minLength: 1,
      maxLength: 32,
      description:
        'The verification code to send: no white space, control characters or invisible ' +
        'characters. A string, so that leading zeros are kept.',
      examples: ['482913'],
    }),
  },
  { title: 'SmsCodeRequest', description: 'Sends a verification code.' },
);
export type SmsCodeRequest = Type.Static<typeof SmsCodeRequest>;

export const TemplateVariable = Type.Union([text('lines', { maxLength: 500 }), Type.Number()], {
  title: 'TemplateVariable',
  description: 'The value of a template variable: a string of at most 500 characters, or a number.',
  examples: ['A-1042'],
});

export const SmsNoticeRequest = Type.Object(
  {
    mobile: Mobile,
    content: text('lines', {
      minLength: 1,
      maxLength: 500,
      description: 'The text of the notice. Tabs and line breaks are allowed.',
      examples: ['Your parcel is at the front desk.'],
    }),
  },
  {
    title: 'SmsNoticeRequest',
    description:
      'Sends a notice. Every other field is a template variable: a string of at most 500 ' +
      'characters, or a number. Fields that the template does not use are ignored; variables ' +
      'that it needs are required.',
    // An additional field that is neither text nor number is no variable and is ignored like any unknown field.
    // The fields that the template uses are validated once the template is known.
    additionalProperties: true,
  },
);
export type SmsNoticeRequest = Type.Static<typeof SmsNoticeRequest> &
  Record<string, string | number>;

/** Names that every object inherits; no template may use them. */
const reservedNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a notice field with this name is a template variable. */
export function isVariableName(name: string): boolean {
  return name !== 'mobile' && !reservedNames.has(name);
}

/** The variables for a template: the content and every additional field, as texts. */
export function templateVariables(body: Readonly<Record<string, unknown>>): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [name, value] of Object.entries(body)) {
    if (!isVariableName(name)) continue;
    if (typeof value === 'string' || typeof value === 'number') variables.set(name, String(value));
  }
  return variables;
}

const sentMessage = {
  mobile: Type.String({ description: 'The number as you sent it.', examples: ['13800000000'] }),
  templateId: Type.String({
    description: 'ID of the template used. The platform selects the template.',
    examples: ['CODE_DEFAULT'],
  }),
};

export const SmsGatewayResponse = Type.Object(
  {
    productCode: Type.Literal('sms_code', { description: 'The product.' }),
    ...sentMessage,
  },
  { title: 'SmsGatewayResponse', description: 'An accepted verification code.' },
);
export type SmsGatewayResponse = Type.Static<typeof SmsGatewayResponse>;

export const GatewaySmsResponse = Type.Object(
  {
    productCode: Type.Literal('sms_notice', { description: 'The product.' }),
    ...sentMessage,
  },
  { title: 'GatewaySmsResponse', description: 'An accepted notice.' },
);
export type GatewaySmsResponse = Type.Static<typeof GatewaySmsResponse>;

export const SmsStatusRequest = Type.Object(
  { requestId: RequestId },
  {
    title: 'SmsStatusRequest',
    description:
      'Queries the status of a message by the requestId of the response that accepted it.',
  },
);
export type SmsStatusRequest = Type.Static<typeof SmsStatusRequest>;

export const SmsStatusResponse = Type.Object(
  {
    requestId: RequestId,
    productCode: Type.Enum([...messageProducts], {
      type: 'string',
      description: 'Product of the message.',
      examples: ['sms_code'],
    }),
    mobile: Type.Optional(
      Type.String({
        description: 'The number as you sent it. Omitted when the number is past its retention.',
        examples: ['13800000000'],
      }),
    ),
    templateId: sentMessage.templateId,
    providerCode: Type.String({
      description: 'The provider that carries the message. Empty until a provider is called.',
      examples: ['sandbox'],
    }),
    state: Type.Enum(messageStates, {
      type: 'string',
      description:
        'accepted, then sent, then a final state: delivered, undelivered, expired, rejected, or ' +
        'unknown if no receipt arrived within 72 hours.',
      examples: ['delivered'],
    }),
    reason: Type.Union(
      [Type.Enum(Object.keys(failureReasons) as FailureReason[], { type: 'string' }), Type.Null()],
      {
        description: 'Why the message was not delivered, or null. `message` says it in words.',
        examples: [null],
      },
    ),
    parts: Type.Integer({
      minimum: 0,
      description: 'Number of SMS segments; 0 until it is known.',
      examples: [1],
    }),
    acceptedAt: moment('When the call was accepted.', '2025-11-15T01:44:07.120Z'),
    sentAt: momentOrNull(
      'When a provider accepted the message, or null.',
      '2025-11-15T01:44:07.310Z',
    ),
    finishedAt: momentOrNull(
      'When the message reached its final state, or null.',
      '2025-11-15T01:44:09.002Z',
    ),
  },
  { title: 'SmsStatusResponse', description: 'The status of a message.' },
);
export type SmsStatusResponse = Type.Static<typeof SmsStatusResponse>;
