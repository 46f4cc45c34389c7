import Type from 'typebox';
import type { Detail } from '../errors/errors.ts';
import { payingApps } from '../paying-apps.ts';
import { moment, momentOrNull } from '../text/moment.ts';
import { problems } from '../text/problems.ts';
import { longestRedirectUrl, redirectUrlProblem } from '../text/redirect-url.ts';
import { text } from '../text/text.ts';
import { amount } from './envelope.ts';

const exampleId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';

export const PaymentId = Type.String({
  format: 'uuid',
  description: 'The payment, as returned by topup_create.',
  examples: [exampleId],
});

/** A hundred million: no price and no payment is larger. */
const payable = '^(0|[1-9][0-9]{0,7})(\\.[0-9]{1,4})?$';

const ProviderCode = (description: string) =>
  Type.String({ pattern: '^[a-z0-9-]{1,64}$', description, examples: ['sandbox'] });
const Method = (description: string) =>
  Type.String({ pattern: '^[a-z0-9_-]{1,64}$', description, examples: ['card'] });

export const TopupCreateRequest = Type.Object(
  {
    amount: Type.String({
      pattern: payable,
      description:
        "What the wallet gets, in the currency of the platform: a multiple of the currency's " +
        'smallest unit, greater than 0.',
      examples: ['100.00'],
    }),
    returnUrl: Type.Refine(
      Type.String({
        minLength: 1,
        maxLength: longestRedirectUrl,
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?:',
        description: 'The http or https page to which the payer returns, paid or not.',
        examples: ['https://example.com/wallet'],
      }),
      (value: string) => redirectUrlProblem(value) === undefined,
      (value: string) => redirectUrlProblem(value)?.en ?? '',
    ),
    provider: Type.Optional(ProviderCode('The provider to pay through. Default: the first one.')),
    method: Type.Optional(
      Method('How to pay, by a code of the provider. Default: its first method.'),
    ),
    reference: Type.Optional(
      text('visible', {
        minLength: 1,
        maxLength: 64,
        description:
          'Your own ID, repeated by topup_status and the events. Do not put personal data here.',
        examples: ['order-1042'],
      }),
    ),
  },
  { title: 'TopupCreateRequest', description: 'Begins a payment into the wallet of the key.' },
);
export type TopupCreateRequest = Type.Static<typeof TopupCreateRequest>;

export function findTopupFaults({ amount: asked }: TopupCreateRequest): readonly Detail[] {
  return /[1-9]/.test(asked) ? [] : [{ field: 'amount', problem: problems.wrong_form }];
}

export const TopupStatusRequest = Type.Object(
  { paymentId: PaymentId },
  { title: 'TopupStatusRequest', description: 'Names a payment.' },
);
export type TopupStatusRequest = Type.Static<typeof TopupStatusRequest>;

export const TopupMethodsRequest = Type.Object(
  {},
  { title: 'TopupMethodsRequest', description: 'No fields. Send an empty object.' },
);
export type TopupMethodsRequest = Type.Static<typeof TopupMethodsRequest>;

const textOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

/** A method may charge another currency. Without a rate it is the wallet's. */
const conversion = {
  chargedCurrency: Type.String({
    description: 'The currency in which the payer is charged.',
    examples: ['CNY'],
  }),
  rate: textOrNull(
    'What one unit of `currency` is in `chargedCurrency`. Null if they are the same.',
    null,
  ),
  rateSetAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the operator set the rate. Null without one.',
    examples: [null],
  }),
};

const TopupMethod = Type.Object(
  {
    providerCode: ProviderCode('Send it as `provider` to topup_create.'),
    method: Method('Send it as `method` to topup_create.'),
    title: Type.Object(
      {
        en: Type.String({ examples: ['Card'] }),
        zh: Type.String({ examples: ['银行卡'] }),
      },
      { description: 'Its name for payers.' },
    ),
    shows: Type.Enum(['page', 'qr'], {
      type: 'string',
      description: '`page`: topup_create returns `payUrl`. `qr`: it returns `qrText`.',
      examples: ['page'],
    }),
    app: Type.Optional(
      Type.Enum([...payingApps], {
        type: 'string',
        description:
          'The method works only in the browser of this app, `wechat` for WeChat on a phone: offer it to ' +
          'payers whose User-Agent has `MicroMessenger`, and no QR code of the same provider. Missing for a ' +
          'method that works in every browser.',
      }),
    ),
    currency: Type.String({ description: 'The currency of the amounts.', examples: ['CNY'] }),
    ...conversion,
    minimum: amount('The smallest amount that the wallet can get at once.', '0.0100'),
    maximum: amount('The largest amount that the wallet can get at once.', '99999999.9900'),
    feePercent: amount(
      'What the payer pays beyond the amount, in percent of it. Fees are rounded up to the ' +
        "currency's smallest unit.",
      '0.0000',
    ),
    feeFixed: amount('What the payer pays beyond the amount and the percentage.', '0.0000'),
  },
  { description: 'A way to pay into the wallet.' },
);

export const TopupMethodsResponse = Type.Object(
  {
    methods: Type.Array(TopupMethod, {
      description: 'The ways to pay. The first is the default of topup_create.',
    }),
  },
  { title: 'TopupMethodsResponse', description: 'The ways to pay into the wallet of the key.' },
);
export type TopupMethodsResponse = Type.Static<typeof TopupMethodsResponse>;

/** What every event and response says of a payment. */
export const paymentFacts = {
  paymentId: PaymentId,
  reference: Type.String({ description: 'Your own reference.', examples: ['order-1042'] }),
  amount: amount('What the wallet gets.', '100.0000'),
  fee: amount('What the payer pays beyond it.', '0.0000'),
  currency: Type.String({
    description: 'The currency of all amounts but `charged`.',
    examples: ['CNY'],
  }),
  charged: amount('What the payer pays in all, in `chargedCurrency`.', '100.0000'),
  ...conversion,
  providerCode: ProviderCode('The provider that the payer pays through.'),
  method: Method('How the payer pays.'),
};

export const TopupResponse = Type.Object(
  {
    ...paymentFacts,
    state: Type.Enum(['pending', 'paid', 'failed', 'expired', 'mismatched', 'ignored'], {
      type: 'string',
      description:
        '`pending`: it can still be paid. `paid`: the wallet has the money. `failed`, `expired`: it ' +
        'was not paid; money that arrives after all is credited. `mismatched`: what was paid differs ' +
        'from what was asked for, and the operator looks at it. `ignored`: the operator decided not ' +
        'to credit it.',
      examples: ['pending'],
    }),
    payUrl: textOrNull(
      'The page to send the payer to. Null if the method shows a QR code, or it cannot be paid.',
      'https://pay.example.com/c/1',
    ),
    qrText: textOrNull(
      'The text of the QR code to show. Null if the method has a page, or it cannot be paid.',
      null,
    ),
    begunAt: moment('When it began.'),
    expiresAt: moment('Until when it can be paid.', '2026-11-16T06:00:00.000Z'),
    paidAt: momentOrNull('When it was paid, or null.'),
    refunded: amount('What was paid back or taken back.', '0.0000'),
  },
  { title: 'TopupResponse', description: 'A payment into the wallet.' },
);
export type TopupResponse = Type.Static<typeof TopupResponse>;
