import Type, { type Static } from 'typebox';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
import type { Outcome, Receipt } from '../../providers/provider.ts';
import {
  failureByCode,
  parseFineCost,
  parseJson,
  readJson,
  textOf,
  UnexpectedResponse,
} from '../../providers/read-answer.ts';
import {
  asMessageVendor,
  type CallbackReading,
  type CodeMeaning,
  type ReceiptMeaning,
} from '../../providers/vendor.ts';
import { address, secret, text, whole } from '../../providers/vendor-setting.ts';
import { awsSmsAdvice } from './aws-sms-advice.ts';
import { createSnsReader, get } from './read-sns.ts';
import { signV4 } from './sign-v4.ts';

const config = Type.Object({
  accessKeyId: text({
    title: { en: 'Access key ID', zh: 'Access Key ID' },
    help: {
      en: 'Of an IAM user that may only call sms-voice:SendTextMessage.',
      zh: '仅授予 sms-voice:SendTextMessage 权限的 IAM 用户的访问密钥。',
    },
    pattern: '^[A-Z0-9]{16,128}$',
  }),
  secretAccessKey: secret({ title: { en: 'Secret access key', zh: 'Secret Access Key' } }),
  region: text({
    title: { en: 'Region', zh: '区域' },
    examples: ['eu-west-1', 'ap-southeast-1'],
    pattern: '^[a-z]{2}(-[a-z]+)+-[0-9]$',
  }),
  sender: text({
    title: { en: 'Origination identity', zh: '发送身份' },
    help: {
      en: 'A phone number, a sender ID or a pool: its ID or ARN.',
      zh: '号码、Sender ID 或号码池的 ID 或 ARN。',
    },
    examples: ['pool-0123456789abcdef0123456789abcdef', 'MYBRAND', '+12065550100'],
    maxLength: 256,
  }),
  configurationSet: Type.Optional(
    text({
      title: { en: 'Configuration set', zh: '配置集' },
      help: {
        en: 'The one whose event destination is the topic below. Without it there are no receipts.',
        zh: '其事件目标为下方主题的配置集；不填则收不到回执。',
      },
      maxLength: 256,
    }),
  ),
  topicArn: Type.Optional(
    text({
      title: { en: 'SNS topic', zh: 'SNS 主题' },
      help: {
        en: 'The ARN of the topic to which the callback URL is subscribed. Other topics are refused.',
        zh: '订阅了回调地址的主题 ARN；其他主题的消息一律拒收。',
      },
      examples: ['arn:aws:sns:eu-west-1:123456789012:sms-events'],
      pattern: '^arn:aws:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$',
    }),
  ),
  validityMinutes: whole({
    title: { en: 'Validity (minutes)', zh: '有效期（分钟）' },
    help: {
      en: 'AWS stops trying to hand over a message after this time.',
      zh: '超过该时间仍未交付运营商的短信，AWS 不再发送。',
    },
    minimum: 1,
    maximum: 4_320,
    default: 60,
  }),
  costCurrency: Type.Optional(
    text({
      title: { en: 'Cost currency', zh: '成本币种' },
      help: {
        en: 'Enter USD if that is the platform’s own currency. Otherwise no costs are stored.',
        zh: '若平台币种为 USD，在此填写；否则不记录成本。',
      },
      pattern: '^USD$',
    }),
  ),
  endpoint: Type.Optional(
    address({
      title: { en: 'Address', zh: '接口地址' },
      help: {
        en: 'Only for a rehearsal: replaces the addresses of AWS.',
        zh: '仅供演练：替代 AWS 的接口地址。',
      },
    }),
  ),
});
type Config = Static<typeof config>;

/**
 * Exceptions of SendTextMessage, with their reason where it matters, and those of all AWS services.
 * https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html and
 * CommonErrors.html; @aws-sdk/client-pinpoint-sms-voice-v2@3.1138.0 (2026-11-17). Wrong keys and signatures, for which
 * this service has no list: https://docs.aws.amazon.com/en_us/AmazonRDS/latest/APIReference/CommonErrors.html,
 * https://docs.aws.amazon.com/general/latest/gr/signature-v4-troubleshooting.html and @smithy/core@3.40.0 (2026-11-17)
 */
