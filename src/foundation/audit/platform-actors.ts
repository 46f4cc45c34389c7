import type { Bilingual } from '../contract/text/bilingual.ts';

/** The parts of the platform that change something by themselves, as a person reads them beside the names of people. */
export const platformActors = {
  cells: { en: 'The platform (cells)', zh: '平台（单元）' },
  closures: { en: 'The platform (account closure)', zh: '平台（关闭账户）' },
  deliveries: { en: 'The platform (webhook deliveries)', zh: '平台（Webhook 推送）' },
  'first start': { en: 'The platform (first start)', zh: '平台（首次启动）' },
  invoices: { en: 'The platform (invoicing)', zh: '平台（开票）' },
  mails: { en: 'The platform (email)', zh: '平台（邮件）' },
  'new platform': { en: 'The platform (first start)', zh: '平台（首次启动）' },
  'new products': { en: 'The platform (upgrade)', zh: '平台（升级）' },
  payments: { en: 'The platform (online payment)', zh: '平台（在线支付）' },
  'planned prices': { en: 'The platform (scheduled price)', zh: '平台（定时调价）' },
  prune: { en: 'The platform (data retention)', zh: '平台（数据保留期）' },
  reseal: { en: 'The platform (key rotation)', zh: '平台（密钥轮换）' },
  start: { en: 'The platform (start)', zh: '平台（启动）' },
  'stop-pumping': { en: 'The platform (abuse protection)', zh: '平台（防滥用）' },
} as const satisfies Record<string, Bilingual>;

export type PlatformActor = keyof typeof platformActors;

const platform: Bilingual = { en: 'The platform', zh: '平台' };

/** An actor of a migration, of an older version, or hidden from members is only the platform. */
export function platformActorName(name: string): Bilingual {
  return Object.hasOwn(platformActors, name) ? platformActors[name as PlatformActor] : platform;
}
