import type Type from 'typebox';
import { BalanceRequest, BalanceResponse, UsageRequest, UsageResponse } from './account.ts';
import { ErrorDetail, ErrorResponse, envelopeOf } from './envelope.ts';
import { eventModels } from './events.ts';
import {
  FaceRecheckRequest,
  FaceRecheckResponse,
  FaceVerifyRequest,
  FaceVerifyResponse,
} from './face.ts';
import {
  GatewaySmsResponse,
  SmsCodeRequest,
  SmsGatewayResponse,
  SmsNoticeRequest,
  SmsStatusRequest,
  SmsStatusResponse,
} from './sms.ts';

const paid = ['default', 'account'] as const;

/** The success reply of each operation, around its data. */
export const envelopes = {
  FaceVerifyEnvelope: envelopeOf('FaceVerifyEnvelope', FaceVerifyResponse, paid),
  FaceRecheckEnvelope: envelopeOf('FaceRecheckEnvelope', FaceRecheckResponse, ['recheck_free']),
  SmsCodeEnvelope: envelopeOf('SmsCodeEnvelope', SmsGatewayResponse, paid),
  SmsNoticeEnvelope: envelopeOf('SmsNoticeEnvelope', GatewaySmsResponse, paid),
  SmsStatusEnvelope: envelopeOf('SmsStatusEnvelope', SmsStatusResponse),
  BalanceEnvelope: envelopeOf('BalanceEnvelope', BalanceResponse),
  UsageEnvelope: envelopeOf('UsageEnvelope', UsageResponse),
} as const;

/** Every model of the contract by its name, as the OpenAPI document shows them. */
export const models = {
  FaceVerifyRequest,
  FaceVerifyResponse,
  FaceRecheckRequest,
  FaceRecheckResponse,
  SmsCodeRequest,
  SmsGatewayResponse,
  SmsNoticeRequest,
  GatewaySmsResponse,
  SmsStatusRequest,
  SmsStatusResponse,
  BalanceRequest,
  BalanceResponse,
  UsageRequest,
  UsageResponse,
  ...envelopes,
  ...eventModels,
  ErrorResponse,
  ErrorDetail,
} as const satisfies Record<string, Type.TSchema>;

export type ModelName = keyof typeof models;
