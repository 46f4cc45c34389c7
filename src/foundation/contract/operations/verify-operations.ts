import { verifyProducts } from '../products.ts';
import {
  findCheckFaults,
  findStartFaults,
  VerificationRequest,
  VerificationResponse,
  VerifyCheckRequest,
  VerifyCheckResponse,
  VerifyStartRequest,
  VerifyStartResponse,
} from '../wire/verify.ts';
import { exampleRequestId, free, type OperationRow, paid } from './operation-row.ts';

const pending = {
  verificationId: exampleRequestId,
  state: 'pending',
  purpose: 'sign-in',
  reference: 'login-1042',
  messages: 1,
  attemptsLeft: 5,
  startedAt: '2025-11-15T01:44:07.120Z',
  expiresAt: '2025-11-15T01:54:07.120Z',
  endedAt: null,
  approvalPrice: '0.0000',
  approvalCharged: '0.0000',
};

export const verifyOperations = {
  verify_start: {
    path: 'verify_start',
    product: 'verify_start',
    scopes: verifyProducts,
    priceSources: paid,
    request: VerifyStartRequest,
    response: VerifyStartResponse,
    findFaults: findStartFaults,
    explain: findStartFaults,
    errors: ['verification_too_soon'],
    message: { en: 'The code was accepted for sending.', zh: '验证码已受理。' },
    tag: 'Verify',
    summary: 'Send a code that the platform makes',
    description:
      'Makes a code and sends it. While the verification is open, a second call for the same ' +
      'recipient and purpose sends a new code for the same verification, after 30 seconds, then ' +
      '60, 120 and 240; a recipient gets at most 5 codes for a purpose in 15 minutes. SMS and ' +
      'voice reach the same number, so the second code can be spoken: the limits count both. The ' +
      'newest code is valid.',
    example: {
      request: { mobile: '13800000000', purpose: 'sign-in' },
      data: {
        productCode: 'verify_start',
        verificationId: exampleRequestId,
        mobile: '+86138****0000',
        channel: 'sms',
        expiresAt: '2025-11-15T01:54:07.120Z',
        resendAfter: '2025-11-15T01:44:37.120Z',
      },
      unitPrice: 500n,
    },
  },
  verify_check: {
    path: 'verify_check',
    product: null,
    scopes: verifyProducts,
    priceSources: free,
    request: VerifyCheckRequest,
    response: VerifyCheckResponse,
    findFaults: findCheckFaults,
    message: { en: 'The code was checked.', zh: '验证码已校验。' },
    tag: 'Verify',
    summary: 'Check a code',
    description:
      'Checks the code that a person entered. A verification takes at most 5 guesses and is ' +
      'approved at most once. Each guess is counted before the response is sent. Read `result`: ' +
      'a wrong code is a response with status 201 too.',
    example: {
      request: { verificationId: exampleRequestId, code: '482913' },
      data: { result: 'approved', verificationId: exampleRequestId, attemptsLeft: 0 },
    },
  },
  verify_cancel: {
    path: 'verify_cancel',
    product: null,
    scopes: verifyProducts,
    priceSources: free,
    request: VerificationRequest,
    response: VerificationResponse,
    errors: ['verification_unknown'],
    message: { en: 'The verification is over.', zh: '验证已结束。' },
    tag: 'Verify',
    summary: 'Cancel a verification',
    description: 'Makes the code invalid. A verification that has already ended keeps its state.',
    example: {
      request: { verificationId: exampleRequestId },
      data: {
        ...pending,
        state: 'cancelled',
        attemptsLeft: 0,
        endedAt: '2025-11-15T01:45:00.000Z',
      },
    },
  },
  verify_status: {
    path: 'verify_status',
    product: null,
    scopes: verifyProducts,
    priceSources: free,
    isQuestion: true,
    request: VerificationRequest,
    response: VerificationResponse,
    errors: ['verification_unknown'],
    message: { en: 'Verification status.', zh: '验证状态。' },
    tag: 'Verify',
    summary: 'Query a verification',
    description: 'Returns the state of a verification, without its code or number.',
    example: { request: { verificationId: exampleRequestId }, data: pending },
  },
} as const satisfies Record<string, OperationRow>;