const codes: Readonly<Record<string, CodeMeaning>> = {
  AccessDeniedException: ['unavailable', 'provider_setup'],
  ConflictException: ['unavailable', 'provider_setup'],
  'ConflictException.DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION': [
    'unavailable',
    'region',
  ],
  'ConflictException.DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE': [
    'rejected',
    'blocked_by_person',
  ],
  'ConflictException.DESTINATION_PHONE_NUMBER_OPTED_OUT': ['rejected', 'blocked_by_person'],
  ExpiredTokenException: ['unavailable', 'provider_setup'],
  IncompleteSignature: ['unavailable', 'provider_setup'],
  // AWS does not say that nothing was sent.
  InternalFailure: ['unknown', 'provider_fault'],
  InternalServerException: ['unknown', 'provider_fault'],
  InvalidClientTokenId: ['unavailable', 'provider_setup'],
  InvalidSignatureException: ['unavailable', 'provider_setup'],
  MissingAuthenticationToken: ['unavailable', 'provider_setup'],
  MissingAuthenticationTokenException: ['unavailable', 'provider_setup'],
  NotAuthorized: ['unavailable', 'provider_setup'],
  OptInRequired: ['unavailable', 'provider_setup'],
  RequestExpired: ['unavailable', 'provider_setup'],
  ResourceNotFoundException: ['unavailable', 'provider_setup'],
  ServiceQuotaExceededException: ['unavailable', 'provider_limit'],
  'ServiceQuotaExceededException.MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT': [
    'unavailable',
    'provider_balance',
  ],
  ServiceUnavailable: ['unknown', 'provider_fault'],
  SignatureDoesNotMatch: ['unavailable', 'provider_setup'],
  ThrottlingException: ['unavailable', 'provider_limit'],
  UnrecognizedClientException: ['unavailable', 'provider_setup'],
  ValidationException: ['unavailable', 'provider_setup'],
  'ValidationException.COUNTRY_NOT_ENABLED': ['unavailable', 'region'],
  'ValidationException.DESTINATION_COUNTRY_BLOCKED': ['unavailable', 'region'],
  'ValidationException.INTERNATIONAL_SENDING_NOT_SUPPORTED': ['unavailable', 'region'],
  'ValidationException.INVALID_IDENTITY_FOR_DESTINATION_COUNTRY': ['unavailable', 'region'],
};

/** https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-types.html (2026-11-17) */
const receiptCodes: Readonly<Record<string, ReceiptMeaning>> = {
  TEXT_QUEUED: ['sent', null],
  TEXT_PENDING: ['sent', null],
  TEXT_SENT: ['sent', null],
  // The carrier accepted it, which does not say whether it arrived.
  TEXT_SUCCESSFUL: ['sent', null],
  // After 72 hours without an event from the carrier.
  TEXT_UNKNOWN: ['sent', null],
  TEXT_DELIVERED: ['delivered', null],
  TEXT_TTL_EXPIRED: ['expired', 'expired'],
  TEXT_BLOCKED: ['undelivered', 'blocked_by_carrier'],
  TEXT_CARRIER_BLOCKED: ['undelivered', 'blocked_by_carrier'],
  TEXT_CARRIER_UNREACHABLE: ['undelivered', 'provider_fault'],
  TEXT_INVALID: ['undelivered', 'number_invalid'],
  TEXT_INVALID_MESSAGE: ['undelivered', 'content_refused'],
  TEXT_SPAM: ['undelivered', 'content_refused'],
  TEXT_UNREACHABLE: ['undelivered', 'number_off'],
  TEXT_PROTECT_BLOCKED: ['rejected', 'region'],
};

const longestText = 1_600;
const target = 'PinpointSMSVoiceV2.SendTextMessage';
const accepted = { status: 200, contentType: 'text/plain', body: '' };

/**
 * AWS End User Messaging SMS. It does not recognize a repeated request and cannot be queried about a message.
 * Its events carry our reference and come through an SNS topic, which signs them.
 */
