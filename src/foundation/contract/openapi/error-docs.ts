import type { Charged, ErrorRow, ErrorText, Retry } from '../errors/error-row.ts';
import { errorTable, type Reason, reasons } from '../errors/errors.ts';
import { operationsWith } from '../operations/operations.ts';
import { type Language, languages } from '../text/languages.ts';

/** What the error means for the wallet, in a sentence. */
const chargedText: Readonly<Record<Charged, ErrorText>> = {
  no: { en: 'No. Nothing is charged.', zh: '否。不计费。' },
  held: {
    en: 'Held. The amount stays held until the outcome is known; then it is charged or released.',
    zh: '冻结。金额保持冻结，结果明确后计费或退回。',
  },
  maybe_held: {
    en:
      'Not yet. If the amount was already held, it stays held until the outcome is known; then ' +
      'it is charged or released.',
    zh: '尚未计费。如果金额已冻结，则保持冻结，结果明确后计费或退回。',
  },
};

/** The same in a word, for a table. */
const chargedWord: Readonly<Record<Charged, ErrorText>> = {
  no: { en: 'no', zh: '否' },
  held: { en: 'held', zh: '冻结' },
  maybe_held: { en: 'maybe held', zh: '可能冻结' },
};

/** What to do next, in a sentence. */
const retryText: Readonly<Record<Retry, ErrorText>> = {
  change_request: {
    en: "Not until you've corrected the request; the same request will fail again.",
    zh: '不可原样重试：相同的请求仍会失败，请先修改。',
  },
  ask_operator: {
    en: 'Not until the cause is fixed; the same request will fail again.',
    zh: '请先按上述办法处理；在此之前重试仍会失败。',
  },
  wait: {
    en: 'Yes, later. If the response has a `Retry-After` header, wait that many seconds.',
    zh: '可以，稍后重试。如有 `Retry-After` 响应头，请等待其指定的秒数。',
  },
  same_key: {
    en: 'Only with the same Idempotency-Key, so that the call is carried out at most once.',
    zh: '只能使用相同的 Idempotency-Key 重试，以确保调用至多执行一次。',
  },
};

const words = {
  errors: { en: 'Errors', zh: '错误码' },
  status: { en: 'HTTP status', zh: 'HTTP 状态码' },
  cause: { en: 'Cause', zh: '原因' },
  fix: { en: 'What to do', zh: '处理办法' },
  charged: { en: 'Charged', zh: '是否计费' },
  retry: { en: 'Retry', zh: '能否重试' },
  operations: { en: 'Operations', zh: '相关接口' },
  before: {
    en: 'None. This error is returned outside the API operations.',
    zh: '无。此错误在 API 接口之外返回。',
  },
  tableHead: {
    en: '| `code` | `reason` | message | charged |',
    zh: '| `code` | `reason` | 含义 | 是否计费 |',
  },
  about: {
    en:
      'Every error response has the body `{ code, message, requestId, reason, details?, docUrl ' +
      '}`. `code` is the HTTP status times one hundred, plus a number; `reason` is its name. ' +
      'Their meaning never changes. `details` lists the invalid fields as `{ field, problem }`. ' +
      '`message` and `problem` are for people, in English or Chinese as `Accept-Language` asks.',
    zh: '所有错误响应的格式都是 `{ code, message, requestId, reason, details?, docUrl }`。`code` 为 HTTP 状态码乘以一百再加一个编号，`reason` 是它的名称，两者的含义永不改变。`details` 以 `{ field, problem }` 列出无效的字段。`message` 与 `problem` 供人阅读，语言由 `Accept-Language` 决定（英文或中文）。',
  },
} as const satisfies Record<string, ErrorText>;

/** The operations that can return an error, each with its part of the reference. */
function whereText(reason: Reason, language: Language): string {
  const possible = operationsWith(reason);
  if (possible.length === 0) return words.before[language];
  const links = possible.map((name) => `[\`${name}\`](/docs/reference#${name})`);
  return links.join(language === 'zh' ? '、' : ', ');
}

/** The Markdown page of one error in one language, with its code as heading. */
export function errorMarkdown(reason: Reason, language: Language): string {
  const row = errorTable[reason];
  const part = (
    name: 'cause' | 'fix' | 'charged' | 'retry' | 'operations' | 'status',
    text: string,
  ) => `- **${words[name][language]}${{ en: ':** ', zh: '：**' }[language]}${text}`;
  const list = [
    part('cause', row.cause[language]),
    part('fix', row.fix[language]),
    part('charged', chargedText[row.charged][language]),
    part('retry', retryText[row.retry][language]),
    part('operations', whereText(reason, language)),
    part('status', String(row.status)),
  ].join('\n');
  return [`# ${row.code} ${reason}`, `> ${row.message[language]}`, list, ''].join('\n\n');
}

/** The parts of the list of errors: what every caller can get first, what no caller gets last. */
const parts: readonly { on: ErrorRow['on']; title: ErrorText }[] = [
  { on: 'every', title: { en: 'Errors of every operation', zh: '所有接口的错误' } },
  { on: 'paid', title: { en: 'Errors of paid operations', zh: '计费接口的错误' } },
  { on: 'sms', title: { en: 'Errors of messages', zh: '短信接口的错误' } },
  { on: 'named', title: { en: 'Errors of single operations', zh: '个别接口的错误' } },
  { on: 'none', title: { en: 'Errors before an operation', zh: '到达接口之前的错误' } },
  {
    on: 'outside',
    title: {
      en: 'Errors of the console, callbacks and health checks',
      zh: '控制台、厂商回调与健康检查的错误',
    },
  },
];

/** The Markdown list of all errors, in parts, with links made by `linkOf`. */
export function errorIndexMarkdown(language: Language, linkOf: (code: number) => string): string {
  const rowOf = (reason: Reason) => {
    const { code, message, charged } = errorTable[reason];
    const cells = [
      `[${code}](${linkOf(code)})`,
      `\`${reason}\``,
      message[language],
      chargedWord[charged][language],
    ];
    return `| ${cells.join(' | ')} |`;
  };
  const tables = parts.flatMap(({ on, title }) => {
    const rows = reasons.filter((reason) => errorTable[reason].on === on).map(rowOf);
    return [
      `## ${title[language]}`,
      `${words.tableHead[language]}\n| --- | --- | --- | --- |\n${rows.join('\n')}`,
    ];
  });
  return [`# ${words.errors[language]}`, words.about[language], ...tables, ''].join('\n\n');
}

/** The error's page for the repository: all languages, one after the other. */
export function errorFile(reason: Reason): string {
  return languages.map((language) => errorMarkdown(reason, language)).join('\n');
}

export function errorIndexFile(): string {
  return languages
    .map((language) => errorIndexMarkdown(language, (code) => `${code}.md`))
    .join('\n');
}
