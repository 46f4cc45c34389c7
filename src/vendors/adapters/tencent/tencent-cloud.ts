import { fieldOf, readJson, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { CodeMeaning, Tools } from '../../providers/vendor.ts';
import { secret, text } from '../../providers/vendor-setting.ts';
import { tc3Authorization } from './tc3-signature.ts';

/** The settings that all Tencent Cloud services share. */
export const tencentKeys = {
  secretId: text({
    title: { en: 'SecretId', zh: 'SecretId' },
    help: {
      en: 'See API keys under Access Management; use a dedicated sub-user.',
      zh: '在访问管理的 API 密钥页面查看，建议使用单独的子用户。',
    },
  }),
  secretKey: secret({ title: { en: 'SecretKey', zh: 'SecretKey' } }),
};

/** The codes of the shared gateway. A request that it refuses never reached the service. */
export const tencentCodes: Readonly<Record<string, CodeMeaning>> = {
  ActionOffline: ['unavailable', 'provider_setup'],
  'AuthFailure.InvalidAuthorization': ['unavailable', 'provider_setup'],
  'AuthFailure.InvalidSecretId': ['unavailable', 'provider_setup'],
  'AuthFailure.MFAFailure': ['unavailable', 'provider_setup'],
  'AuthFailure.SecretIdNotFound': ['unavailable', 'provider_setup'],
  'AuthFailure.SignatureExpire': ['unavailable', 'provider_setup'],
  'AuthFailure.SignatureFailure': ['unavailable', 'provider_setup'],
  'AuthFailure.TokenFailure': ['unavailable', 'provider_setup'],
  'AuthFailure.UnauthorizedOperation': ['unavailable', 'provider_setup'],
  FailedOperation: ['unknown', 'provider_fault'],
  InternalError: ['unknown', 'provider_fault'],
  InvalidAction: ['unavailable', 'provider_setup'],
  InvalidParameter: ['unavailable', 'provider_setup'],
  InvalidParameterValue: ['unavailable', 'provider_setup'],
  InvalidRequest: ['unavailable', 'provider_setup'],
  IpInBlacklist: ['unavailable', 'provider_setup'],
  IpNotInWhitelist: ['unavailable', 'provider_setup'],
  LimitExceeded: ['unavailable', 'provider_limit'],
  MissingParameter: ['unavailable', 'provider_setup'],
  NoSuchProduct: ['unavailable', 'provider_setup'],
  NoSuchVersion: ['unavailable', 'provider_setup'],
  RequestLimitExceeded: ['unavailable', 'provider_limit'],
  'RequestLimitExceeded.GlobalRegionUinLimitExceeded': ['unavailable', 'provider_limit'],
  'RequestLimitExceeded.IPLimitExceeded': ['unavailable', 'provider_limit'],
  'RequestLimitExceeded.UinLimitExceeded': ['unavailable', 'provider_limit'],
  UnauthorizedOperation: ['unavailable', 'provider_setup'],
  UnknownParameter: ['unavailable', 'provider_setup'],
  UnsupportedRegion: ['unavailable', 'provider_setup'],
};

interface TencentService {
  /** The short name used in the signature. */
  name: string;
  version: string;
  region?: string;
}

interface TencentAccount {
  secretId: string;
  secretKey: string;
  endpoint: string;
}

export type CallTencent = (action: string, body: object, signal: AbortSignal) => Promise<unknown>;

/** Calls one service's actions. Returns the content of `Response`, which may be an error. */
export function createCallTencent(
  { name, version, region }: TencentService,
  { secretId, secretKey, endpoint }: TencentAccount,
  { http, clock }: Tools,
): CallTencent {
  const { host } = new URL(endpoint);
  const contentType = 'application/json';
  return async (action, fields, signal) => {
    const body = JSON.stringify(fields);
    const timestamp = Math.floor(clock.nowMs() / 1000);
    const signed = { secretId, secretKey, service: name, host, contentType, body, timestamp };
    const answer = await http.request({
      method: 'POST',
      url: `${endpoint}/`,
      headers: {
        'content-type': contentType,
        authorization: tc3Authorization(signed),
        'x-tc-action': action,
        'x-tc-version': version,
        'x-tc-timestamp': String(timestamp),
        ...(region ? { 'x-tc-region': region } : {}),
      },
      body,
      signal,
    });
    // Errors also come with 200, so any other status is not from the vendor's API.
    if (answer.status !== 200) throw new UnexpectedResponse(`HTTP ${answer.status}`);
    const response = fieldOf(readJson(answer), 'Response');
    if (typeof response !== 'object' || response === null)
      throw new UnexpectedResponse('no Response');
    return response;
  };
}

/** The error in a response; undefined if there is none. */
export function tencentError(response: unknown): { code: string; message: string } | undefined {
  if (fieldOf(response, 'Error') === undefined) return undefined;
  return { code: textOf(response, 'Error', 'Code'), message: textOf(response, 'Error', 'Message') };
}

/** Returns the response, or throws if the query was refused: a refusal says nothing about the message. */
export function requireAnswer(response: unknown): unknown {
  const error = tencentError(response);
  if (error) throw new UnexpectedResponse(`${error.code}: ${error.message}`);
  return response;
}
