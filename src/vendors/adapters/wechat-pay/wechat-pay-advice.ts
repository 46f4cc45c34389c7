import type { VendorFacts } from '../../providers/vendor.ts';
import type { wechatPayConfig } from './wechat-pay-config.ts';

/** What the codes that a new merchant meets really mean. Sources: docs/providers/wechat-pay.md. */
export const wechatPayHints: VendorFacts<typeof wechatPayConfig>['hints'] = {
  SIGN_ERROR: {
    en: 'The private key does not belong to the merchant’s API certificate, the certificate was replaced, or this server’s clock is off by more than 5 minutes.',
    zh: '私钥与商户 API 证书不匹配、证书已更换，或本机时间相差超过 5 分钟。',
  },
  APPID_MCHID_NOT_MATCH: {
    en: 'The app ID is not bound to the merchant. Bind it in the merchant console.',
    zh: 'AppID 未与商户号绑定，请在商户平台绑定。',
  },
  NO_AUTH: {
    en: 'Native payment is not activated for this merchant.',
    zh: '该商户号未开通 Native 支付。',
  },
};
