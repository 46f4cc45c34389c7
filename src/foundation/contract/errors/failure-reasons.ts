import type { Bilingual } from '../text/bilingual.ts';

/** Why a message or a check failed, and what its caller can do. */
export interface FailureRow extends Bilingual {
  readonly fix: Bilingual;
  /** What customers read in the console where the words are about the operator's own suppliers. */
  readonly toCaller?: Bilingual;
}

/** Why a message failed. Checks share the reasons that are about the provider. */
export const messageReasons = {
  number_invalid: {
    en: 'the number does not exist',
    zh: '号码不存在',
    fix: { en: 'Check the number and ask for it again', zh: '请核对号码，或让用户重新填写' },
  },
  address_invalid: {
    en: 'the mail server refused the address',
    zh: '邮箱地址不存在或被拒收',
    fix: { en: 'Check the address and ask for it again', zh: '请核对邮箱地址，或让用户重新填写' },
  },
  number_off: {
    en: 'the phone is off, out of coverage or suspended',
    zh: '手机关机、不在服务区或停机',
    fix: { en: 'Wait and send again, or call', zh: '请稍后重发，或改用电话联系' },
  },
  number_not_mobile: {
    en: 'the number cannot receive messages',
    zh: '该号码无法接收短信',
    fix: { en: 'Ask for a mobile number', zh: '请让用户提供手机号码' },
  },
  blocked_by_person: {
    en: 'the recipient opted out or blocked messages',
    zh: '收件人已退订或加入黑名单',
    fix: { en: 'Offer another way to reach them', zh: '请改用其他联系方式' },
  },
  blocked_by_carrier: {
    en: 'the carrier blocked the message',
    zh: '运营商拦截了短信',
    fix: {
      en: 'Check the text for links and ads; if it repeats, contact support',
      zh: '请检查文案中的链接和营销用语；反复出现时请联系我们',
    },
  },
  content_refused: {
    en: 'the content was rejected',
    zh: '短信内容未通过审核',
    fix: { en: 'Change the text and send again', zh: '请修改内容后重发' },
  },
  template_refused: {
    en: 'the template was rejected',
    zh: '短信模板未通过或不匹配',
    fix: { en: 'Contact support about the template', zh: '请联系我们核对模板' },
  },
  signature_refused: {
    en: 'the signature was rejected',
    zh: '短信签名未通过或未报备',
    fix: { en: 'Contact support about the signature', zh: '请联系我们核对签名' },
  },
  variable_refused: {
    en: 'a template variable was rejected',
    zh: '模板变量不符合要求',
    fix: {
      en: 'Shorten the value, and remove links and symbols',
      zh: '请缩短变量内容，去掉链接和特殊符号',
    },
  },
  frequency: {
    en: 'the number received too many messages',
    zh: '该号码发送过于频繁',
    fix: { en: 'Wait before sending to this number again', zh: '请稍后再向该号码发送' },
  },
  region: {
    en: 'messages to this region are not supported',
    zh: '不支持向该地区发送',
    fix: {
      en: 'Check the country code, or ask for this region',
      zh: '请核对国家代码，或联系我们开通该地区',
    },
  },
  expired: {
    en: 'the message expired before delivery',
    zh: '在有效期内未能送达',
    fix: { en: 'Send again if it is still needed', zh: '如仍需要，请重新发送' },
  },
  provider_balance: {
    en: 'the balance at the provider is too low',
    zh: '服务商账户余额不足',
    fix: { en: 'Send again later', zh: '请稍后重试' },
    toCaller: { en: 'could not be sent by the platform', zh: '平台暂时无法发送' },
  },
  provider_limit: {
    en: 'the provider has reached its limit',
    zh: '服务商已达到流量上限',
    fix: { en: 'Send again in a minute', zh: '请一分钟后重试' },
    toCaller: { en: 'the sending channel was busy', zh: '发送通道繁忙' },
  },
  provider_setup: {
    en: 'the provider is misconfigured',
    zh: '服务商配置有误',
    fix: { en: 'Contact support with the request ID', zh: '请凭请求 ID 联系我们' },
    toCaller: { en: 'could not be sent by the platform', zh: '平台暂时无法发送' },
  },
  provider_fault: {
    en: 'the provider had an internal error',
    zh: '服务商系统故障',
    fix: { en: 'Send again', zh: '请重新发送' },
    toCaller: { en: 'the sending channel had a fault', zh: '发送通道故障' },
  },
  provider_unreachable: {
    en: 'the provider could not be reached',
    zh: '无法连接服务商',
    fix: { en: 'Send again', zh: '请重新发送' },
    toCaller: { en: 'the sending channel could not be reached', zh: '发送通道暂时不可用' },
  },
  no_answer: {
    en: 'the provider timed out',
    zh: '服务商响应超时',
    fix: { en: 'Wait: the outcome is being looked up', zh: '请稍候，正在查询结果' },
    toCaller: { en: 'no answer in time', zh: '未及时得到结果' },
  },
  not_understood: {
    en: 'the provider returned an unexpected response',
    zh: '服务商返回了无法识别的结果',
    fix: { en: 'Wait: the outcome is being looked up', zh: '请稍候，正在查询结果' },
    toCaller: { en: 'the outcome could not be read', zh: '暂时无法判断结果' },
  },
} as const satisfies Record<string, FailureRow>;

