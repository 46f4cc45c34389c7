import { createDecipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
import type { Failure } from '../../providers/provider.ts';
import {
  failureByCode,
  fieldOf,
  parseJson,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import type { Tools } from '../../providers/vendor.ts';
import { readCertificates, readPrivateKey, readPublicKey } from '../rsa-keys.ts';
import { wechatPayCodes } from './wechat-pay-codes.ts';
import type { WechatPayConfig } from './wechat-pay-config.ts';

/** How far its clock and ours may be apart; an older answer or notice may be a copy. */
const toleranceSeconds = 300;

export interface WechatPayKeys {
  own: KeyObject;
  /** The serial number of the certificate of our key. */
  serial: string;
  /** WeChat Pay's keys, by the name that it gives with each signature. */
  theirs: ReadonlyMap<string, KeyObject>;
}

export function openKeys(config: WechatPayConfig): WechatPayKeys {
  const own = readPrivateKey(config.privateKey);
  const [certificate] = readCertificates(config.certificate) ?? [];
  const { publicKeyId, publicKey, platformCertificates } = config;
  const key = readPublicKey(publicKey ?? '');
  const platform = readCertificates(platformCertificates ?? '') ?? [];
  const theirs = new Map([
    ...platform.map((each) => [each.serialNumber, each.publicKey] as const),
    ...(publicKeyId && key ? [[publicKeyId, key] as const] : []),
  ]);
  if (!own || !certificate || theirs.size === 0) throw new Error('the settings hold no valid key');
  return { own, serial: certificate.serialNumber, theirs };
}

/** What WeChat Pay said: the HTTP status, and the body of a success or a refusal. */
export interface WechatPayReply {
  status: number;
  said: unknown;
  code: string;
}

export type CallWechatPay = (
  path: string,
  signal: AbortSignal,
  content?: object,
) => Promise<WechatPayReply>;

/** A GET, or a POST if there is content. */
export function createCall(
  config: WechatPayConfig,
  keys: WechatPayKeys,
  tools: Tools,
): CallWechatPay {
  const request = createRequest(config, keys, tools);
  return async (path, signal, content) =>
    readReply(await request(path, signal, content), keys, tools.clock.nowMs());
}

/** A signed request whose answer nobody has verified. */
export function createRequest(
  config: WechatPayConfig,
  keys: WechatPayKeys,
  { http, clock }: Tools,
): (path: string, signal: AbortSignal, content?: object) => Promise<HttpAnswer> {
  return async (path, signal, content) => {
    const method = content ? 'POST' : 'GET';
    const body = content ? JSON.stringify(content) : '';
    const time = Math.floor(clock.nowMs() / 1_000);
    const nonce = randomBytes(16).toString('hex').toUpperCase();
    const text = Buffer.from(`${method}\n${path}\n${time}\n${nonce}\n${body}\n`);
    const signature = sign('sha256', text, keys.own).toString('base64');
    return http.request({
      method,
      url: `${config.endpoint}${path}`,
      headers: {
        authorization:
          `WECHATPAY2-SHA256-RSA2048 mchid="${config.merchantId}",nonce_str="${nonce}",` +
          `signature="${signature}",timestamp="${time}",serial_no="${keys.serial}"`,
        accept: 'application/json',
        'user-agent': 'Countersign',
        // Only then does it sign with the public key.
        ...(config.publicKeyId ? { 'wechatpay-serial': config.publicKeyId } : {}),
        ...(content ? { 'content-type': 'application/json' } : {}),
      },
      ...(content ? { body } : {}),
      signal,
    });
  };
}

/**
 * A success must be signed. WeChat Pay does not promise to sign a refusal, so one without a signature counts: it came
 * over a verified connection, and says nothing of money.
 */
function readReply(answer: HttpAnswer, keys: WechatPayKeys, nowMs: number): WechatPayReply {
  const { status, headers, text } = answer;
  const isDone = status === 200 || status === 204;
  if (isDone || headers['wechatpay-signature'] !== undefined) {
    const fault = findSignatureFault(headers, text, keys, nowMs);
    if (fault) throw new UnexpectedResponse(fault);
  }
  const said = status === 204 ? {} : readJson(answer);
  const code = isDone ? '200' : textOf(said, 'code');
  if (!code) throw new UnexpectedResponse(`HTTP ${status} without a code`);
  return { status, said, code };
}

/** Finds why an answer or a notice is not WeChat Pay's, or not a fresh one. */
export function findSignatureFault(
  headers: HttpAnswer['headers'],
  body: string,
  { theirs }: WechatPayKeys,
  nowMs: number,
): string | undefined {
  const [time = '', nonce, given, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map(
    (name) => headers[`wechatpay-${name}`],
  );
  if (!/^[0-9]{1,12}$/.test(time) || !nonce || !given || !serial) return 'no signature';
  const key = theirs.get(serial);
  if (!key) return `a signature by ${serial}, which the settings do not name`;
  const text = Buffer.from(`${time}\n${nonce}\n${body}\n`);
  if (!verify('sha256', text, key, Buffer.from(given, 'base64'))) return 'a wrong signature';
  const age = Math.abs(nowMs / 1_000 - Number(time));
  return age > toleranceSeconds ? 'a signature of another time' : undefined;
}

/** The content of a notice; undefined if it is not encrypted with this key. */
export function readResource(resource: unknown, apiV3Key: string): unknown {
  const bytes = Buffer.from(textOf(resource, 'ciphertext'), 'base64');
  const nonce = textOf(resource, 'nonce');
  if (textOf(resource, 'algorithm') !== 'AEAD_AES_256_GCM' || bytes.length <= 16 || !nonce) {
    return undefined;
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', apiV3Key, nonce, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(textOf(resource, 'associated_data')));
    decipher.setAuthTag(bytes.subarray(-16));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
    return parseJson(text.toString());
  } catch {
    return undefined;
  }
}

export function refusalOf({ status, said, code }: WechatPayReply): Failure {
  const detail = `HTTP ${status} ${code}: ${textOf(said, 'message')}`;
  return failureByCode(wechatPayCodes, code, detail);
}

/** The body of an answer that must not be a refusal. */
export function requireDone(reply: WechatPayReply): unknown {
  if (reply.code !== '200') throw new UnexpectedResponse(refusalOf(reply).detail);
  return reply.said;
}

export function requireSame(said: unknown, field: string, expected: string): void {
  if (fieldOf(said, field) !== expected) throw new UnexpectedResponse(`another ${field}`);
}
