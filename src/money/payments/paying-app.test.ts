import { expect, test } from 'vitest';
import { appOf, offersIn } from './paying-app.ts';

test.each([
  ['Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.50(0x18003234) NetType/WIFI', 'wechat'],
  ['Mozilla/5.0 (Linux; Android 15) XWEB/1300 MMWEBSDK/2024 MicroMessenger/8.0.50', 'wechat'],
  ['Mozilla/5.0 (Windows NT 10.0) NetType/WIFI MicroMessenger/7.0.20 WindowsWechat', undefined],
  ['Mozilla/5.0 (Macintosh) MicroMessenger/6.8.0 MacWechat/3.8.7', undefined],
  ['Mozilla/5.0 (iPhone) Version/18.0 Mobile/15E148 Safari/604.1', undefined],
  [undefined, undefined],
])('the browser of an app is known by its user agent: %s', (agent, app) => {
  expect(appOf(agent)).toBe(app);
});

const offers = [
  { providerCode: 'alipay', method: 'qr', shows: 'qr' },
  { providerCode: 'bare', method: 'qr', shows: 'qr' },
  { providerCode: 'stripe', method: 'card', shows: 'page' },
  { providerCode: 'wechat', method: 'qr', shows: 'qr' },
  { providerCode: 'wechat', method: 'jsapi', shows: 'page', app: 'wechat' },
] as const;

test.each([
  ['wechat', ['alipay qr', 'bare qr', 'stripe card', 'wechat jsapi']],
  [undefined, ['alipay qr', 'bare qr', 'stripe card', 'wechat qr']],
] as const)('in %s, only what can be paid there is offered', (app, expected) => {
  const offered = offersIn(app, offers).map(
    ({ providerCode, method }) => `${providerCode} ${method}`,
  );
  expect(offered).toEqual(expected);
});
