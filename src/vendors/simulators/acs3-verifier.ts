import { createHash, createHmac } from 'node:crypto';
import type { Asked, Desk, SimulatorAnswer, SimulatorRequest } from './simulator.ts';

const longestSkewMs = 15 * 60_000;
const mustBeSigned = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
];

/** The nonces that each simulator has seen. A second request with the same nonce is a replayed copy. */
const nonces = new WeakMap<Desk, Set<string>>();

/** A request to an Alibaba Cloud simulator after the gateway has verified it. */
interface Acs3Asked {
  action: string;
  /** The parameters of the query and of the form body. */
  parameters: URLSearchParams;
}

export interface Acs3Gate {
  accessKeyId: string;
  accessKeySecret: string;
  version: string;
  actions: readonly string[];
}

/** Alibaba Cloud's gateway: returns the verified request, or the gateway's own refusal. */
export function passAcs3(
  request: SimulatorRequest,
  desk: Desk,
  gate: Acs3Gate,
): Acs3Asked | Extract<Asked, { kind: 'refused' }> {
  const code = findRequestFault(request, desk, gate);
  if (code) return { kind: 'refused', because: code, answer: acs3Answer(code) };
  const form = new URLSearchParams(request.body);
  return {
    action: request.headers['x-acs-action'] ?? '',
    parameters: new URLSearchParams([...request.url.searchParams, ...form]),
  };
}

/** Gateway codes have their own HTTP status; product codes come with 200. */
export function acs3Answer(code: string, body: object = {}): SimulatorAnswer {
  const status = statuses.find(([pattern]) => pattern.test(code))?.[1] ?? 200;
  const said = { RequestId: '8906582E-6722-409A-A6C4-0E7863B733A5', Code: code, Message: code };
  return { status, body: JSON.stringify({ ...said, ...body }) };
}

const statuses: readonly [RegExp, number][] = [
  [/^InvalidAccessKeyId|^InvalidAction/, 404],
  [/^Forbidden/, 403],
  [/^InternalError$/, 500],
  [/^ServiceUnavailable$/, 503],
  [/^Throttling/, 429],
  [/^(Signature|IncompleteSignature|InvalidTimeStamp|InvalidVersion|Missing)/, 400],
];

function findRequestFault(
  request: SimulatorRequest,
  desk: Desk,
  gate: Acs3Gate,
): string | undefined {
  const { headers, method, url } = request;
  if (method !== 'POST' || url.pathname !== '/') return 'InvalidAction.NotFound';
  const match =
    /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([a-z0-9;-]+),Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'IncompleteSignature';
  const [, keyId, names = '', signature] = match;
  const signed = names.split(';');
  if (!mustBeSigned.every((name) => signed.includes(name))) return 'IncompleteSignature';
  if (keyId !== gate.accessKeyId) return 'InvalidAccessKeyId.NotFound';
  const skew = Math.abs(desk.now().getTime() - Date.parse(headers['x-acs-date'] ?? ''));
  if (!(skew <= longestSkewMs)) return 'InvalidTimeStamp.Expired';
  if (headers['x-acs-content-sha256'] !== sha256(request.body)) return 'SignatureDoesNotMatch';
  if (signature !== sign(request, signed, gate.accessKeySecret)) return 'SignatureDoesNotMatch';
  if (!isNewNonce(desk, headers['x-acs-signature-nonce'] ?? '')) return 'SignatureNonceUsed';
  if (headers['x-acs-version'] !== gate.version) return 'InvalidVersion';
  if (!gate.actions.includes(headers['x-acs-action'] ?? '')) return 'InvalidAction.NotFound';
  return undefined;
}

function sign(request: SimulatorRequest, signed: readonly string[], secret: string): string {
  const query = [...request.url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const lines = signed.map((name) => `${name}:${(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = `POST\n/\n${query}\n${lines}\n${signed.join(';')}\n${sha256(request.body)}`;
  return createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
}

function isNewNonce(desk: Desk, nonce: string): boolean {
  const seen = nonces.get(desk) ?? new Set();
  nonces.set(desk, seen);
  if (nonce === '' || seen.has(nonce)) return false;
  seen.add(nonce);
  return true;
}

/** Percent-encodes every byte except letters, digits and `-_.~`. */
function encode(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9\-_.~]/.test(char)
        ? char
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
