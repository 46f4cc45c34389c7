import type { Static, TObject } from 'typebox';
import type { FormFault, TemplateSend } from './provider.ts';
import { findRuleFault } from './template-values.ts';
import type { MessageVendor } from './vendor.ts';

/** Finds what a vendor with these settings would refuse, before any money moves. */
export function findFault(
  vendor: Pick<MessageVendor, 'regions' | 'longMessages' | 'template' | 'findFault'>,
  config: Static<TObject>,
  send: TemplateSend,
): FormFault | undefined {
  const { regions, longMessages, template } = vendor;
  if (regions !== 'all' && !regions.includes(send.region ?? '')) {
    return {
      field: 'mobile',
      problem: {
        en: 'belongs to a region that this provider does not serve',
        zh: '所属地区不在该服务商的服务范围内',
      },
    };
  }
  if (!longMessages && send.parts > 1) {
    return {
      field: Object.keys(send.variables)[0] ?? 'templateId',
      problem: {
        en: 'makes the message longer than the one segment that this provider sends',
        zh: '使短信超过该服务商支持的单条长度',
      },
    };
  }
  return findRuleFault(template, send) ?? vendor.findFault?.(send, config);
}
