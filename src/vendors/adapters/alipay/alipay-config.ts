import type { KeyObject } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { address, choice, text } from '../../providers/vendor-setting.ts';
import { isKeyPair, readCertificates, readPrivateKey, readPublicKey } from '../rsa-keys.ts';

const long = { multiline: true, maxLength: 16_384 } as const;

export const alipayConfig = Type.Object({
  appId: text({
    title: { en: 'App ID', zh: '应用 APPID' },
    help: {
      en: 'The ID of the web application at open.alipay.com, 16 digits.',
      zh: '支付宝开放平台网页应用的 APPID，16 位数字。',
    },
    pattern: '^[0-9]{16}$',
  }),
  sellerId: text({
    title: { en: 'Merchant ID (PID)', zh: '商户号（PID）' },
    help: {
      en: 'The account that receives the money, 16 digits that begin with 2088.',
      zh: '收款账号的 PID，以 2088 开头的 16 位数字。',
    },
    pattern: '^2088[0-9]{12}$',
  }),
  privateKey: text({
    title: { en: 'Application private key', zh: '应用私钥' },
    help: {
      en: 'The RSA2 key that you generated, as PEM or as one line of base64.',
      zh: '自行生成的 RSA2 应用私钥，PEM 格式或一行 Base64。',
    },
    secret: true,
    ...long,
  }),
  alipayPublicKey: Type.Optional(
    text({
      title: { en: 'Alipay public key', zh: '支付宝公钥' },
      help: {
        en: 'Shown next to the application key, which is another one. Leave it blank if the application uses certificates.',
        zh: '在开放平台“接口加签方式”中查看，不是应用公钥。使用证书模式时留空。',
      },
      ...long,
    }),
  ),
  appCertificate: Type.Optional(
    text({
      title: { en: 'Application certificate', zh: '应用公钥证书' },
      help: {
        en: 'The contents of appCertPublicKey_….crt.',
        zh: 'appCertPublicKey_….crt 的内容。',
      },
      ...long,
    }),
  ),
  alipayCertificate: Type.Optional(
    text({
      title: { en: 'Alipay certificate', zh: '支付宝公钥证书' },
      help: {
        en: 'The contents of alipayCertPublicKey_RSA2.crt.',
        zh: 'alipayCertPublicKey_RSA2.crt 的内容。',
      },
      ...long,
    }),
  ),
  rootCertificate: Type.Optional(
    text({
      title: { en: 'Alipay root certificate', zh: '支付宝根证书' },
      help: { en: 'The contents of alipayRootCert.crt.', zh: 'alipayRootCert.crt 的内容。' },
      ...long,
    }),
  ),
  qrProduct: choice(['QR_CODE_OFFLINE', 'FACE_TO_FACE_PAYMENT'] as const, {
    title: { en: 'Product for QR codes', zh: '扫码支付的产品码' },
    help: {
      en: 'QR_CODE_OFFLINE for the contract 订单码支付, FACE_TO_FACE_PAYMENT for 当面付.',
      zh: '签约订单码支付选 QR_CODE_OFFLINE，签约当面付选 FACE_TO_FACE_PAYMENT。',
    },
    default: 'QR_CODE_OFFLINE',
  }),
  endpoint: address({
    title: { en: 'Gateway', zh: '网关地址' },
    default: 'https://openapi.alipay.com/gateway.do',
  }),
});
export type AlipayConfig = Static<typeof alipayConfig>;

const problems = {
  privateKey: {
    en: 'must be an RSA private key of at least 2048 bits, as PEM or base64',
    zh: '必须是 2048 位以上的 RSA 私钥，PEM 或 Base64 格式',
  },
  publicKey: {
    en: 'must be an RSA public key of at least 2048 bits, as PEM or base64',
    zh: '必须是 2048 位以上的 RSA 公钥，PEM 或 Base64 格式',
  },
  certificate: {
    en: 'must be an RSA certificate as PEM, beginning with -----BEGIN CERTIFICATE-----',
    zh: '必须是 PEM 格式的 RSA 证书，以 -----BEGIN CERTIFICATE----- 开头',
  },
  own: {
    en: 'belongs to your application key; copy the one that Alipay issues',
    zh: '与应用私钥成对，请改用支付宝颁发的那一份',
  },
  notPair: {
    en: 'does not belong to the application private key',
    zh: '与应用私钥不匹配',
  },
  either: {
    en: 'is required, unless you enter the three certificates',
    zh: '必填；使用证书模式时改填三份证书',
  },
  notBoth: {
    en: 'must be blank if you enter certificates: an application uses one or the other',
    zh: '与证书只能二选一，使用证书模式时请留空',
  },
  together: {
    en: 'is required together with the other two certificates',
    zh: '必填，三份证书需同时提供',
  },
} as const;

const certificateSettings = ['appCertificate', 'alipayCertificate', 'rootCertificate'] as const;

export function findAlipayFaults(config: AlipayConfig): readonly Bilingual[] {
  const privateKey = readPrivateKey(config.privateKey);
  const own = privateKey ? [] : [prefixField('privateKey', problems.privateKey)];
  const given = certificateSettings.filter((name) => config[name] !== undefined);
  if (given.length === 0) return [...own, ...publicKeyFaults(config, privateKey)];
  return [
    ...own,
    ...(config.alipayPublicKey ? [prefixField('alipayPublicKey', problems.notBoth)] : []),
    ...certificateSettings.flatMap((name) => {
      const problem = certificateProblem(name, config[name], privateKey);
      return problem ? [prefixField(name, problem)] : [];
    }),
  ];
}

function publicKeyFaults(
  { alipayPublicKey }: AlipayConfig,
  privateKey: KeyObject | undefined,
): readonly Bilingual[] {
  if (alipayPublicKey === undefined) return [prefixField('alipayPublicKey', problems.either)];
  const publicKey = readPublicKey(alipayPublicKey);
  if (!publicKey) return [prefixField('alipayPublicKey', problems.publicKey)];
  const isOwn = privateKey !== undefined && isKeyPair(privateKey, publicKey);
  return isOwn ? [prefixField('alipayPublicKey', problems.own)] : [];
}

function certificateProblem(
  name: (typeof certificateSettings)[number],
  pem: string | undefined,
  privateKey: KeyObject | undefined,
): Bilingual | undefined {
  if (pem === undefined) return problems.together;
  const certificates = readCertificates(pem);
  const isRoot = name === 'rootCertificate';
  if (!certificates?.some(isRsaSigned)) return problems.certificate;
  const [{ publicKey }] = certificates;
  if (isRoot || !privateKey) return undefined;
  const isOwn = isKeyPair(privateKey, publicKey);
  if (name === 'appCertificate') return isOwn ? undefined : problems.notPair;
  return isOwn ? problems.own : undefined;
}

/** The root file has certificates of other algorithms too, which do not count. */
export function isRsaSigned({ signatureAlgorithmOid }: { signatureAlgorithmOid?: string }) {
  return signatureAlgorithmOid?.startsWith('1.2.840.113549.1.1.') ?? false;
}
