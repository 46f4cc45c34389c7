import { createHmac } from 'node:crypto';
import {
  type Asked,
  type CallbackRequest,
  type Desk,
  jsonAnswer,
  type SimulatorRequest,
} from './simulator.ts';

/**
 * Shared code of the simulators for described vendors. They play a vendor of our own design that signs JSON
 * with HMAC and is described by settings alone.
 */
const account = 'described-account';
const secret = 'described-secret';
const callbackSecret = 'described-callback-secret';
const longestSkewSeconds = 300;

export const describedSettings = {
  account,
  secret,
  headers: [
    'X-Account: {{account}}',
    'X-Time: {{seconds}}',
    'X-Nonce: {{nonce}}',
    'X-Signature: {{signature}}',
  ].join('\n'),
  signed: '{{method}}\n{{path}}\n{{seconds}}\n{{nonce}}\n{{body}}',
  callbackSigned: '{{header.X-Time}}\n{{body}}',
  callbackSignatureAt: 'header X-Signature',
  callbackSecret,
  callbackAnswer: '{"code":0}',
  callbackAnswerType: 'application/json',
};

/** Verifies by the vendor's rules, without the adapter's code. */
export function findSignatureFault(request: SimulatorRequest, desk: Desk): string | undefined {
  const { method, url, headers, body } = request;
  if (headers['x-account'] !== account) return 'bad account';
  const { 'x-time': time = '', 'x-nonce': nonce = '', 'x-signature': given } = headers;
  const signed = [method, `${url.pathname}${url.search}`, time, nonce, body].join('\n');
  const expected = createHmac('sha256', secret).update(signed, 'utf8').digest('hex');
  if (nonce === '' || given !== expected) return 'bad signature';
  const skew = Math.abs(desk.now().getTime() / 1000 - Number(time));
  return skew <= longestSkewSeconds ? undefined : 'bad time';
}

export function callBack(content: unknown, desk: Desk, isForged = false): CallbackRequest {
  const body = JSON.stringify(content);
  const time = String(Math.floor(desk.now().getTime() / 1000));
  const signature = createHmac('sha256', isForged ? 'a guess' : callbackSecret)
    .update(`${time}\n${body}`, 'utf8')
    .digest('hex');
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-time': time, 'x-signature': signature },
    body,
  };
}

export function readBody({ body }: SimulatorRequest): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

export function refused(because: string, code: number): Asked {
  return { kind: 'refused', because, answer: jsonAnswer({ code, message: because }) };
}
