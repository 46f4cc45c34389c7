import type { Device } from '../../../vendors/providers/provider.ts';

/**
 * The device by its user agent. The page's script detects it again, because a tablet may identify as a desktop.
 */
export function deviceOf(userAgent: string | undefined): Device {
  const text = userAgent ?? '';
  // WeChat on a desktop counts as a desktop: it has no camera that a provider could use.
  if (/MicroMessenger/i.test(text) && !/WindowsWechat|MacWechat/i.test(text)) return 'wechat';
  return /Mobi|Android|iPhone|iPad|iPod|HarmonyOS/i.test(text) ? 'mobile' : 'desktop';
}

export function isDevice(value: unknown): value is Device {
  return value === 'wechat' || value === 'mobile' || value === 'desktop';
}
