import { type Bilingual, fillRow } from './bilingual.ts';

/** What is wrong with a field. */
export type Problem = Bilingual;

/**
 * The one table of field problems: the texts of `details`, which follow the field's name. The code that finds a
 * problem fills in the names in braces.
 */
export const problems = {
  required: { en: 'is required', zh: '为必填项' },
  misnamed: {
    en: 'is required; did you misspell it as {found}?',
    zh: '为必填项，是否误写成了 {found}？',
  },
  misnamed_recheck: {
    en: 'starts a recheck; did you misspell it as {found}?',
    zh: '用于查询结果，是否误写成了 {found}？',
  },
  id_or_recipient: {
    en: 'or mobile or email is required, and only one of them',
    zh: '与 mobile、email 须且只能提供一个',
  },
  of_other_channel: {
    en: 'does not belong to this channel: email needs email, sms and voice need mobile',
    zh: '与所选 channel 不符：email 须提供 email，sms 和 voice 须提供 mobile',
  },
  not_multiple: {
    en: 'must be a multiple of {unit}, the smallest unit of the currency',
    zh: '须为该币种最小单位 {unit} 的整数倍',
  },
  twice: { en: 'appears more than once', zh: '重复出现' },
  not_string: { en: 'must be a string', zh: '必须是字符串' },
  empty: { en: 'must not be empty', zh: '不能为空' },
  too_short: { en: 'must have at least {limit} characters', zh: '至少需要 {limit} 个字符' },
  too_long: { en: 'must have at most {limit} characters', zh: '不能超过 {limit} 个字符' },
  wrong_form: { en: 'has an invalid format', zh: '格式不正确' },
  outer_space: { en: 'must not begin or end with a space', zh: '首尾不能有空格' },
  not_name: {
    en: 'must have 1 to {limit} characters, one of them visible, and no control or direction characters',
    zh: '须为 1 至 {limit} 个字符，至少有一个可见字符，且不能包含控制字符或改变文字方向的字符',
  },

  ill_formed: { en: 'must be well-formed Unicode', zh: '必须是有效的 Unicode 文本' },
  control: {
    en: 'must not contain control characters or unpaired surrogates',
    zh: '不能包含控制字符或未配对的代理项',
  },
  unseen_name: {
    en: 'must contain a visible character, and no control characters or unpaired surrogates',
    zh: '必须包含可见字符，且不能包含控制字符或未配对的代理项',
  },
  unprintable: {
    en: 'must contain only printable characters, and not only spaces',
    zh: '只能包含可打印字符，且不能只有空格',
  },
  invisible: {
    en:
      'must not contain white space, control characters, invisible characters or unpaired ' +
      'surrogates',
    zh: '不能包含空白、控制字符、不可见字符或未配对的代理项',
  },
  not_ascii: {
    en: 'must contain only printable ASCII characters',
    zh: '只能包含可打印的 ASCII 字符',
  },
  control_in_text: {
    en: 'must not contain control characters other than tabs and line breaks',
    zh: '除制表符和换行外，不能包含控制字符',
  },

  not_mobile: { en: 'is not a valid mobile number', zh: '不是有效的手机号码' },
  needed_by_template: { en: 'is required by the template', zh: '是模板所需的变量' },
  not_variable: {
    en: 'must be a number, or a string of at most 500 characters without control characters',
    zh: '必须是数字，或不超过 500 个字符且不含控制字符的字符串',
  },

  id_form: {
    en: 'must have 17 digits and a check digit (0 to 9 or X)',
    zh: '必须是 17 位数字加 1 位校验码（0 至 9 或 X）',
  },
  id_check_digit: { en: 'has an incorrect check digit', zh: '校验码不正确' },
  id_birth_date: { en: 'has an invalid birth date', zh: '出生日期无效' },

  url_characters: {
    en: 'must not contain white space, control characters or backslashes',
    zh: '不能包含空白、控制字符或反斜杠',
  },
  url_relative: {
    en: 'must be an absolute URL, such as https://example.com/done',
    zh: '必须是完整的网址，例如 https://example.com/done',
  },
  url_scheme: {
    en: 'must be an http, https or app URL',
    zh: '必须是 http、https 或应用自有协议的地址',
  },
  url_user: {
    en: 'must not contain a user name or password',
    zh: '不能包含用户名或密码',
  },
  url_not_web: {
    en: 'must be an absolute URL that starts with https:// or http://',
    zh: '必须是以 https:// 或 http:// 开头的完整网址',
  },
  url_port: {
    en: 'must not use a port reserved for a service other than the web',
    zh: '不能使用网页以外服务的专用端口',
  },
  url_not_https: {
    en: 'must begin with https:// and have at most 2048 characters, no spaces, no user name and nothing invisible',
    zh: '须以 https:// 开头，最多 2048 个字符，且不能包含空格、用户名或不可见字符',
  },
  url_private: {
    en: 'must not point to a private, local or reserved address',
    zh: '不能指向内网、本机或保留地址',
  },

  not_uuid: { en: 'must be a UUID', zh: '必须是 UUID' },
  not_day: { en: 'must be a date in the form YYYY-MM-DD', zh: '必须是 YYYY-MM-DD 格式的日期' },
  unreal_day: {
    en: 'must be an existing date in the form YYYY-MM-DD',
    zh: '必须是真实存在的日期，格式为 YYYY-MM-DD',
  },
  not_time: {
    en: 'must be a time in the form 2026-11-16T05:00:00Z',
    zh: '必须是 2026-11-16T05:00:00Z 格式的时间',
  },
  not_integer: { en: 'must be an integer', zh: '必须是整数' },
  not_boolean: { en: 'must be true or false', zh: '必须是 true 或 false' },
  not_list: { en: 'must be an array', zh: '必须是数组' },
  not_days: {
    en: 'must be a whole number of days from 0 to {limit}',
    zh: '须为 0 至 {limit} 的整数（天）',
  },
  not_amount: {
    en: 'must be amounts with at most four decimals, such as 0.0450',
    zh: '须为最多四位小数的金额，例如 0.0450',
  },
  not_typed_amount: {
    en: 'must be an amount such as 1234.50 or 1,234.50: at most four decimals after a point, and commas only between thousands',
    zh: '须为金额，例如 1234.50 或 1,234.50：小数点后最多四位，逗号只能用作千位分隔符',
  },
  not_typed_rate: {
    en: 'must be a rate such as 162.1: greater than 0, at most a million, with at most ten decimals after a point',
    zh: '须为汇率，例如 162.1：大于 0 且不超过一百万，小数点后最多十位',
  },
  too_little: { en: 'must be at least {limit}', zh: '不能低于 {limit}' },
  too_much: { en: 'must be at most {limit}', zh: '不能超过 {limit}' },
  out_of_range: { en: 'must be {sign} {limit}', zh: '必须 {sign} {limit}' },
  too_many: { en: 'must have at most {limit} entries', zh: '不能超过 {limit} 项' },
  names_twice: { en: 'must not contain duplicates', zh: '不能包含重复项' },
  not_one_of: { en: 'must be one of: {values}', zh: '必须是以下之一：{values}' },
  beside_delivery: { en: 'cannot be combined with deliveryId', zh: '不能与 deliveryId 同时使用' },
  nothing_to_replay: {
    en: 'is required, unless you send endpointId and from',
    zh: '为必填项；也可改为提供 endpointId 和 from',
  },
  before_from: { en: 'must not be before from', zh: '不能早于 from' },
  long_period: {
    en: 'must be at most {days} days after from',
    zh: '与 from 的间隔不能超过 {days} 天',
  },

  not_utf8: { en: 'is not encoded in UTF-8', zh: '不是 UTF-8 编码' },
  json_wrong: {
    en: 'is not valid JSON at line {line}, column {column}',
    zh: '第 {line} 行第 {column} 列处不是有效的 JSON',
  },
  json_cut: {
    en: 'ends before the JSON is complete, at line {line}, column {column}',
    zh: '在第 {line} 行第 {column} 列结束，JSON 不完整',
  },
  json_deep: { en: 'is nested more than {limit} levels deep', zh: '嵌套超过 {limit} 层' },

  key_elsewhere: {
    en: 'is required: send the API key in this header, not in Authorization',
    zh: '为必填项：请通过此请求头传递 API 密钥，不要使用 Authorization',
  },
  of_cell: {
    en: 'belongs to installation {cell}',
    zh: '属于实例 {cell}',
  },
  of_cell_at: {
    en: 'belongs to installation {cell}, at {url}',
    zh: '属于实例 {cell}，地址为 {url}',
  },
  not_email: { en: 'is not an email address', zh: '不是有效的邮箱地址' },
  email_taken: {
    en: 'is already registered: sign in, then open the link again',
    zh: '已注册：请先登录，然后重新打开链接',
  },
  password_own_words: {
    en: 'must not be your name or email address',
    zh: '不能是姓名或邮箱地址',
  },
  password_common: {
    en: 'is too common: choose another',
    zh: '过于常见，请换一个',
  },
  not_this_page: { en: 'must be this page', zh: '必须是本页面' },
  not_offered: { en: 'is not one of the options', zh: '不在可选范围内' },
  not_played: {
    en: 'does not match the outcome that this ID number simulates',
    zh: '与此证件号码模拟的结果不符',
  },
} as const satisfies Record<string, Problem>;

export type ProblemName = keyof typeof problems;

/** A problem from the table, with its placeholders filled in. */
export function problem(
  name: ProblemName,
  words: Readonly<Record<string, string | number>> = {},
): Problem {
  return fillRow(problems[name], words);
}
