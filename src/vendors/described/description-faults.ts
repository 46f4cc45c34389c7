import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';

/** The faults of a description; each text is printed after the setting's name. */
export const descriptionFaults = {
  at_line: {
    en: '{fault} at line {line}, character {column}',
    zh: '{fault}（第 {line} 行第 {column} 个字符）',
  },
  at_character: { en: '{fault} at character {column}', zh: '{fault}（第 {column} 个字符）' },

  body_not_empty: {
    en: 'must be empty for a request without a body',
    zh: '在没有正文的请求中必须为空',
  },
  body_on_get: { en: 'must be none for a GET', zh: '在 GET 请求中必须为 none' },
  form_character: {
    en: 'has a character that must be written as %XX in a form',
    zh: '中有字符在表单中必须写成 %XX',
  },
  too_deep: { en: 'is nested too deeply', zh: '嵌套过深' },
  not_json: { en: 'is not valid JSON', zh: '不是有效的 JSON' },
  placeholder_in_name: {
    en: 'must not have a placeholder in the name {name}',
    zh: '的字段名 {name} 中不能有占位符',
  },
  number_not_alone: {
    en: 'has a number that is not alone in its string',
    zh: '中的数字占位符必须独占一个字符串',
  },

  placeholder_not_closed: {
    en: 'has {braces} without a name and {closing}',
    zh: '中的 {braces} 缺少名称或 {closing}',
  },
  placeholder_unknown: {
    en: 'has the unknown placeholder {placeholder} (known: {names})',
    zh: '中的占位符 {placeholder} 不在可用范围内（可用：{names}）',
  },
  placeholder_not_number: {
    en: 'must not use {placeholder} as a number',
    zh: '中不能将 {placeholder} 用作数字',
  },

  not_pattern: {
    en: 'is not a valid regular expression: {why}',
    zh: '不是有效的正则表达式：{why}',
  },
  groups_unknown: {
    en: 'must have named groups, out of {names}',
    zh: '必须包含以下名称的分组：{names}',
  },
  back_reference: { en: 'must not use back-references', zh: '不能使用反向引用' },
  look_around: { en: 'must not use lookaround', zh: '不能使用环视' },
  nested_repetition: { en: 'must not use nested repetition', zh: '不能嵌套重复' },

  url_character: {
    en: 'has a character that is not allowed in a URL',
    zh: '中有 URL 不允许的字符',
  },
  url_host: {
    en: 'must begin with http:// or https:// and a host without placeholders',
    zh: '必须以 http:// 或 https:// 及不含占位符的主机名开头',
  },
  not_url: { en: 'is not a valid URL', zh: '不是有效的 URL' },
  not_path: { en: 'is not a path like data.0.id', zh: '不是形如 data.0.id 的路径' },
  header_malformed: {
    en: 'has a line that is not in the form “Name: value”',
    zh: '中有一行不是“名称: 值”的格式',
  },
  header_reserved: { en: 'must not set {name}', zh: '中不能设置 {name}' },

  meaning_malformed: {
    en: 'has a line that is not in the form “code = meaning”',
    zh: '中有一行不是“代码 = 含义”的格式',
  },
  meaning_repeated: { en: 'has {key} twice', zh: '中 {key} 重复' },
  meaning_unknown: {
    en: 'has the unknown meaning “{meaning}” (known: {meanings})',
    zh: '中的含义“{meaning}”不在可用范围内（可用：{meanings}）',
  },
  reason_unknown: {
    en: 'has an unknown reason (known: {reasons})',
    zh: '中的原因不在可用范围内（可用：{reasons}）',
  },
  reason_missing: { en: 'has {meaning} without a reason', zh: '中的 {meaning} 缺少原因' },
  done_missing: { en: 'has no line that means done', zh: '中没有表示 done 的行' },
  passed_by_answer: {
    en: 'has {key} = passed, but only a state of the session can mean passed',
    zh: '中有 {key} = passed，但只有会话的状态可以表示 passed',
  },
  absent_misused: {
    en: 'has {key} = {state}, but absent is for code …, HTTP … and (none) alone, which mean nothing else',
    zh: '中有 {key} = {state}，但 absent 只用于 code …、HTTP … 和 (none)，且它们只能表示 absent',
  },

  session_not_asked: {
    en: 'or resultBody must contain {placeholder}',
    zh: '或 resultBody 中必须有 {placeholder}',
  },
  person_not_sent: {
    en: 'must contain {placeholder}, unless {settings} says whom the vendor compared',
    zh: '中必须有 {placeholder}，或在 {settings} 中指明被比对人的身份',
  },
  session_not_named: { en: 'must contain {placeholder}', zh: '中必须有 {placeholder}' },
  success_unknown: {
    en: 'or idAt is required, to recognize a success',
    zh: '和 idAt 至少填写一项，用于识别成功的响应',
  },
  query_unmatched: {
    en: 'or queryReferenceAt is required, to find the message of an answer',
    zh: '和 queryReferenceAt 至少填写一项，用于确定响应属于哪条短信',
  },
  receipt_unmatched: {
    en: 'or receiptReferenceAt is required, to find the message of a receipt',
    zh: '和 receiptReferenceAt 至少填写一项，用于确定回执属于哪条短信',
  },
  list_with_pattern: {
    en: 'cannot be used with queryPattern',
    zh: '不能与 queryPattern 同时使用',
  },

  signature_unused: {
    en: 'is set, but no header, URL or body contains {placeholder}',
    zh: '已填写，但请求头、地址和正文中都没有 {placeholder}',
  },
  signed_missing: {
    en: 'is required: it says what {placeholder} covers',
    zh: '为必填项：用于说明 {placeholder} 覆盖哪些内容',
  },
  signed_covers_body: {
    en: 'covers the body, which carries the signature',
    zh: '覆盖正文，而签名就在正文中',
  },
  signed_covers_url: {
    en: 'covers the URL, which carries the signature',
    zh: '覆盖地址，而签名就在地址中',
  },
  callback_signed_missing: {
    en: 'is required: it says what the signature covers',
    zh: '为必填项：用于说明签名覆盖哪些内容',
  },
  callback_not_secret: {
    en: 'must include a secret; without one it proves nothing',
    zh: '中没有密钥，无法证明来源',
  },
  callback_secret_missing: { en: 'needs callbackSecret', zh: '需要填写 callbackSecret' },
  signature_place_missing: {
    en: 'needs callbackSignatureAt, such as “header X-Signature”',
    zh: '需要填写 callbackSignatureAt，例如“header X-Signature”',
  },
} as const satisfies Record<string, Bilingual>;