export const awsSms = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'aws-sms',
  title: { en: 'AWS End User Messaging SMS', zh: 'AWS End User Messaging 短信' },
  docs: 'https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html',
  config,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },
  ...awsSmsAdvice,

  findConfigFaults({ configurationSet, topicArn }) {
    if ((configurationSet === undefined) === (topicArn === undefined)) return [];
    return [
      {
        en: 'topicArn and configurationSet belong together: enter both, or neither.',
        zh: 'topicArn 与 configurationSet 须同时填写，或都不填。',
      },
    ];
  },

  findFault({ text }) {
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
    const { accessKeyId, secretAccessKey, region, topicArn, configurationSet } = settings;
    const key = { accessKeyId, secretAccessKey, region, service: 'sms-voice' };
    const endpoint = settings.endpoint ?? `https://sms-voice.${region}.amazonaws.com`;
    const readSns = topicArn && createSnsReader(topicOf(topicArn, settings), tools);
    return {
      receipts: topicArn ? ['push'] : [],

      async send(send, { signal }): Promise<Outcome> {
        const body = JSON.stringify({
          DestinationPhoneNumber: send.to,
          OriginationIdentity: settings.sender,
          MessageBody: send.text,
          MessageType: 'TRANSACTIONAL',
          TimeToLive: settings.validityMinutes * 60,
          Context: { reference: send.reference },
          ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
        });
        const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
        const { host } = new URL(endpoint);
        const signed = signV4(key, { host, headers, body }, tools.clock.now());
        const url = `${endpoint}/`;
        return readOutcome(
          await tools.http.request({ method: 'POST', url, headers: signed, body, signal }),
        );
      },

      ...(readSns && {
        async readCallback({ body }): Promise<CallbackReading> {
          const sns = await readSns(body);
          if (sns.kind === 'refused') return sns;
          if (sns.kind === 'confirmation') await get(sns.subscribeUrl, tools);
          const receipts = sns.kind === 'notification' ? readEvent(sns.message, settings) : [];
          return { kind: 'receipts', receipts, isSigned: true, answer: accepted };
        },
      }),
    };
  },
});

/** The topic may be in another region than the messages. */
function topicOf(arn: string, { endpoint }: Config) {
  return { arn, endpoint: endpoint ?? `https://sns.${arn.split(':')[3]}.amazonaws.com` };
}

function readOutcome(answer: HttpAnswer): Outcome {
  const body = readJson(answer);
  const providerRef = textOf(body, 'MessageId');
  if (answer.status === 200 && providerRef) return { kind: 'done', providerRef };
  if (answer.status < 400) throw new UnexpectedResponse(`HTTP ${answer.status} without an id`);
  // `com.amazonaws.pinpointsmsvoicev2#ConflictException`
  const type = textOf(body, '__type').replace(/^.*#/, '');
  const code = `${type}.${textOf(body, 'Reason')}`;
  const detail = textOf(body, 'Message') || textOf(body, 'message');
  return failureByCode(codes, Object.hasOwn(codes, code) ? code : type, detail);
}

function readEvent(message: string, { costCurrency }: Config): Receipt[] {
  const event = parseJson(message);
  const vendorCode = textOf(event, 'eventType');
  const [state, reason] =
    (Object.hasOwn(receiptCodes, vendorCode) && receiptCodes[vendorCode]) || [];
  const reference = textOf(event, 'context', 'reference');
  const providerRef = textOf(event, 'messageId');
  const at = new Date(Number(textOf(event, 'eventTimestamp')));
  if (!state || !providerRef || Number.isNaN(at.getTime())) return [];
  const [price, fee] = ['totalMessagePrice', 'totalCarrierFee'].map((name) =>
    parseFineCost(textOf(event, name) || '0'),
  );
  const cost = costCurrency && price !== undefined && fee !== undefined ? price + fee : undefined;
  return [
    {
      ...(reference ? { reference } : {}),
      providerRef,
      state,
      ...(reason && { reason }),
      vendorCode,
      detail: textOf(event, 'messageStatusDescription') || vendorCode,
      at,
      ...(cost === undefined ? {} : { cost }),
    },
  ];
}
