import type { VendorFacts } from '../../providers/vendor.ts';
import type { alipayConfig } from './alipay-config.ts';

/** What the codes that a new application meets really mean. Sources: docs/providers/alipay.md. */
export const alipayHints: VendorFacts<typeof alipayConfig>['hints'] = {
  'isv.invalid-app-id': {
    en: 'The application is not known at this gateway, or not online. A sandbox application works only with the sandbox gateway.',
    zh: '该网关上没有这个应用，或应用未上线。沙箱应用只能使用沙箱网关。',
  },
  'isv.invalid-signature': {
    en: 'The private key does not match the application’s public key at Alipay, or the key belongs to another environment.',
    zh: '应用私钥与开放平台上的应用公钥不匹配，或沙箱与正式环境的密钥混用。',
  },
  'isv.insufficient-isv-permissions': {
    en: 'The product is not signed, or the application is not bound to the merchant account.',
    zh: '产品未签约，或应用未绑定商家账号。',
  },
  'ACQ.ACCESS_FORBIDDEN': {
    en: 'The product is not signed. Check that the product for QR codes in the settings is the one of your contract.',
    zh: '产品未签约。请确认设置中的扫码产品码与签约产品一致。',
  },
};
