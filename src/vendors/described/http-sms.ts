import type { FormFault, TemplateSend } from '../providers/provider.ts';
import { asMessageVendor } from '../providers/vendor.ts';
import { compileSms } from './compile-sms.ts';
import { openDescribedSms } from './open-described-sms.ts';
import { smsSettings } from './sms-settings.ts';

/** An SMS vendor with an HTTP API that the operator describes in settings, without code. */
export const httpSms = asMessageVendor<typeof smsSettings>({
  kind: 'sms',
  code: 'http-sms',
  title: { en: 'Custom HTTP API (SMS)', zh: '自定义 HTTP 接口（短信）' },
  config: smsSettings,
  codes: {},
  receiptCodes: {},
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },
  findConfigFaults: (settings) => compileSms(settings).faults,

  findFault(send, settings) {
    const { names } = compileSms(settings).send;
    return (
      findMissing(send, names.includes('template') && !send.form.code, 'code', '模板编号') ??
      findMissing(send, names.includes('signName') && !send.form.signature, 'signature', '签名')
    );
  },

  open: (settings, tools) => openDescribedSms(compileSms(settings), settings, tools),
});

/** Finds a placeholder in the request for which the operator has given no value. */
function findMissing(
  { templateId }: TemplateSend,
  isMissing: boolean,
  en: string,
  zh: string,
): FormFault | undefined {
  if (!isMissing) return undefined;
  return {
    field: 'templateId',
    problem: {
      en: `${templateId} has no ${en} for this provider`,
      zh: `${templateId} 缺少该服务商所需的${zh}`,
    },
  };
}
