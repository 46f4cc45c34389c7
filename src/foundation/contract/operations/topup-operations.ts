import {
  findTopupFaults,
  TopupCreateRequest,
  TopupMethodsRequest,
  TopupMethodsResponse,
  TopupResponse,
  TopupStatusRequest,
} from '../wire/topup.ts';
import { exampleRequestId, free, type OperationRow } from './operation-row.ts';

const pending = {
  paymentId: exampleRequestId,
  reference: 'order-1042',
  amount: '100.0000',
  fee: '0.0000',
  currency: 'CNY',
  charged: '100.0000',
  chargedCurrency: 'CNY',
  rate: null,
  rateSetAt: null,
  providerCode: 'sandbox',
  method: 'card',
  state: 'pending',
  payUrl: `http://127.0.0.1:8080/sandbox/pay/${exampleRequestId.replaceAll('-', '').toUpperCase()}?lang=en`,
  qrText: null,
  begunAt: '2025-11-15T01:44:07.120Z',
  expiresAt: '2025-11-15T02:44:07.120Z',
  paidAt: null,
  refunded: '0.0000',
};

export const topupOperations = {
  topup_create: {
    path: 'topup_create',
    product: null,
    scopes: ['payments'],
    priceSources: free,
    request: TopupCreateRequest,
    response: TopupResponse,
    findFaults: findTopupFaults,
    errors: [
      'payment_method_unavailable',
      'payment_not_started',
      'redirect_not_allowed',
      'too_many_payments',
    ],
    message: { en: 'The payment has begun.', zh: '支付已发起。' },
    tag: 'Account',
    summary: 'Begin a payment into the wallet',
    description:
      'Begins a payment and returns the page to send the payer to, or the text of a QR code. The ' +
      'wallet is credited when the provider confirms the payment, whether or not the payer returns: ' +
      'wait for the event `topup.succeeded`, or ask topup_status. With a test key, the page lets you ' +
      'choose the outcome.',
    example: {
      request: {
        amount: '100.00',
        returnUrl: 'https://example.com/wallet',
        reference: 'order-1042',
      },
      data: pending,
    },
  },
  topup_status: {
    path: 'topup_status',
    product: null,
    scopes: ['payments'],
    priceSources: free,
    isQuestion: true,
    request: TopupStatusRequest,
    response: TopupResponse,
    errors: ['payment_unknown'],
    message: { en: 'Payment status.', zh: '支付状态。' },
    tag: 'Account',
    summary: 'Query a payment into the wallet',
    description: 'Returns the state of a payment.',
    example: { request: { paymentId: exampleRequestId }, data: pending },
  },
  topup_methods: {
    path: 'topup_methods',
    product: null,
    scopes: ['payments'],
    priceSources: free,
    isQuestion: true,
    request: TopupMethodsRequest,
    response: TopupMethodsResponse,
    message: { en: 'Ways to pay.', zh: '支付方式。' },
    tag: 'Account',
    summary: 'List the ways to pay into the wallet',
    description:
      'Returns what a page of your own can offer to payers: each provider and method, with the ' +
      'amounts that it takes and its fee. The list is empty if nothing is offered.',
    example: {
      request: {},
      data: {
        methods: [
          {
            ...{ providerCode: 'sandbox', method: 'card', shows: 'page', currency: 'CNY' },
            title: { en: 'Card', zh: '银行卡' },
            ...{ minimum: '0.0100', maximum: '99999999.9900' },
            ...{ feePercent: '0.0000', feeFixed: '0.0000' },
            ...{ chargedCurrency: 'CNY', rate: null, rateSetAt: null },
          },
        ],
      },
    },
  },
} as const satisfies Record<string, OperationRow>;
