import type Type from 'typebox';
import { BalanceRequest, BalanceResponse, UsageRequest, UsageResponse } from '../wire/account.ts';
import { ErrorDetail, ErrorResponse, envelopeOf } from '../wire/envelope.ts';
import { eventModels } from '../wire/events.ts';
import {
  FaceRecheckRequest,
  FaceRecheckResponse,
  FaceVerifyRequest,
  FaceVerifyResponse,
} from '../wire/face.ts';
import {
  GatewaySmsResponse,
  SmsCodeRequest,
  SmsGatewayResponse,
  SmsNoticeRequest,
  SmsStatusRequest,
  SmsStatusResponse,
} from '../wire/sms.ts';

const paid = ['default', 'account'] as const;

import {
  WebhookDelivery,
  WebhookDeliveryListRequest,
  WebhookDeliveryListResponse,
  WebhookEndpoint,
  WebhookEndpointCreateRequest,
  WebhookEndpointCreateResponse,
  WebhookEndpointDeleteRequest,
  WebhookEndpointDeleteResponse,
  WebhookEndpointListRequest,
  WebhookEndpointListResponse,
  WebhookEndpointRollSecretRequest,
  WebhookEndpointRollSecretResponse,
  WebhookEndpointTestRequest,
  WebhookEndpointTestResponse,
  WebhookEndpointUpdateRequest,
  WebhookListenRequest,
  WebhookListenResponse,
  WebhookReplayRequest,
  WebhookReplayResponse,
} from '../wire/webhooks.ts';

/** The success reply of each operation, around its data. */
export const envelopes = {
  FaceVerifyEnvelope: envelopeOf('FaceVerifyEnvelope', FaceVerifyResponse, paid),
  FaceRecheckEnvelope: envelopeOf('FaceRecheckEnvelope', FaceRecheckResponse, ['recheck_free']),
  SmsCodeEnvelope: envelopeOf('SmsCodeEnvelope', SmsGatewayResponse, paid),
  SmsNoticeEnvelope: envelopeOf('SmsNoticeEnvelope', GatewaySmsResponse, paid),
  SmsStatusEnvelope: envelopeOf('SmsStatusEnvelope', SmsStatusResponse),
  BalanceEnvelope: envelopeOf('BalanceEnvelope', BalanceResponse),
  UsageEnvelope: envelopeOf('UsageEnvelope', UsageResponse),
  WebhookEndpointCreateEnvelope: envelopeOf(
    'WebhookEndpointCreateEnvelope',
    WebhookEndpointCreateResponse,
  ),
  WebhookEndpointListEnvelope: envelopeOf(
    'WebhookEndpointListEnvelope',
    WebhookEndpointListResponse,
  ),
  WebhookEndpointUpdateEnvelope: envelopeOf('WebhookEndpointUpdateEnvelope', WebhookEndpoint),
  WebhookEndpointDeleteEnvelope: envelopeOf(
    'WebhookEndpointDeleteEnvelope',
    WebhookEndpointDeleteResponse,
  ),
  WebhookEndpointRollSecretEnvelope: envelopeOf(
    'WebhookEndpointRollSecretEnvelope',
    WebhookEndpointRollSecretResponse,
  ),
  WebhookEndpointTestEnvelope: envelopeOf(
    'WebhookEndpointTestEnvelope',
    WebhookEndpointTestResponse,
  ),
  WebhookDeliveryListEnvelope: envelopeOf(
    'WebhookDeliveryListEnvelope',
    WebhookDeliveryListResponse,
  ),
  WebhookReplayEnvelope: envelopeOf('WebhookReplayEnvelope', WebhookReplayResponse),
  WebhookListenEnvelope: envelopeOf('WebhookListenEnvelope', WebhookListenResponse),
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
  WebhookEndpointCreateRequest,
  WebhookEndpointCreateResponse,
  WebhookEndpointListRequest,
  WebhookEndpointListResponse,
  WebhookEndpointUpdateRequest,
  WebhookEndpointDeleteRequest,
  WebhookEndpointDeleteResponse,
  WebhookEndpointRollSecretRequest,
  WebhookEndpointRollSecretResponse,
  WebhookEndpointTestRequest,
  WebhookEndpointTestResponse,
  WebhookDeliveryListRequest,
  WebhookDeliveryListResponse,
  WebhookReplayRequest,
  WebhookReplayResponse,
  WebhookListenRequest,
  WebhookListenResponse,
  WebhookEndpoint,
  WebhookDelivery,
  ...envelopes,
  ...eventModels,
  ErrorResponse,
  ErrorDetail,
} as const satisfies Record<string, Type.TSchema>;

export type ModelName = keyof typeof models;
