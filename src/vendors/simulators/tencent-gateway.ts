import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Desk, SimulatorAnswer, SimulatorRequest } from './simulator.ts';

export const tencentSecretId = 'AKIDtencentstandin';
export const tencentSecretKey = 'tencent-simulator-key';
const longestSkewSeconds = 300;

/** A Tencent Cloud error: a code and a message. */
export type TencentFault = readonly [code: string, message: string];

/** Tencent Cloud's shared gateway, which verifies requests as documented. */
export function findGatewayFault(
  request: SimulatorRequest,
  desk: Desk,
  { service, version }: { service: string; version: string },
): TencentFault | undefined {
  const { headers } = request;
  const given =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/([^/]+)\/tc3_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return ['AuthFailure.InvalidAuthorization', 'no TC3 authorization'];
  const [, id, date = '', name = '', signedHeaders = '', signature] = given;
  if (id !== tencentSecretId) return ['AuthFailure.SecretIdNotFound', 'no such SecretId'];
  const timestamp = Number(headers['x-tc-timestamp']);
  if (!(Math.abs(desk.now().getTime() / 1000 - timestamp) <= longestSkewSeconds)) {
    return ['AuthFailure.SignatureExpire', 'the timestamp is more than five minutes off'];
  }
  const isService = name === service || name === headers.host?.split('.')[0];
  const isDay = date === new Date(timestamp * 1000).toISOString().slice(0, 10);
  const names = signedHeaders.split(';');
  const isSigned = hostsOf(headers.host ?? '').some(
    (host) => signatureOf(request, { host, date, name, names, timestamp }) === signature,
  );
  const isWhole = names.includes('host') && names.includes('content-type');
  if (!isService || !isDay || !isWhole || !isSigned) {
    return ['AuthFailure.SignatureFailure', 'the signature is not that of the request'];
  }
  if (headers['x-tc-version'] !== version) return ['NoSuchVersion', 'no such version'];
  return undefined;
}

/** The official client signs the host without its port, even if it sends one. */
function hostsOf(host: string): string[] {
  return [host, host.replace(/:\d+$/, '')];
}

function signatureOf(
  { method, url, headers, body }: SimulatorRequest,
  signed: { host: string; date: string; name: string; names: string[]; timestamp: number },
): string {
  const lines = signed.names.map((name) => {
    const value = name === 'host' ? signed.host : (headers[name] ?? '');
    return `${name}:${value.trim().toLowerCase()}\n`;
  });
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const canonical = `${method}\n${url.pathname}\n${url.search.slice(1)}\n${lines.join('')}\n${signed.names.join(';')}\n${bodyHash}`;
  const canonicalHash = createHash('sha256').update(canonical).digest('hex');
  const toSign = `TC3-HMAC-SHA256\n${signed.timestamp}\n${signed.date}/${signed.name}/tc3_request\n${canonicalHash}`;
  let key: Buffer = Buffer.from(`TC3${tencentSecretKey}`);
  for (const step of [signed.date, signed.name, 'tc3_request']) {
    key = createHmac('sha256', key).update(step).digest();
  }
  return createHmac('sha256', key).update(toSign).digest('hex');
}

export function tencentAnswer(response: object): SimulatorAnswer {
  return {
    status: 200,
    body: JSON.stringify({ Response: { ...response, RequestId: randomUUID() } }),
  };
}

/** Errors come with HTTP 200 too. */
export function tencentRefusal([code, message]: TencentFault): SimulatorAnswer {
  return tencentAnswer({ Error: { Code: code, Message: message } });
}

/** The fields of a request; undefined if it is not a JSON object. */
export function readFields(body: string): Record<string, unknown> | undefined {
  try {
    const fields: unknown = JSON.parse(body);
    const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
    return isObject ? (fields as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
