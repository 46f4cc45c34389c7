import Type from 'typebox';
import { spokenText } from '../../../foundation/contract/text/spoken-text.ts';
import type { Outcome, StatusItem, TemplateSend } from '../../providers/provider.ts';
import { readJson, textOf } from '../../providers/read-answer.ts';
import { asMessageVendor } from '../../providers/vendor.ts';
import { text } from '../../providers/vendor-setting.ts';
import { languageOf } from '../text-language.ts';
import {
  accountSettings,
  call,
  costOf,
  findConfigFaults,
  outcomeOf,
  readReceipt,
  receiptUrlOf,
} from './twilio-api.ts';
import { twilioVoiceAdvice } from './twilio-voice-advice.ts';
import { codes, states } from './twilio-voice-codes.ts';

const config = Type.Object({
  ...accountSettings,
  sender: text({
    title: { en: 'Caller', zh: '主叫号码' },
    help: {
      en: 'A Twilio number of this account, or a verified caller ID.',
      zh: '该账号的 Twilio 号码，或已验证的主叫号码。',
    },
    examples: ['+12025550123'],
    pattern: '^\\+[1-9][0-9]{6,14}$',
  }),
});
const longestTwiml = 4_000;
const voices = { en: 'en-US', zh: 'cmn-CN' } as const;

/**
 * Calls by Twilio, which reads the text to the person twice. The callback URL carries our reference, and Twilio signs
 * the whole URL. A lost response is resolved by such a receipt, or by the operator.
 */
export const twilioVoice = asMessageVendor<typeof config>({
  kind: 'voice',
  code: 'twilio-voice',
  title: { en: 'Twilio Voice', zh: 'Twilio 语音' },
  docs: 'https://www.twilio.com/docs/voice/api/call-resource',
  config,
  findConfigFaults,
  ...twilioVoiceAdvice,
  codes,
  receiptCodes: {},
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },

  findFault(send) {
    if (twimlOf(send).length <= longestTwiml) return undefined;
    return {
      field: 'content',
      problem: {
        en: 'makes a text that is too long for a call by this provider',
        zh: '使语音内容超过该服务商的长度限制',
      },
    };
  },

  open(settings, tools) {
    return {
      async send(send, { signal }): Promise<Outcome> {
        const answer = await call(settings, tools, signal, '/Calls.json', {
          To: send.to,
          From: settings.sender,
          Twiml: twimlOf(send),
          StatusCallback: receiptUrlOf(tools, send.reference),
        });
        return outcomeOf(answer, codes);
      },

      async queryStatus({ providerRef }, { signal }): Promise<StatusItem> {
        const at = tools.clock.now();
        // Calls carry no mark of ours, so a list proves nothing; but a vendor that is down is asked again later.
        const path = providerRef ? `/Calls/${encodeURIComponent(providerRef)}.json` : '.json';
        const body = readJson(await call(settings, tools, signal, path));
        if (!providerRef || textOf(body, 'sid') !== providerRef) {
          return { state: 'unknown', providerRef: providerRef ?? '', detail: 'no such call', at };
        }
        const status = textOf(body, 'status');
        const cost = costOf(body, settings.costCurrency);
        return {
          ...(wordOn(status) ?? { state: 'unknown' }),
          ...{ providerRef, vendorCode: status, detail: status, at },
          ...(cost === undefined ? {} : { cost }),
        };
      },

      readCallback: (callback) =>
        readReceipt(settings.authToken, tools, callback, (form) => {
          const status = form.get('CallStatus') ?? '';
          const word = wordOn(status);
          return {
            providerRef: form.get('CallSid'),
            word: word && { ...word, vendorCode: status, detail: status },
          };
        }),
    };
  },
});

function wordOn(status: string) {
  const meaning = Object.hasOwn(states, status) ? states[status] : undefined;
  if (!meaning) return undefined;
  const [state, reason] = meaning;
  return reason ? { state, reason } : { state };
}

/** The text, twice. */
function twimlOf({ text: words }: Pick<TemplateSend, 'text'>): string {
  const spoken = escaped(spokenText(words));
  const say = `<Say language="${voices[languageOf(words)]}">${spoken}</Say>`;
  return `<Response>${say}<Pause length="1"/>${say}</Response>`;
}

function escaped(words: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return words.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '');
}
