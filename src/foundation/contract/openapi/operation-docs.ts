import type { Operation } from '../products.ts';
import { exampleAuthToken, exampleAuthUrl, exampleTaskId } from '../wire/face.ts';
import { checkText, successText } from '../wire/messages.ts';
import {
  exampleFreeReply,
  exampleReply,
  exampleRequestId,
  type OperationDocs,
} from './operation-example.ts';
import { webhookDocs } from './webhook-docs.ts';

const requestId = exampleRequestId;
const authToken = exampleAuthToken;

export const operationDocs: Readonly<Record<Operation, OperationDocs>> = {
  face_verify: {
    summary: 'Get an authentication link',
    request: 'FaceVerifyRequest',
    envelope: 'FaceVerifyEnvelope',
    requestExample: {
      name: '张三',
      cardNo: '11010519491231002X',
      redirectUrl: 'https://example.com/done',
    },
    replyExample: exampleReply(successText('face_verify', 'en'), 'default', 10_000n, {
      productCode: 'face_verify',
      providerCode: 'sandbox',
      authToken,
      authUrl: exampleAuthUrl,
    }),
  },
  face_recheck: {
    summary: 'Query the result (recheck)',
    request: 'FaceRecheckRequest',
    envelope: 'FaceRecheckEnvelope',
    requestExample: { authToken },
    replyExample: exampleReply(checkText(1, null, 'en'), 'recheck_free', 0n, {
      providerCode: 'sandbox',
      taskId: exampleTaskId,
      status: 1,
      authToken,
    }),
  },
  sms_code: {
    summary: 'Send a verification code',
    request: 'SmsCodeRequest',
    envelope: 'SmsCodeEnvelope',
    requestExample: { mobile: '13800000000', code: '482913' },
    replyExample: exampleReply(successText('sms_code', 'en'), 'default', 500n, {
      productCode: 'sms_code',
      mobile: '13800000000',
      templateId: 'CODE_DEFAULT',
    }),
  },
  sms_notice: {
    summary: 'Send a notification',
    request: 'SmsNoticeRequest',
    envelope: 'SmsNoticeEnvelope',
    requestExample: {
      mobile: '13800000000',
      content: 'Your parcel is at the front desk.',
      orderNo: 'A-1042',
    },
    replyExample: exampleReply(successText('sms_notice', 'en'), 'default', 500n, {
      productCode: 'sms_notice',
      mobile: '13800000000',
      templateId: 'NOTICE_DEFAULT',
    }),
  },
  sms_status: {
    summary: 'Query the status of a message',
    request: 'SmsStatusRequest',
    envelope: 'SmsStatusEnvelope',
    requestExample: { requestId },
    replyExample: exampleFreeReply('sms_status', {
      requestId,
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
    }),
  },
  balance: {
    summary: 'Show the balance',
    request: 'BalanceRequest',
    envelope: 'BalanceEnvelope',
    requestExample: {},
    replyExample: exampleFreeReply('balance', {
      available: '99998.9500',
      held: '0.0500',
      currency: 'CNY',
      mode: 'test',
    }),
  },
  usage: {
    summary: 'Show usage per day',
    request: 'UsageRequest',
    envelope: 'UsageEnvelope',
    requestExample: { from: '2025-11-01', to: '2025-11-15' },
    replyExample: exampleFreeReply('usage', {
      from: '2025-11-01',
      to: '2025-11-15',
      timeZone: 'Asia/Shanghai',
      currency: 'CNY',
      mode: 'test',
      days: [
        { day: '2025-11-15', productCode: 'sms_code', calls: 1, charged: '0.0500', refused: 1 },
      ],
      total: { calls: 1, charged: '0.0500', refused: 1 },
    }),
  },
  ...webhookDocs,
};
