import type { Bilingual } from '../text/bilingual.ts';

/** Templates, and an operator's test messages. */
export const messageRefusals = {
  template_not_found: { en: 'Template {template} not found.', zh: '模板 {template} 不存在。' },
  template_exists: { en: 'Template {template} already exists.', zh: '模板 {template} 已存在。' },
  template_id_invalid: {
    en: 'Template ID must have 1 to 64 letters, digits, dots, hyphens or underscores.',
    zh: '模板编号须为 1 至 64 个字母、数字、点、连字符或下划线。',
  },
  template_in_use: {
    en: 'Template {template} is in use. Unassign it first.',
    zh: '模板 {template} 正在使用，请先取消分配。',
  },
  template_of_other_product: {
    en: 'Template {template} is for {product}, not for {wanted}.',
    zh: '模板 {template} 用于 {product}，不用于 {wanted}。',
  },
  template_not_assigned: {
    en: 'No template is assigned to {product} there.',
    zh: '该处没有为 {product} 分配模板。',
  },
  template_text_length: {
    en: 'Template text must have 1 to 1000 characters.',
    zh: '模板文本须为 1 至 1000 个字符。',
  },
  template_text_characters: {
    en: 'Template text must not contain control or direction characters; tabs and line breaks are fine.',
    zh: '模板文本不能包含控制字符和改变文字方向的字符，制表符和换行除外。',
  },
  template_text_invalid: {
    en: 'Template text is not valid: {problem}.',
    zh: '模板文本无效：{problem}。',
  },
  code_placeholder_required: {
    en: 'The text of a code template needs {placeholder} and no other placeholder.',
    zh: '验证码模板必须包含 {placeholder}，且不能有其他占位符。',
  },
  placeholder_unknown: {
    en: 'No field of a request can fill {placeholder}.',
    zh: '请求中没有字段可以填充 {placeholder}。',
  },
  template_values_missing: {
    en: 'Template {template} needs values: {names}.',
    zh: '模板 {template} 缺少变量：{names}。',
  },

  mobile_missing: { en: 'Enter the mobile number to send to.', zh: '请填写接收方手机号。' },
  email_missing: { en: 'Enter the email address to send to.', zh: '请填写接收方邮箱地址。' },
  mobile_invalid: { en: 'The mobile number is not valid.', zh: '手机号无效。' },
  trial_content_missing: {
    en: 'Give either a template with its values, or a text.',
    zh: '请填写模板及其变量，或一段文本，二者选一。',
  },
  trial_person_missing: {
    en: 'Enter the name and the ID number of the person to check.',
    zh: '请填写核验对象的姓名和证件号码。',
  },
  trial_unknown: {
    en: 'This test is unknown. Run it again.',
    zh: '找不到该测试，请重新运行。',
  },
  question_unknown: {
    en: 'This vendor has no question "{question}". Available: {known}.',
    zh: '该服务商没有问题“{question}”，可选：{known}。',
  },
  trial_not_sent: { en: 'Nothing was sent: {fault}.', zh: '未发送：{fault}。' },
  device_not_supported: {
    en: '{vendor} supports {devices}, not {device}.',
    zh: '{vendor} 支持 {devices}，不支持 {device}。',
  },
} as const satisfies Record<string, Bilingual>;
