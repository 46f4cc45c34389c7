import { createHmac, timingSafeEqual } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import type { Money } from '../../../foundation/money.ts';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
import type { Outcome, Receipt } from '../../providers/provider.ts';
import {
  failureByCode,
  parseFineCost,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import type { Callback, CallbackReading, CodeMeaning, Tools } from '../../providers/vendor.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';

/** The settings of an account, whatever it sends. */
export const accountSettings = {
  accountSid: text({
    title: { en: 'Account SID', zh: 'Account SID' },
    help: { en: 'On the first page of the Twilio console.', zh: '在 Twilio 控制台首页查看。' },
    pattern: '^AC[0-9a-f]{32}$',
  }),
  authToken: secret({
    title: { en: 'Auth Token', zh: 'Auth Token' },
    help: {
      en: 'It signs receipts, so it is required even if requests use an API key.',
      zh: '用于验证回执签名；即使请求使用 API Key，也必须填写。',
    },
  }),
  apiKeySid: Type.Optional(
    text({
      title: { en: 'API Key SID', zh: 'API Key SID' },
      help: {
        en: 'Together with its secret, requests use this key instead of the Auth Token.',
        zh: '与其 Secret 一同填写后，请求改用该 Key，而不用 Auth Token。',
      },
      pattern: '^SK[0-9a-f]{32}$',
    }),
  ),
  apiKeySecret: Type.Optional(secret({ title: { en: 'API Key Secret', zh: 'API Key Secret' } })),
  costCurrency: Type.Optional(
    text({
      title: { en: 'Cost currency', zh: '成本币种' },
      help: {
        en: 'Costs are stored only if Twilio bills in the platform’s own currency. Enter it here.',
        zh: '仅当 Twilio 以平台币种计费时才记录成本：在此填写该币种。',
      },
      examples: ['USD'],
      pattern: '^[A-Z]{3}$',
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://api.twilio.com',
  }),
};
const account = Type.Object(accountSettings);
type Account = Static<typeof account>;

/**
 * The one sender that test credentials accept, and no other credentials do. Twilio answers as if it had sent such a
 * message, but sends nothing (twilio.com/docs/iam/test-credentials, 2026-11-17).
 */
const testSender = '+15005550006';

export function findConfigFaults({ sender }: { sender: string }): readonly Bilingual[] {
  if (sender !== testSender) return [];
  const problem = {
    en: 'is Twilio’s number for test credentials, which send nothing; enter a sender of your own',
    zh: '是 Twilio 测试凭证专用号码，不会真正发送；请填写自己的发送方',
  };
  return [prefixField('sender', problem)];
}

/** Prices are negative, and are set only after the message has been sent. */
export function costOf(message: unknown, currency: string | undefined): Money | undefined {
  if (!currency || textOf(message, 'price_unit') !== currency) return undefined;
  return parseFineCost(textOf(message, 'price').replace(/^-/, ''));
}

export async function call(
  settings: Account,
  { http }: Tools,
  signal: AbortSignal,
  path: string,
  form?: Record<string, string>,
): Promise<HttpAnswer> {
  const { accountSid, authToken, apiKeySid, apiKeySecret, endpoint } = settings;
  const [user, password] =
    apiKeySid && apiKeySecret ? [apiKeySid, apiKeySecret] : [accountSid, authToken];
  const answer = await http.request({
    method: form ? 'POST' : 'GET',
    url: `${endpoint}/2010-04-01/Accounts/${accountSid}${path}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      accept: 'application/json',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    signal,
  });
  // For a server error, Twilio does not say that nothing was sent.
  if (answer.status >= 500) throw new UnexpectedResponse(`HTTP ${answer.status}`);
  return answer;
}

/** The URL for the receipts of a message or call. Twilio signs it whole, so the reference in it is ours. */
export function receiptUrlOf(tools: Tools, reference: string): string {
  return `${tools.callbackUrl()}?reference=${encodeURIComponent(reference)}`;
}

/** The outcome of a request that makes a message or a call. */
export function outcomeOf(
  answer: HttpAnswer,
  codes: Readonly<Record<string, CodeMeaning>>,
): Outcome {
  const body = readJson(answer);
  const providerRef = textOf(body, 'sid');
  if (answer.status === 201 && providerRef) return { kind: 'done', providerRef };
  if (answer.status < 400) throw new UnexpectedResponse(`HTTP ${answer.status} without a sid`);
  return failureByCode(codes, textOf(body, 'code'), textOf(body, 'message'));
}

/** Reads a signed receipt. `read` tells the vendor's id and what the form says, if it is known. */
export function readReceipt(
  authToken: string,
  { clock }: Tools,
  callback: Callback,
  read: (form: URLSearchParams) => {
    providerRef: string | null;
    word: Pick<Receipt, 'state' | 'reason' | 'vendorCode' | 'detail'> | undefined;
  },
): CallbackReading {
  const form = new URLSearchParams(callback.body);
  if (!isSigned(authToken, callback, form)) {
    return { kind: 'refused', because: 'signature', detail: 'X-Twilio-Signature does not match' };
  }
  const { providerRef, word } = read(form);
  const reference = new URL(callback.url).searchParams.get('reference');
  const name = reference ? { reference } : providerRef ? { providerRef } : undefined;
  return {
    kind: 'receipts',
    receipts: word && name ? [{ ...word, ...name, at: clock.now() }] : [],
    isSigned: true,
    answer: { status: 200, contentType: 'text/xml', body: '<Response/>' },
  };
}

/** Twilio signs the URL that it was given, and some of its systems add or omit the port. */
function isSigned(authToken: string, { url, headers }: Callback, form: URLSearchParams): boolean {
  const given = Buffer.from(headers['x-twilio-signature'] ?? '');
  const [, scheme = '', host = '', rest = ''] =
    /^(https?:\/\/)([^/?#:]*)(?::\d+)?(.*)$/.exec(url) ?? [];
  const port = scheme === 'https://' ? 443 : 80;
  return [url, `${scheme}${host}${rest}`, `${scheme}${host}:${port}${rest}`].some((each) => {
    const expected = Buffer.from(twilioSignature(authToken, each, form));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const fields = names.flatMap((name) =>
    [...new Set(form.getAll(name))].sort().map((value) => name + value),
  );
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}
