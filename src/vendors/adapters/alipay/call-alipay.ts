import { createHash, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto';
import type { Failure } from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';
import { writeChinaTime } from '../china-time.ts';
import { readCertificates, readPrivateKey, readPublicKey } from '../rsa-keys.ts';
import { alipayCodes } from './alipay-codes.ts';
import { type AlipayConfig, isRsaSigned } from './alipay-config.ts';

export type AlipayMethod =
  | 'alipay.trade.page.pay'
  | 'alipay.trade.precreate'
  | 'alipay.trade.query'
  | 'alipay.trade.close'
  | 'alipay.trade.refund'
  | 'alipay.trade.fastpay.refund.query'
  | 'alipay.data.dataservice.bill.downloadurl.query';

type Fields = Readonly<Record<string, string>>;

/** Alipay's answer to one request. Only a refusal may be unsigned. */
export interface AlipayReply {
  said: unknown;
  /** The `sub_code`, or the `code` of an answer without one. */
  code: string;
  isSigned: boolean;
}

interface Keys {
  own: KeyObject;
  alipay: KeyObject;
  /** What names the certificates in each request; nothing for an application that uses keys. */
  serials: Fields;
}

export function openKeys(config: AlipayConfig): Keys {
  const own = readPrivateKey(config.privateKey);
  const [app] = readCertificates(config.appCertificate ?? '') ?? [];
  const [alipay] = readCertificates(config.alipayCertificate ?? '') ?? [];
  const roots = readCertificates(config.rootCertificate ?? '');
  const key = alipay?.publicKey ?? readPublicKey(config.alipayPublicKey ?? '');
  if (!own || !key) throw new Error('the settings hold no valid key');
  if (!app || !roots) return { own, alipay: key, serials: {} };
  const rootSerials = roots.filter(isRsaSigned).map(serialOf);
  return {
    own,
    alipay: key,
    serials: { app_cert_sn: serialOf(app), alipay_root_cert_sn: rootSerials.join('_') },
  };
}

/** How Alipay names a certificate: the MD5 of its issuer, the most specific name first, and its number. */
export function serialOf({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`)
    .digest('hex');
}

/** What both sides sign: every field that has a value, by name. */
export function signedText(fields: Iterable<readonly [string, string]>): string {
  const pairs = [...fields].filter(([, value]) => value !== '');
  return pairs
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The fields of a request, with its signature. */
export function signRequest(
  config: AlipayConfig,
  { own, serials }: Keys,
  now: Date,
  request: Fields,
): Fields {
  const fields: Fields = {
    app_id: config.appId,
    charset: 'utf-8',
    format: 'JSON',
    sign_type: 'RSA2',
    timestamp: writeChinaTime(now),
    version: '1.0',
    ...serials,
    ...request,
  };
  const text = Buffer.from(signedText(Object.entries(fields)));
  return { ...fields, sign: sign('sha256', text, own).toString('base64') };
}

export function formOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

export type CallAlipay = (
  method: AlipayMethod,
  content: object,
  signal: AbortSignal,
  more?: Fields,
) => Promise<AlipayReply>;

export function createCall(config: AlipayConfig, keys: Keys, { http, clock }: Tools): CallAlipay {
  return async (method, content, signal, more = {}) => {
    const { biz_content, ...fields } = signRequest(config, keys, clock.now(), {
      ...{ method, biz_content: JSON.stringify(content) },
      ...more,
    });
    const answer = await http.request({
      method: 'POST',
      url: `${config.endpoint}?${formOf(fields)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
      body: formOf({ biz_content: biz_content ?? '' }),
      signal,
    });
    return readReply(answer, `${method.replaceAll('.', '_')}_response`, keys);
  };
}

function readReply(
  answer: { status: number; headers: object; text: string },
  name: string,
  { alipay }: Keys,
): AlipayReply {
  const { status, text } = answer;
  if (status !== 200) throw new UnexpectedResponse(`HTTP ${status}`);
  const whole = readJson({ status, headers: {}, text });
  const raw = rawMember(text, name) ?? rawMember(text, 'error_response');
  if (raw === undefined) throw new UnexpectedResponse(`no ${name}`);
  const said = readJson({ status, headers: {}, text: raw });
  const code = textOf(said, 'sub_code') || textOf(said, 'code');
  const signature = textOf(whole, 'sign');
  if (signature && !verify('sha256', Buffer.from(raw), alipay, Buffer.from(signature, 'base64'))) {
    const serial = textOf(whole, 'alipay_cert_sn');
    const by = serial ? ` by the certificate ${serial}` : '';
    throw new UnexpectedResponse(`a wrong signature${by}; compare the keys in the settings`);
  }
  if (!code) throw new UnexpectedResponse('no code');
  // Alipay does not sign a refusal of a request whose application it does not know.
  const isSigned = signature !== '';
  if (!isSigned && textOf(said, 'code') === '10000') {
    throw new UnexpectedResponse('an answer without a signature');
  }
  return { said, code, isSigned };
}

const tokens = /"(?:[^"\\]|\\.)*"|[^\s"]/g;

/** One member of a JSON object as it was sent, because that is what was signed. */
export function rawMember(json: string, name: string): string | undefined {
  let depth = 0;
  let start = -1;
  let last = '';
  for (const { 0: each, index } of json.matchAll(tokens)) {
    const isOuter = depth === 1;
    if (isOuter && start >= 0 && (each === ',' || each === '}')) {
      return json.slice(start, index).trim();
    }
    if (isOuter && start < 0 && each === ':' && last === `"${name}"`) start = index + 1;
    if (each === '{' || each === '[') depth += 1;
    if (each === '}' || each === ']') depth -= 1;
    last = each;
  }
  return undefined;
}

/** A refusal that is not signed may be anybody's, so it decides nothing. */
export function refusalOf({ said, code, isSigned }: AlipayReply): Failure {
  const words = textOf(said, 'sub_msg') || textOf(said, 'msg');
  const failure = failureByCode(alipayCodes, code, `${textOf(said, 'code')} ${code}: ${words}`);
  return isSigned ? failure : { ...failure, kind: 'unknown' };
}

/** The body of an answer that must not be a refusal. */
export function requireDone(reply: AlipayReply): unknown {
  if (reply.code !== '10000') throw new UnexpectedResponse(refusalOf(reply).detail);
  return reply.said;
}

/** Whether Alipay itself gave one of these codes. */
export function isRefusedWith(reply: AlipayReply, codes: readonly string[]): boolean {
  return reply.isSigned && codes.includes(reply.code);
}

/** The same fact for a field that must be ours. */
export function requireSame(said: unknown, field: string, expected: string): void {
  if (fieldOf(said, field) !== expected) throw new UnexpectedResponse(`another ${field}`);
}
