import type { MessageVendor } from '../../providers/vendor.ts';
import { recordsDelay } from '../questions.ts';

/** What a new account of this vendor meets, and what only an account can show. */
export const yunxinAdvice: Pick<MessageVendor, 'hints' | 'questions'> = {
  // doc.yunxin.163.com, SMS server API, edition 2025-11-05 (2026-11-16). 403, 404 and 414 are "not permitted", "no such object"
  // and "wrong parameter" in the copies that public clients have (2026-11-17).
  hints: {
    '404': {
      en: 'The template does not exist at this endpoint. A code template works only for codes, a notification template only for notifications.',
      zh: '该接口下没有此模板。验证码模板只能发验证码，通知模板只能发通知。',
    },
    '414': {
      en: 'The App Key or App Secret is wrong, the clock of this server is off by more than 5 minutes, or a value does not fit the template. The detail says which.',
      zh: 'App Key 或 App Secret 有误、本服务器时间偏差超过 5 分钟，或变量与模板不符，详见返回说明。',
    },
    '403': {
      en: 'Yunxin does not permit the request. Check that the application has the SMS service, and that the account is not in arrears.',
      zh: '云信拒绝了该请求，请确认应用已开通短信服务，且账号未欠费。',
    },
    '416': {
      en: 'This number got too many messages. Wait, or test with another one.',
      zh: '该号码触发频率限制，请稍后再试或换一个号码。',
    },
    no_receipt: {
      en: 'Receipts arrive only after you enter the callback URL as 消息抄送 of the application and turn on the SMS receipt.',
      zh: '需在应用的“消息抄送”中填入上面的回调地址，并开启短信回执抄送后才有回执。',
    },
  },
  questions: [
    recordsDelay({
      en: 'querystatus is documented for notifications only. If it stays unknown for a code, only the receipt tells how a code ended.',
      zh: 'querystatus 只在通知短信的文档中出现。若验证码一直查不到，则只能以回执为准。',
    }),
  ],
};
