import { X509Certificate } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { choice, secret, text, whole } from '../../providers/vendor-setting.ts';

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
    ...{ minimum: 1, maximum: 16, default: 2 },
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
const notPem = { en: 'must be a certificate in PEM', zh: '必须是 PEM 格式的证书' };

/** Finds settings with which no bind can be opened. */
export function findConfigFaults({ address, certificates }: SmppConfig): Bilingual[] {
  return [
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
