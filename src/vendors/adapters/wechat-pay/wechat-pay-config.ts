import type { KeyObject } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { type Bilingual, prefixField } from '../../../foundation/contract/text/bilingual.ts';
import { address, secret, text } from '../../providers/vendor-setting.ts';
import { isKeyPair, readCertificates, readPrivateKey, readPublicKey } from '../rsa-keys.ts';

const long = { multiline: true, maxLength: 16_384 } as const;

export const wechatPayConfig = Type.Object({
  appId: text({
    title: { en: 'App ID', zh: 'AppID' },
    help: {
      en: 'An app ID that is bound to the merchant; begins with wx.',
      zh: '与商户号绑定的 AppID，以 wx 开头。',
    },
    pattern: '^wx[0-9a-zA-Z]{6,30}$',
  }),
  merchantId: text({
    title: { en: 'Merchant ID', zh: '商户号' },
    help: { en: 'At pay.weixin.qq.com, under the account.', zh: '在商户平台的账户中心查看。' },
    pattern: '^[0-9]{8,10}$',
  }),
  privateKey: text({
    title: { en: 'Merchant private key', zh: '商户 API 私钥' },
    help: { en: 'The contents of apiclient_key.pem.', zh: 'apiclient_key.pem 的内容。' },
    secret: true,
    ...long,
  }),
  certificate: text({
    title: { en: 'Merchant API certificate', zh: '商户 API 证书' },
    help: { en: 'The contents of apiclient_cert.pem.', zh: 'apiclient_cert.pem 的内容。' },
    ...long,
  }),
  apiV3Key: secret({
    title: { en: 'APIv3 key', zh: 'APIv3 密钥' },
    help: {
      en: '32 characters, set under API security. Without it WeChat Pay sends no notices.',
      zh: '在“API 安全”中设置的 32 个字符。未设置时微信支付不发送通知。',
    },
    minLength: 32,
    maxLength: 32,
  }),
  publicKeyId: Type.Optional(
    text({
      title: { en: 'WeChat Pay public key ID', zh: '微信支付公钥 ID' },
      help: { en: 'Begins with PUB_KEY_ID_.', zh: '以 PUB_KEY_ID_ 开头。' },
      pattern: '^PUB_KEY_ID_[0-9A-Za-z]+$',
    }),
  ),
  publicKey: Type.Optional(
    text({
      title: { en: 'WeChat Pay public key', zh: '微信支付公钥' },
      help: { en: 'The contents of pub_key.pem.', zh: 'pub_key.pem 的内容。' },
      ...long,
    }),
  ),
  platformCertificates: Type.Optional(
    text({
      title: { en: 'WeChat Pay platform certificates', zh: '微信支付平台证书' },
      help: {
        en: 'Only for a merchant without the public key: the contents of wechatpay_….pem, several one below the other.',
        zh: '仅用于没有微信支付公钥的商户：wechatpay_….pem 的内容，多份依次粘贴。',
      },
      ...long,
    }),
  ),
  appSecret: Type.Optional(
    secret({
      title: { en: 'AppSecret of the official account', zh: '公众号 AppSecret' },
      help: {
        en: 'For payments inside WeChat (JSAPI): the app ID must be that of a verified service account, whose AppSecret this is. Without it, customers pay by QR code only.',
        zh: '用于微信内支付（JSAPI）：AppID 须为已认证服务号的 AppID，此处填写该服务号的 AppSecret。未填写时仅支持扫码支付。',
      },
      maxLength: 128,
    }),
  ),
  endpoint: address({
    title: { en: 'Address', zh: '接口地址' },
    default: 'https://api.mch.weixin.qq.com',
  }),
  payerEndpoint: address({
    title: { en: 'Address of page authorization', zh: '网页授权地址' },
    default: 'https://open.weixin.qq.com',
  }),
  accountEndpoint: address({
    title: { en: 'Address of the official account’s API', zh: '公众号接口地址' },
    default: 'https://api.weixin.qq.com',
  }),
});
export type WechatPayConfig = Static<typeof wechatPayConfig>;

const problems = {
  privateKey: {
    en: 'must be an RSA private key of at least 2048 bits, as in apiclient_key.pem',
    zh: '必须是 2048 位以上的 RSA 私钥，即 apiclient_key.pem 的内容',
  },
  certificate: {
    en: 'must be one certificate as PEM, as in apiclient_cert.pem',
    zh: '必须是一份 PEM 格式的证书，即 apiclient_cert.pem 的内容',
  },
  notPair: { en: 'does not belong to the private key', zh: '与私钥不匹配' },
  ascii: { en: 'must be 32 characters of ASCII', zh: '必须是 32 个 ASCII 字符' },
  either: {
    en: 'is required, unless you enter platform certificates',
    zh: '必填；没有微信支付公钥时改填平台证书',
  },
  together: {
    en: 'is required together with the public key or its ID',
    zh: '必填，微信支付公钥与公钥 ID 需同时提供',
  },
  publicKey: {
    en: 'must be an RSA public key as PEM, as in pub_key.pem',
    zh: '必须是 PEM 格式的 RSA 公钥，即 pub_key.pem 的内容',
  },
  own: {
    en: 'belongs to your own private key; enter the one of WeChat Pay',
    zh: '与商户私钥成对，请改用微信支付的公钥',
  },
  platform: {
    en: 'must be certificates of WeChat Pay as PEM, not your own',
    zh: '必须是 PEM 格式的微信支付平台证书，而非商户证书',
  },
} as const;

type Named = readonly [keyof WechatPayConfig, Bilingual | undefined];

export function findWechatPayFaults(config: WechatPayConfig): readonly Bilingual[] {
  const own = readPrivateKey(config.privateKey);
  const named: readonly Named[] = [
    ['privateKey', own ? undefined : problems.privateKey],
    ['certificate', certificateProblem(config.certificate, own)],
    ['apiV3Key', /^[\x20-\x7e]{32}$/.test(config.apiV3Key) ? undefined : problems.ascii],
    ['publicKeyId', config.publicKeyId ? undefined : idProblem(config)],
    ['publicKey', publicKeyProblem(config, own)],
    ['platformCertificates', platformProblem(config.platformCertificates, own)],
  ];
  return named.flatMap(([name, problem]) => (problem ? [prefixField(name, problem)] : []));
}

function certificateProblem(pem: string, own: KeyObject | undefined): Bilingual | undefined {
  const [first, ...more] = readCertificates(pem) ?? [];
  if (!first || more.length > 0) return problems.certificate;
  return own && !isKeyPair(own, first.publicKey) ? problems.notPair : undefined;
}

function idProblem({ publicKey, platformCertificates }: WechatPayConfig): Bilingual | undefined {
  if (publicKey) return problems.together;
  return platformCertificates ? undefined : problems.either;
}

function publicKeyProblem(
  { publicKey, publicKeyId }: WechatPayConfig,
  own: KeyObject | undefined,
): Bilingual | undefined {
  if (publicKey === undefined) return publicKeyId ? problems.together : undefined;
  const key = readPublicKey(publicKey);
  if (!key) return problems.publicKey;
  return own && isKeyPair(own, key) ? problems.own : undefined;
}

function platformProblem(
  pem: string | undefined,
  own: KeyObject | undefined,
): Bilingual | undefined {
  if (pem === undefined) return undefined;
  const certificates = readCertificates(pem);
  if (!certificates) return problems.platform;
  const isOwn = certificates.some(({ publicKey }) => own && isKeyPair(own, publicKey));
  return isOwn ? problems.platform : undefined;
}
