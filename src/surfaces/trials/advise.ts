import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import { isInsideUrl } from '../../foundation/outbound/is-inside-url.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import type { OpenedMessages } from '../../vendors/providers/open-provider.ts';
import { isFinal, type SeenMessage } from './watch-message.ts';

const texts = {
  browserData: {
    en: 'This vendor needs data that its script collects in the browser of the person. Pass it with --browser-data, or make a call and open its link.',
    zh: '该服务商需要其脚本在本人浏览器中采集的数据。请用 --browser-data 传入，或发起一次调用并打开其链接。',
  },
  none: {
    en: 'This vendor sends no receipts and has no status query. Check the phone.',
    zh: '该服务商没有回执，也无法查询状态，请在手机上确认。',
  },
  notYet: { en: 'No receipt yet.', zh: '尚未收到回执。' },
  deliveredUnreported: {
    en: 'The vendor says that the message ended ({state}), but no receipt arrived.',
    zh: '服务商的查询结果为 {state}，但没有收到回执。',
  },
  unsaved: {
    en: 'The provider is not saved, so its callback URL does not exist yet. Save it, then test again.',
    zh: '该服务商尚未保存，回调地址还不存在。请先保存，再测试。',
  },
  callback: {
    en: 'Is the callback URL reachable from the internet, and is a server running? {url}',
    zh: '回调地址能否从公网访问，服务是否在运行？{url}',
  },
  inside: {
    en: 'That URL leads to an internal address, which the vendor cannot reach. Set PUBLIC_URL.',
    zh: '该地址指向内网，服务商无法访问，请设置 PUBLIC_URL。',
  },
} as const;

interface Watched {
  vendor: Vendor;
  provider: Pick<OpenedMessages, 'receipts' | 'readCallback' | 'queryStatus'>;
  callbackUrl: string;
  isStored: boolean;
  seen: SeenMessage;
}

/** What a new account most likely has to do about a code; null if the code speaks for itself. */
export function hintOn({ hints = {} }: Vendor, code: string | undefined): Bilingual | null {
  return code !== undefined && Object.hasOwn(hints, code) ? (hints[code] ?? null) : null;
}

/** A session of this vendor cannot start without data that only the person's page collects. */
export const browserDataHint: Bilingual = texts.browserData;

/** Why no receipt of a test message arrived; empty if one did, or none was due. */
export async function adviseOnSilence(watched: Watched): Promise<Bilingual[]> {
  const { vendor, provider, callbackUrl, isStored, seen } = watched;
  const { receipts, queryStatus, readCallback } = provider;
  if (receipts.length === 0 && !queryStatus) return [texts.none];
  if (seen.receipts.some(({ state }) => isFinal(state))) return [];
  const ended = seen.status !== null && isFinal(seen.status.state) ? seen.status.state : undefined;
  if (!receipts.includes('push')) return ended ? [] : [texts.notYet];
  const hint = hintOn(vendor, 'no_receipt');
  return [
    ended ? fillText(texts.deliveredUnreported, { state: ended }) : texts.notYet,
    ...(isStored ? [] : [texts.unsaved]),
    ...(isStored && readCallback ? [fillText(texts.callback, { url: callbackUrl })] : []),
    ...(readCallback && (await isInsideUrl(callbackUrl)) ? [texts.inside] : []),
    ...(hint ? [hint] : []),
  ];
}
