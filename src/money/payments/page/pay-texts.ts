import type { Language } from '../../../foundation/contract/text/languages.ts';

/** All texts of the page on which a payment inside an app is made. */
const en = {
  pay: 'Pay {amount}',
  back: 'Back without paying',
  backOnly: 'Back',
  loading: 'Contacting WeChat Pay…',
  ready: 'WeChat asks you to confirm the payment.',
  asking: 'Checking whether the payment arrived…',
  unconfirmed:
    'WeChat Pay has not confirmed a payment yet. If you have paid, it is credited as soon as WeChat Pay confirms it. Do not pay again.',
  check: 'Check again',
  again: 'This page was opened too long ago, twice, or in another browser. Start again to pay.',
  start: 'Start again',
  other:
    'This payment was opened with another WeChat account before, and only that one can pay it. Go back and begin a new payment.',
  down: 'WeChat Pay did not answer as expected. Start again, or go back.',
  outsideHeading: 'Open this page in WeChat',
  outsideText:
    'This payment is made inside WeChat on a phone. Send the address of this page to yourself in WeChat and open it there, or go back and pay by QR code.',
  overHeading: 'This payment is finished',
  overText: 'Go back to see the result.',
  unknownHeading: 'Payment not found',
  unknownText: 'Begin the payment again.',
  noScript: 'Paying needs JavaScript.',
} as const;

export type PayTexts = Readonly<Record<keyof typeof en, string>>;

const zh: PayTexts = {
  pay: '支付 {amount}',
  back: '暂不支付，返回',
  backOnly: '返回',
  loading: '正在连接微信支付…',
  ready: '点击后将由微信请您确认支付。',
  asking: '正在查询支付结果…',
  unconfirmed: '微信支付尚未确认到账。如已付款，确认后会自动入账，请勿重复支付。',
  check: '重新查询',
  again: '页面已超时、重复打开或在其他浏览器中打开，请重新开始支付。',
  start: '重新开始',
  other: '该笔支付已由另一个微信账号打开，只能由该账号支付。请返回并重新发起支付。',
  down: '微信支付响应异常，请重新开始，或返回。',
  outsideHeading: '请在微信中打开此页面',
  outsideText: '该笔支付需在手机微信内完成。请将本页地址发送到微信后打开，或返回选择扫码支付。',
  overHeading: '该笔支付已结束',
  overText: '请返回查看结果。',
  unknownHeading: '未找到该支付',
  unknownText: '请重新发起支付。',
  noScript: '支付需要启用 JavaScript。',
};

export const payTexts: Readonly<Record<Language, PayTexts>> = { en, zh };
