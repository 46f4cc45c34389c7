import type { PageLanguage } from '../../foundation/page/page-languages.ts';

/** All texts of the sandbox's payment page. */
const en = {
  title: 'Payment',
  testBar: 'TEST · This page simulates a provider. No money moves.',
  heading: 'Choose the outcome',
  pay: 'Pay',
  fail: 'Fail',
  leave: 'Leave it open',
  endedHeading: 'This order is finished',
  endedText: 'Go back to see the result.',
  unknownHeading: 'Order not found',
  unknownText: 'Start the payment again.',
  back: 'Go back',
};

export type PaymentTexts = Readonly<Record<keyof typeof en, string>>;

const zhCn: PaymentTexts = {
  title: '支付',
  testBar: '测试 · 本页面模拟服务商，不会产生真实扣款。',
  heading: '请选择支付结果',
  pay: '支付成功',
  fail: '支付失败',
  leave: '暂不支付',
  endedHeading: '订单已结束',
  endedText: '请返回查看结果。',
  unknownHeading: '订单不存在',
  unknownText: '请重新发起支付。',
  back: '返回',
};

const zhTw: PaymentTexts = {
  title: '付款',
  testBar: '測試 · 本頁面模擬服務商，不會產生真實扣款。',
  heading: '請選擇付款結果',
  pay: '付款成功',
  fail: '付款失敗',
  leave: '暫不付款',
  endedHeading: '訂單已結束',
  endedText: '請返回查看結果。',
  unknownHeading: '找不到訂單',
  unknownText: '請重新發起付款。',
  back: '返回',
};

export const paymentTexts: Readonly<Record<PageLanguage, PaymentTexts>> = {
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};
