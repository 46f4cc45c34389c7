import { messageProducts } from '../products.ts';
import {
  GatewaySmsResponse,
  SmsCodeRequest,
  SmsGatewayResponse,
  SmsNoticeRequest,
  SmsStatusRequest,
  SmsStatusResponse,
} from '../wire/sms.ts';
import { exampleRequestId, free, type OperationRow, paid } from './operation-row.ts';

export const smsOperations = {
  sms_code: {
    path: 'sms_code',
    product: 'sms_code',
    scopes: ['sms_code'],
    priceSources: paid,
    request: SmsCodeRequest,
    response: SmsGatewayResponse,
    errors: ['duplicate_code'],
    message: { en: 'The verification code was accepted for sending.', zh: '验证码短信已受理。' },
    tag: 'SMS',
    summary: 'Send a verification code',
    description:
      'Sends a code to a number, using the template that the platform assigned. By default, live ' +
      'calls are limited per number to 1 per minute, 5 per hour and 10 per day.',
    example: {
      request: { mobile: '13800000000', code: '482913' },
      data: {
        productCode: 'sms_code',
        mobile: '13800000000',
        templateId: 'CODE_DEFAULT',
      },
      unitPrice: 500n,
    },
  },
  sms_notice: {
    path: 'sms_notice',
    product: 'sms_notice',
    scopes: ['sms_notice'],
    priceSources: paid,
    request: SmsNoticeRequest,
    response: GatewaySmsResponse,
    message: { en: 'The notice was accepted for sending.', zh: '通知短信已受理。' },
    tag: 'SMS',
    summary: 'Send a notice',
    description:
      'Sends a notice to a number, using the template that the platform assigned. Every ' +
      'field except `mobile` and `content` is a template variable. By default, live calls are ' +
      'limited to 50 per day and number.',
    example: {
      request: {
        mobile: '13800000000',
        content: 'Your parcel is at the front desk.',
        orderNo: 'A-1042',
      },
      data: {
        productCode: 'sms_notice',
        mobile: '13800000000',
        templateId: 'NOTICE_DEFAULT',
      },
      unitPrice: 500n,
    },
  },
  sms_status: {
    path: 'sms_status',
    product: null,
    scopes: messageProducts,
    priceSources: free,
    isQuestion: true,
    isNarrowedByScope: true,
    request: SmsStatusRequest,
    response: SmsStatusResponse,
    errors: ['request_unknown'],
    message: { en: 'Message status.', zh: '短信状态。' },
    tag: 'SMS',
    summary: 'Query the status of a message',
    description:
      'Takes the `requestId` of the response that accepted the message, or of a 504, and returns ' +
      'its state, timestamps and number of segments.',
    example: {
      request: { requestId: exampleRequestId },
      data: {
        requestId: exampleRequestId,
        productCode: 'sms_code',
        mobile: '13800000000',
        templateId: 'CODE_DEFAULT',
        providerCode: 'sandbox',
        state: 'delivered',
        reason: null,
        parts: 1,
        acceptedAt: '2025-11-15T01:44:07.120Z',
        sentAt: '2025-11-15T01:44:07.310Z',
        finishedAt: '2025-11-15T01:44:09.002Z',
      },
    },
  },
} as const satisfies Record<string, OperationRow>;
