import type { Device } from '../../../vendors/providers/provider.ts';

/**
 * What a browser says it is. The page looks closer, because a tablet may say that it is a desktop.
 */
export function deviceOf(userAgent: string | undefined): Device {
  const text = userAgent ?? '';
  // WeChat on a desktop has no camera that a provider could use either.
  if (/MicroMessenger/i.test(text) && !/WindowsWechat|MacWechat/i.test(text)) return 'wechat';
  return /Mobi|Android|iPhone|iPad|iPod|HarmonyOS/i.test(text) ? 'mobile' : 'desktop';
}

export function isDevice(value: unknown): value is Device {
  return value === 'wechat' || value === 'mobile' || value === 'desktop';
}
