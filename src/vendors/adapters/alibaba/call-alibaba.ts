import { randomUUID } from 'node:crypto';
import type { Failure } from '../../providers/provider.ts';
import {
  failureByCode,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import type { CodeMeaning, Tools } from '../../providers/vendor.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';
import { type AccessKey, acs3Headers, acs3Query } from './acs3-signature.ts';

/** An operation of an Alibaba Cloud product. */
export interface AlibabaCall {
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  /** Parameters that the vendor expects in the body. */
  form?: Readonly<Record<string, string>>;
}

/** A response with the code of the product, or of the gateway in front of it. */
export interface AlibabaAnswer {
  code: string;
  message: string;
  body: unknown;
}

/** The settings that all Alibaba Cloud products share. */
export function alibabaSettings(endpoint: string) {
  return {
    accessKeyId: text({
      title: { en: 'AccessKey ID', zh: 'AccessKey ID' },
      help: {
        en: 'Use a RAM user that is allowed only this product.',
        zh: '请使用仅授权该产品的 RAM 用户的 AccessKey。',
      },
    }),
    accessKeySecret: secret({ title: { en: 'AccessKey Secret', zh: 'AccessKey Secret' } }),
    endpoint: address({ title: { en: 'Address', zh: '接口地址' }, default: endpoint }),
  };
}

/**
 * Gateway refusals before the product sees the request. A used nonce is not listed: this same request may have
 * reached the vendor before, if the connection sent it twice.
 */
export const gatewayCodes: Readonly<Record<string, CodeMeaning>> = {
  SignatureDoesNotMatch: ['unavailable', 'provider_setup'],
  IncompleteSignature: ['unavailable', 'provider_setup'],
  'InvalidAccessKeyId.NotFound': ['unavailable', 'provider_setup'],
  'InvalidAccessKeyId.Inactive': ['unavailable', 'provider_setup'],
  MissingAccessKeyId: ['unavailable', 'provider_setup'],
  MissingParameter: ['unavailable', 'provider_setup'],
  'InvalidTimeStamp.Expired': ['unavailable', 'provider_setup'],
  'InvalidTimeStamp.Format': ['unavailable', 'provider_setup'],
  InvalidVersion: ['unavailable', 'provider_setup'],
  'InvalidAction.NotFound': ['unavailable', 'provider_setup'],
  Forbidden: ['unavailable', 'provider_setup'],
  'Forbidden.RAM': ['unavailable', 'provider_setup'],
  'Forbidden.RiskControl': ['unavailable', 'provider_setup'],
  'Forbidden.UserVerification': ['unavailable', 'provider_setup'],
  NoPermission: ['unavailable', 'provider_setup'],
  InsufficientBalance: ['unavailable', 'provider_balance'],
  Throttling: ['unavailable', 'provider_limit'],
  'Throttling.User': ['unavailable', 'provider_limit'],
  'Throttling.Api': ['unavailable', 'provider_limit'],
  InternalError: ['unknown', 'provider_fault'],
  ServiceUnavailable: ['unknown', 'provider_fault'],
};

/**
 * Sends one signed request. A gateway error has a status other than 200 and a code. Another status without a
 * code, or with the success code, is not from the vendor.
 */
export async function callAlibaba(
  { endpoint, ...key }: AccessKey & { endpoint: string },
  { http, clock }: Tools,
  signal: AbortSignal,
  { action, version, query, form }: AlibabaCall,
  success: string,
): Promise<AlibabaAnswer> {
  const url = `${endpoint}/?${acs3Query(query)}`;
  const body = form ? acs3Query(form) : '';
  const { host } = new URL(url);
  const signed = { host, action, version, query, body, date: clock.now(), nonce: randomUUID() };
  const answer = await http.request({
    method: 'POST',
    url,
    headers: { accept: 'application/json', ...acs3Headers(signed, key) },
    ...(body ? { body } : {}),
    signal,
  });
  const json = readJson(answer);
  const code = textOf(json, 'Code');
  if (answer.status !== 200 && (code === '' || code === success)) {
    throw new UnexpectedResponse(`HTTP ${answer.status} without a code`);
  }
  return { code, message: textOf(json, 'Message'), body: json };
}

/**
 * The failure for a response without success. The gateway has a throttling code for each limit and a missing
 * code for each parameter (MissingPhoneNumbers); it returns all of them before the product sees the request.
 */
export function alibabaFailure(
  codes: Readonly<Record<string, CodeMeaning>>,
  { code, message }: AlibabaAnswer,
): Failure {
  const family = /^(Throttling)\.|^(Missing)[A-Z]/.exec(code);
  const known = family?.[1] ?? (family ? 'MissingParameter' : code);
  return { ...failureByCode(codes, known, message), vendorCode: code };
}
