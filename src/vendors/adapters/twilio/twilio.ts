import Type, { type Static } from 'typebox';
import type { Outcome, Receipt, StatusItem, StatusQuery } from '../../providers/provider.ts';
import { fieldOf, readJson, textOf } from '../../providers/read-answer.ts';
import { namedValues } from '../../providers/template-values.ts';
import { asMessageVendor, type Tools } from '../../providers/vendor.ts';
import { text, whole } from '../../providers/vendor-setting.ts';
import { twilioAdvice } from './twilio-advice.ts';
import {
  accountSettings,
  call,
  costOf,
  findConfigFaults,
  outcomeOf,
  readReceipt,
  receiptUrlOf,
} from './twilio-api.ts';
import { codes, receiptCodes, states } from './twilio-codes.ts';

const config = Type.Object({
  ...accountSettings,
  sender: text({
    title: { en: 'Sender', zh: '发送方' },
    help: {
      en: 'A number with +, a short code, a name, or the SID of a Messaging Service (MG…).',
      zh: '带加号的号码、短号码、名称，或 Messaging Service 的 SID（MG…）。',
    },
    examples: ['+12025550123', 'MG0123456789abcdef0123456789abcdef'],
    maxLength: 34,
  }),
  validitySeconds: whole({
    title: { en: 'Validity (seconds)', zh: '有效期（秒）' },
    help: {
      en: 'Twilio drops messages that wait longer than this.',
      zh: '在 Twilio 排队超过该时间的短信不再发送。',
    },
    minimum: 1,
    maximum: 36_000,
    default: 3_600,
  }),
});
type Config = Static<typeof config>;

/** How long a sent message may take to appear in Twilio's list, and how far the clocks may differ. */
const listedAfterMs = 15 * 60_000;
const clockGapMs = 5 * 60_000;
const maxListed = 1_000;
const longestText = 1_600;

/**
 * Twilio. It accepts no reference, but the callback URL carries one, and Twilio signs the whole URL. A lost
 * response is resolved by such a receipt, or by a list of the number's messages without any that could be ours.
 */
export const twilio = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'twilio',
  title: { en: 'Twilio', zh: 'Twilio' },
  docs: 'https://www.twilio.com/docs/api/errors',
  config,
  findConfigFaults,
  ...twilioAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },

  findFault({ text, templateId, form }) {
    if (form.code !== undefined && !/^HX[0-9a-f]{32}$/.test(form.code)) {
      return {
        field: 'templateId',
        problem: {
          en: `${templateId} has a code that is no Content SID (HX…) of Twilio`,
          zh: `${templateId} 的模板编号不是 Twilio 的 Content SID（HX…）`,
        },
      };
    }
    if ([...text].length <= longestText) return undefined;
    return {
      field: 'content',
      problem: {
        en: `must make a text of at most ${longestText} characters for this provider`,
        zh: `对该服务商，短信全文不能超过 ${longestText} 个字符`,
      },
    };
  },

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const { sender } = settings;
        const { code } = send.form;
        const answer = await call(settings, tools, signal, '/Messages.json', {
          To: send.to,
          ...(/^MG[0-9a-f]{32}$/.test(sender) ? { MessagingServiceSid: sender } : { From: sender }),
          ...(code
            ? { ContentSid: code, ContentVariables: JSON.stringify(namedValues(send)) }
            : { Body: send.text }),
          StatusCallback: receiptUrlOf(tools, send.reference),
          ValidityPeriod: String(settings.validitySeconds),
        });
        return outcomeOf(answer, codes);
      },

      async queryStatus(query, { signal }): Promise<StatusItem> {
        const { providerRef } = query;
        if (!providerRef) return findUnnamed(settings, tools, signal, query);
        const path = `/Messages/${encodeURIComponent(providerRef)}.json`;
        const message = readJson(await call(settings, tools, signal, path));
        const at = tools.clock.now();
        if (textOf(message, 'sid') !== providerRef) {
          return { state: 'unknown', providerRef, detail: textOf(message, 'message'), at };
        }
        const [status, code] = [textOf(message, 'status'), textOf(message, 'error_code')];
        const cost = costOf(message, settings.costCurrency);
        return {
          ...(wordOn(status, code) ?? { state: 'unknown' }),
          ...{ providerRef, vendorCode: code || status, at },
          detail: textOf(message, 'error_message') || status,
          ...(cost === undefined ? {} : { cost }),
        };
      },

      readCallback: (callback) =>
        readReceipt(settings.authToken, tools, callback, (form) => {
          const [status, code] = [form.get('MessageStatus') ?? '', form.get('ErrorCode') ?? ''];
          const word = wordOn(status, code);
          return {
            providerRef: form.get('MessageSid'),
            word: word && { ...word, vendorCode: code || status, detail: status },
          };
        }),
    };
  },
});

/**
 * Twilio's messages carry no mark of ours, so a list can only prove that none of them is ours. The list is asked
 * for by the day of sending, because a number with a long history would fill it otherwise. A message that still
 * waits in Twilio's queue may have no such day, so the list proves something only once its validity is over.
 */
async function findUnnamed(
  settings: Config,
  tools: Tools,
  signal: AbortSignal,
  { to: mobile, heldAt }: StatusQuery,
): Promise<StatusItem> {
  const at = tools.clock.now();
  const nothing = { providerRef: '', at };
  const sinceMs = heldAt.getTime() - clockGapMs;
  const day = new Date(sinceMs).toISOString().slice(0, 10);
  const to = encodeURIComponent(mobile);
  // `DateSent>=day` in a query is a field called `DateSent>`.
  const path = `/Messages.json?To=${to}&DateSent%3E=${day}&PageSize=${maxListed}`;
  const answer = await call(settings, tools, signal, path);
  const list = readJson(answer);
  const messages = fieldOf(list, 'messages');
  const isWhole = Array.isArray(messages) && fieldOf(list, 'next_page_uri') === null;
  if (answer.status !== 200 || !isWhole) {
    return { ...nothing, state: 'unknown', detail: `no list of messages: HTTP ${answer.status}` };
  }
  // A message with an unreadable date may be from any time, so it counts.
  const since = messages.filter(
    (message) => !(Date.parse(textOf(message, 'date_created')) < sinceMs),
  );
  if (since.length > 0) {
    return { ...nothing, state: 'unknown', detail: `${since.length} messages may be this one` };
  }
  if (at.getTime() - heldAt.getTime() < settings.validitySeconds * 1000 + listedAfterMs) {
    return { ...nothing, state: 'unknown', detail: 'it may still come into the list' };
  }
  return { ...nothing, state: 'absent', detail: 'no message to this number since' };
}

/** The state and reason for a status and its error code; undefined for an unknown status. */
function wordOn(status: string, code: string): Pick<Receipt, 'state' | 'reason'> | undefined {
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (state !== 'rejected' && state !== 'undelivered') return state && { state };
  const meaning = Object.hasOwn(receiptCodes, code) ? receiptCodes[code] : undefined;
  return { state: meaning?.[0] ?? state, reason: meaning?.[1] ?? 'provider_fault' };
}
