/** Why a message or a check failed, worded for the caller. */
interface FailureRow {
  readonly en: string;
  readonly zh: string;
}

/**
 * The one table of failure reasons. Every vendor's codes map to it, so callers see the same reasons whichever
 * provider handled the call.
 */
export const failureReasons = {
  number_invalid: { en: 'the number does not exist', zh: '号码不存在' },
  number_off: {
    en: 'the phone is off, out of coverage or suspended',
    zh: '手机关机、不在服务区或停机',
  },
  number_not_mobile: { en: 'the number cannot receive messages', zh: '该号码无法接收短信' },
  blocked_by_person: {
    en: 'the recipient opted out or blocked messages',
    zh: '收件人已退订或加入黑名单',
  },
  blocked_by_carrier: { en: 'the carrier blocked the message', zh: '运营商拦截了短信' },
  content_refused: { en: 'the content was rejected', zh: '短信内容未通过审核' },
  template_refused: { en: 'the template was rejected', zh: '短信模板未通过或不匹配' },
  signature_refused: { en: 'the signature was rejected', zh: '短信签名未通过或未报备' },
  variable_refused: { en: 'a template variable was rejected', zh: '模板变量不符合要求' },
  frequency: { en: 'the number received too many messages', zh: '该号码发送过于频繁' },
  region: { en: 'messages to this region are not supported', zh: '不支持向该地区发送' },
  expired: { en: 'the message expired before delivery', zh: '在有效期内未能送达' },
  provider_balance: { en: 'the balance at the provider is too low', zh: '服务商账户余额不足' },
  provider_limit: { en: 'the provider has reached its limit', zh: '服务商已达到流量上限' },
  provider_setup: { en: 'the provider is misconfigured', zh: '服务商配置有误' },
  provider_fault: { en: 'the provider had an internal error', zh: '服务商系统故障' },
  provider_unreachable: { en: 'the provider could not be reached', zh: '无法连接服务商' },
  no_answer: { en: 'the provider timed out', zh: '服务商响应超时' },
  not_understood: {
    en: 'the provider returned an unexpected response',
    zh: '服务商返回了无法识别的结果',
  },

  identity_mismatch: { en: 'the name and ID number do not match', zh: '姓名与身份证号不一致' },
  identity_not_found: { en: 'the ID number was not found', zh: '未查询到该身份信息' },
  identity_invalid: { en: 'the name or ID number is invalid', zh: '姓名或身份证号无效' },
  document_refused: { en: 'the document was rejected', zh: '证件未通过核验' },
  face_mismatch: { en: 'the face does not match', zh: '人脸与证件照不一致' },
  photo_missing: { en: 'there is no reference photo to compare with', zh: '没有可供比对的照片' },
  liveness: { en: 'the liveness check failed', zh: '未通过活体检测' },
  picture_quality: { en: 'the image quality was too low', zh: '画面质量不足' },
  device_refused: { en: 'the device or its camera could not be used', zh: '设备或摄像头不可用' },
  consent_refused: { en: 'the person did not consent', zh: '用户未同意' },
  under_age: { en: 'the person is below the required age', zh: '用户未达到年龄要求' },
  abandoned: { en: 'the person did not finish the check', zh: '用户未完成核验' },
  too_many_attempts: { en: 'there were too many attempts', zh: '尝试次数过多' },
} as const satisfies Record<string, FailureRow>;

export type FailureReason = keyof typeof failureReasons;

/** The request field that a failure reason is about, or the provider when it is about no field. */
export function fieldOfReason(reason: FailureReason): string {
  if (reason.startsWith('number_') || reason === 'frequency' || reason === 'region')
    return 'mobile';
  if (reason.startsWith('blocked_')) return 'mobile';
  if (reason.startsWith('identity_')) return 'cardNo';
  return 'provider';
}
