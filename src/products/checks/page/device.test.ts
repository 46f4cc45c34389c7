import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

test.each([
  ['wechat', 'Mozilla/5.0 (Linux; Android 13) Mobile Safari/537.36 MicroMessenger/8.0.49'],
  ['wechat', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Mobile/15E148 MicroMessenger/8.0.50'],
  ['desktop', 'Mozilla/5.0 (Windows NT 10.0) MicroMessenger/7.0.20 WindowsWechat'],
  ['mobile', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Version/17.0 Mobile/15E148 Safari/604.1'],
  ['mobile', 'Mozilla/5.0 (Phone; OpenHarmony 5.0; HarmonyOS) ArkWeb/4.1 Mobile'],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0.0.0 Safari/537.36'],
  ['desktop', undefined],
] as const)('a browser is recognized as %s: %s', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device);
});
