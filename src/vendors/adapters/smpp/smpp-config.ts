import { X509Certificate } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { failureReasons } from '../../../foundation/contract/errors/failure-reasons.ts';
import {
  type Bilingual,
  fillText,
  prefixField,
} from '../../../foundation/contract/text/bilingual.ts';
import { choice, secret, text, whole } from '../../providers/vendor-setting.ts';
import { findUnknownReason, type StatusPreset, statusPresets } from './status-meanings.ts';

export const config = Type.Object({
  address: text({
    title: { en: 'Address', zh: '地址' },
    help: {
      en: 'smpp://host:port, or ssmpp://host:port for TLS',
      zh: 'smpp://主机:端口；使用 TLS 时为 ssmpp://主机:端口',
    },
    examples: ['smpp://smsc.example.com:2775'],
    pattern: '^s?smpp://[^\\s/?#@]+$',
  }),
  systemId: text({ title: { en: 'System ID', zh: '系统 ID（账号）' }, maxLength: 64 }),
  password: secret({ title: { en: 'Password', zh: '密码' }, maxLength: 64 }),
  systemType: text({
    title: { en: 'System type', zh: '系统类型' },
    help: { en: 'Leave blank unless the vendor requires one.', zh: '服务商未要求时留空。' },
    ...{ minLength: 0, maxLength: 12, default: '' },
  }),
  addressRange: text({
    title: { en: 'Address range', zh: '地址范围（address_range）' },
    help: { en: 'Leave blank unless the vendor requires one.', zh: '服务商未要求时留空。' },
    ...{ minLength: 0, maxLength: 40, default: '' },
  }),
  serviceType: text({
    title: { en: 'Service type', zh: '业务类型（service_type）' },
    help: { en: 'Leave blank unless the vendor requires one.', zh: '服务商未要求时留空。' },
    ...{ minLength: 0, maxLength: 5, default: '' },
  }),
  source: text({
    title: { en: 'Sender', zh: '发送方号码' },
    help: {
      en: 'The name or number that the vendor registered for you.',
      zh: '服务商为您登记的名称或号码。',
    },
    maxLength: 20,
  }),
  sourceTon: whole({
    title: { en: 'Sender: type of number (TON)', zh: '发送方 TON' },
    help: {
      en: '5 for a name, 1 for an international number, 3 for a short number.',
      zh: '名称为 5，国际号码为 1，短号码为 3。',
    },
    ...{ minimum: 0, maximum: 6, default: 5 },
  }),
  sourceNpi: whole({
    title: { en: 'Sender: numbering plan (NPI)', zh: '发送方 NPI' },
    help: { en: '0 for a name, 1 for a number.', zh: '名称为 0，号码为 1。' },
    ...{ minimum: 0, maximum: 18, default: 0 },
  }),
  destinationTon: whole({
    title: { en: 'Recipient: type of number (TON)', zh: '接收方 TON' },
    help: {
      en: '1 for an international number. Some vendors require 0.',
      zh: '国际号码为 1，部分服务商要求 0。',
    },
    ...{ minimum: 0, maximum: 6, default: 1 },
  }),
  destinationNpi: whole({
    title: { en: 'Recipient: numbering plan (NPI)', zh: '接收方 NPI' },
    help: {
      en: '1 for a phone number. Some vendors require 0.',
      zh: '电话号码为 1，部分服务商要求 0。',
    },
    ...{ minimum: 0, maximum: 18, default: 1 },
  }),
  alphabet: choice(['gsm', 'latin1', 'ia5'], {
    title: { en: 'Alphabet of data coding 0', zh: 'data_coding 0 的字符集' },
    help: {
      en: 'GSM 03.38, Latin-1 or IA5 (ASCII), as the vendor defines it.',
      zh: '以服务商的定义为准：GSM 03.38、Latin-1 或 IA5（ASCII）。',
    },
    default: 'gsm',
  }),
  bind: choice(['transceiver', 'pair'], {
    title: { en: 'Bind mode', zh: '绑定方式' },
    help: {
      en: 'One connection for both directions, or one transmitter and one receiver.',
      zh: '单连接双向收发，或发送与接收各一条连接。',
    },
    default: 'transceiver',
  }),
  binds: whole({
    title: { en: 'Binds per server process', zh: '每个服务进程的绑定数' },
    help: {
      en: 'Ask how many binds the account may have in all; many vendors allow one or two.',
      zh: '请向服务商确认账号的绑定总数上限，通常为一到两个。',
    },
    ...{ minimum: 1, maximum: 16, default: 1 },
  }),
  messagesPerSecond: whole({
    title: { en: 'Messages per second', zh: '每秒短信数' },
    help: {
      en:
        'The rate that the vendor allows the account, shared by all binds and server processes. Each segment ' +
        'counts. 0 for no limit.',
      zh: '服务商允许该账号的速率，由所有绑定和服务进程共享；长短信的每一条都计数。0 表示不限制。',
    },
    ...{ minimum: 0, maximum: 10_000, default: 0 },
  }),
  window: whole({
    title: { en: 'Window', zh: '窗口大小' },
    help: {
      en: 'Maximum number of unanswered messages per bind.',
      zh: '每个绑定上未应答短信的上限。',
    },
    ...{ minimum: 1, maximum: 1_000, default: 10 },
  }),
  responseSeconds: whole({
    title: { en: 'Response timeout (seconds)', zh: '应答超时（秒）' },
    ...{ minimum: 1, maximum: 120, default: 30 },
  }),
  validityMinutes: whole({
    title: { en: 'Message validity (minutes)', zh: '短信有效期（分钟）' },
    help: { en: "0 uses the vendor's default.", zh: '0 表示使用服务商的默认值。' },
    ...{ minimum: 0, maximum: 10_080, default: 0 },
  }),
  idForm: choice(['asIs', 'hexToDecimal', 'decimalToHex'], {
    title: { en: 'Message IDs in receipts', zh: '回执中的短信 ID' },
    help: {
      en:
        'How to convert the ID in a receipt to that in the response, if the vendor writes them ' +
        'differently.',
      zh: '服务商在回执与应答中以不同进制书写 ID 时，回执 ID 的换算方式。',
    },
    default: 'asIs',
  }),
  statusPreset: choice(Object.keys(statusPresets) as StatusPreset[], {
    title: { en: 'Status codes', zh: '状态码' },
    help: {
      en: "A carrier's own status codes, or only those of SMPP 3.4.",
      zh: '使用运营商自定义的状态码，或仅使用 SMPP 3.4 的状态码。',
    },
    default: 'none',
  }),
  rejectedStatuses: text({
    title: { en: 'Statuses that reject a message', zh: '表示拒收的状态码' },
    help: {
      en:
        'Statuses for data that other providers would refuse too, with a reason. After every other ' +
        'status, the next provider is asked.',
      zh: '其他服务商同样会拒绝的状态码及原因；收到其余状态码时，改由下一家服务商发送。',
    },
    examples: ['0x40A=blocked_by_person 0x432=content_refused'],
    pattern: '^\\s*(0x[0-9a-fA-F]{1,8}=[a-z_]+([\\s,]+|$))*$',
    ...{ minLength: 0, default: '' },
  }),
  unknownStatuses: text({
    title: { en: 'Statuses that prove nothing', zh: '无法确定结果的状态码' },
    help: {
      en:
        'Statuses that this vendor also returns for messages that it may have sent. The money stays held, ' +
        'and no other provider is asked.',
      zh: '短信可能已发出时该服务商也会返回的状态码；费用保持冻结，且不改由其他服务商发送。',
    },
    examples: ['0x08 0x45'],
    pattern: '^\\s*(0x[0-9a-fA-F]{1,8}([\\s,]+|$))*$',
    ...{ minLength: 0, default: '' },
  }),
  utcOffsetMinutes: whole({
    title: { en: 'Time zone of receipts', zh: '回执时间的时区' },
    help: { en: 'Minutes east of UTC; 480 in China.', zh: '相对 UTC 的分钟数，中国为 480。' },
    ...{ minimum: -720, maximum: 840, default: 0 },
  }),
  certificates: Type.Optional(
    text({
      title: { en: 'Certificates', zh: '证书' },
      help: {
        en: "PEM certificates to trust in addition to the system's, for a vendor with a private CA.",
        zh: 'PEM 格式，除系统证书外额外信任，用于自建 CA 的服务商。',
      },
      maxLength: 65_536,
    }),
  ),
});

export type SmppConfig = Static<typeof config>;

const noHost = { en: 'must name a host and a port', zh: '必须包含主机和端口' };
const noReason = {
  en: 'has the unknown reason “{reason}” (known: {reasons})',
  zh: '中的原因“{reason}”不在可用范围内（可用：{reasons}）',
} as const;
const notPem = { en: 'must be a certificate in PEM', zh: '必须是 PEM 格式的证书' };

/** Finds settings with which no bind can be opened, and reasons that do not exist. */
export function findConfigFaults(settings: SmppConfig): Bilingual[] {
  const { address, certificates, rejectedStatuses } = settings;
  const reason = findUnknownReason(rejectedStatuses);
  return [
    ...(reason === undefined
      ? []
      : [
          prefixField(
            'rejectedStatuses',
            fillText(noReason, { reason, reasons: Object.keys(failureReasons) }),
          ),
        ]),
    ...(URL.canParse(address) ? [] : [prefixField('address', noHost)]),
    ...(certificates === undefined || isCertificate(certificates)
      ? []
      : [prefixField('certificates', notPem)]),
  ];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}