export type MessageReason = keyof typeof messageReasons;

/** Why a check failed. */
export const checkReasons = {
  identity_mismatch: {
    en: 'the name and ID number do not match',
    zh: '姓名与身份证号不一致',
    fix: { en: 'Have the person correct name and ID number', zh: '请让用户核对姓名和身份证号' },
  },
  identity_not_found: {
    en: 'the ID number was not found',
    zh: '未查询到该身份信息',
    fix: { en: 'Check the ID number, or verify in person', zh: '请核对身份证号，或改为人工核验' },
  },
  identity_invalid: {
    en: 'the name or ID number is invalid',
    zh: '姓名或身份证号无效',
    fix: { en: 'Have the person correct name and ID number', zh: '请让用户核对姓名和身份证号' },
  },
  document_refused: {
    en: 'the document was rejected',
    zh: '证件未通过核验',
    fix: { en: 'Have the person use another document', zh: '请让用户更换证件' },
  },
  face_mismatch: {
    en: 'the face does not match',
    zh: '人脸与证件照不一致',
    fix: { en: 'Create a new check, or verify in person', zh: '请重新发起核验，或改为人工核验' },
  },
  photo_missing: {
    en: 'there is no reference photo to compare with',
    zh: '没有可供比对的照片',
    fix: { en: 'Verify in person', zh: '请改为人工核验' },
  },
  liveness: {
    en: 'the liveness check failed',
    zh: '未通过活体检测',
    fix: { en: 'Create a new check; good light helps', zh: '请在光线充足处重新核验' },
  },
  picture_quality: {
    en: 'the image quality was too low',
    zh: '画面质量不足',
    fix: { en: 'Create a new check; good light helps', zh: '请在光线充足处重新核验' },
  },
  device_refused: {
    en: 'the device or its camera could not be used',
    zh: '设备或摄像头不可用',
    fix: { en: 'Have the person use another device', zh: '请让用户更换设备' },
  },
  consent_refused: {
    en: 'the person did not consent',
    zh: '用户未同意',
    fix: { en: 'Offer another way to verify', zh: '请提供其他核验方式' },
  },
  under_age: {
    en: 'the person is below the required age',
    zh: '用户未达到年龄要求',
    fix: { en: 'Nothing: the person may not be checked', zh: '无需处理：该用户不可核验' },
  },
  abandoned: {
    en: 'the person did not finish the check',
    zh: '用户未完成核验',
    fix: { en: 'Send the person a new link', zh: '请重新发送核验链接' },
  },
  too_many_attempts: {
    en: 'there were too many attempts',
    zh: '尝试次数过多',
    fix: { en: 'Wait a day, or verify in person', zh: '请次日再试，或改为人工核验' },
  },
} as const satisfies Record<string, FailureRow>;

/**
 * The one table of failure reasons. Every vendor's codes map to it, so callers see the same reasons whichever
 * provider handled the call.
 */
export const failureReasons = { ...messageReasons, ...checkReasons };

export type FailureReason = keyof typeof failureReasons;

/** The request field that a failure reason is about, or the provider when it is about no field. */
export function fieldOfReason(reason: FailureReason): string {
  if (reason.startsWith('number_') || reason === 'frequency' || reason === 'region')
    return 'mobile';
  if (reason.startsWith('blocked_')) return 'mobile';
  if (reason.startsWith('identity_')) return 'cardNo';
  return 'provider';
}
