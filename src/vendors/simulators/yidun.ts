import { createHash } from 'node:crypto';
import type { Asked, Desk, Simulator, SimulatorRequest } from './simulator.ts';

const secretId = 'yidun-secret-id';
const secretKey = 'yidun-secret-key';
const businessId = 'yidun-business-id';
const templateId = '10699';
/** The vendor documents no limit for clock skew, so this one is ours. */
const longestSkewMs = 600_000;

/** NetEase Yidun SMS, with the protocol of its official clients. */
export const yidunSimulator: Simulator = {
  vendor: 'yidun',
  kind: 'sms',
  config: (url) => ({ secretId, secretKey, businessId, endpoint: url }),
  form: { code: templateId },

  read(request, desk): Asked {
    const form = new URLSearchParams(request.body);
    const [code, because] = findRequestFault(request, form, desk) ?? [];
    if (code) return { kind: 'refused', because: `${because}`, answer: codeAnswer(code, because) };
    return {
      kind: 'do',
      taking: {
        kind: 'message',
        reference: null,
        mobile: form.get('mobile'),
        said: {
          templateId,
          params: readParams(form),
          internationalCode: form.get('internationalCode'),
          nonce: form.get('nonce'),
        },
        callbackUrl: null,
      },
    };
  },

  done: ({ id }) => ({
    status: 200,
    body: JSON.stringify({ code: 200, msg: 'ok', data: { result: 200, requestId: id } }),
  }),
  rejected: (code = '405') => codeAnswer(Number(code), 'refused'),
  receipt: () => null,
};

type Fault = readonly [code: number, because: string];

function findRequestFault(
  { method, url, headers }: SimulatorRequest,
  form: URLSearchParams,
  desk: Desk,
): Fault | undefined {
  if (method !== 'POST' || url.pathname !== '/v2/sendsms') return [404, 'not found'];
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return [400, 'bad request'];
  }
  if (!form.has('secretId') || !form.has('businessId')) return [400, 'bad request'];
  if (form.get('secretId') !== secretId || form.get('businessId') !== businessId) {
    return [401, 'forbidden'];
  }
  if (form.get('signature') !== signatureOf(form)) return [410, 'signature failure'];
  const skew = Math.abs(desk.now().getTime() - Number(form.get('timestamp')));
  if (!(skew <= longestSkewMs)) return [420, 'request expired'];
  if (desk.taken.some(({ said }) => said.nonce === form.get('nonce')))
    return [430, 'replay attack'];
  return isWellFormed(form) ? undefined : [405, 'param error'];
}

function signatureOf(form: URLSearchParams): string {
  const hash = createHash('md5');
  const signed = [...form].filter(([name]) => name !== 'signature');
  signed.sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [name, value] of signed) hash.update(name).update(value);
  return hash.update(secretKey).digest('hex');
}

function isWellFormed(form: URLSearchParams): boolean {
  const isHome = !form.has('internationalCode');
  const mobile = form.get('mobile') ?? '';
  return (
    form.get('version') === 'v2' &&
    form.get('templateId') === templateId &&
    form.get('paramType') === 'json' &&
    readParams(form) !== undefined &&
    (isHome ? /^1\d{10}$/.test(mobile) : /^[1-9]\d{4,14}$/.test(mobile))
  );
}

function readParams(form: URLSearchParams): unknown {
  try {
    const params: unknown = JSON.parse(form.get('params') ?? '');
    return typeof params === 'object' && params !== null ? params : undefined;
  } catch {
    return undefined;
  }
}

function codeAnswer(code: number, msg = '') {
  return { status: 200, body: JSON.stringify({ code, msg }) };
}
