import type { Charged, ErrorText, Retry } from '../errors/error-row.ts';
import { errorTable, type Reason, reasons } from '../errors/errors.ts';
import { type Language, languages } from '../text/languages.ts';

/** What the error means for the wallet, in a sentence. */
const chargedText: Readonly<Record<Charged, ErrorText>> = {
  no: { en: 'No. Nothing is charged.', zh: '否。不计费。' },
  held: {
    en:
      'Held. The amount is set aside until the outcome is known, and is then charged or given ' +
      'back.',
    zh: '冻结。金额会保持冻结，直到结果明确，届时计费或退回。',
  },
  maybe_held: {
    en:
      'Not yet. If the call had come so far, the amount is set aside until the outcome is ' +
      'known, and is then charged or given back.',
    zh: '尚未计费。如果调用已进行到冻结这一步，金额会保持冻结，直到结果明确，届时计费或退回。',
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
    en: 'Not as it is: the same request fails again. Change it first.',
    zh: '不可原样重试：同样的请求仍会失败，请先更改。',
  },
  ask_operator: {
    en: 'Not before what is said above was done: until then the same request is refused again.',
    zh: '在完成上述处理之前不可重试，否则仍会被拒绝。',
  },
  wait: {
    en: 'Yes, later. Wait for the seconds in the header `Retry-After` if it is there.',
    zh: '可以，稍后重试。如有响应头 `Retry-After`，请等待其给出的秒数。',
  },
  same_key: {
    en: 'Only with the same Idempotency-Key, so that it is carried out at most once.',
    zh: '只可使用相同的 Idempotency-Key 重试，使其至多执行一次。',
  },
};

const words = {
  errors: { en: 'Errors', zh: '错误码' },
  status: { en: 'HTTP status', zh: 'HTTP 状态' },
  cause: { en: 'Cause', zh: '原因' },
  fix: { en: 'What to do', zh: '处理办法' },
  charged: { en: 'Charged?', zh: '是否计费' },
  retry: { en: 'Try again?', zh: '能否重试' },
  operations: { en: 'Operations', zh: '相关接口' },
  before: { en: 'Before any operation is reached.', zh: '在到达任何接口之前。' },
  tableHead: {
    en: '| code | reason | message | charged |',
    zh: '| code | reason | 含义 | 是否计费 |',
  },
  about: {
    en:
      'Every reply that is not a success has the body `{ code, message, requestId, reason, ' +
      'details?, docUrl }`. `code` is the HTTP status times one hundred, plus a number; `reason` ' +
      'is its name. Both keep their meaning for ever. `details` lists the fields at fault as ' +
      '`{ field, problem }`. `message` and `problem` are for people, in English or Chinese by ' +
      '`Accept-Language`.',
    zh:
      '未成功的答复，正文都是 `{ code, message, requestId, reason, details?, docUrl }`。`code` 为 ' +
      'HTTP 状态乘以一百再加一个编号；`reason` 是它的名称。两者的含义永不改变。`details` 以 ' +
      '`{ field, problem }` 列出有问题的字段。`message` 与 `problem` 供人阅读，按 `Accept-Language` ' +
      '使用英文或中文。',
  },
} as const satisfies Record<string, ErrorText>;

/** The paths under which an error can be met, in words. */
function whereText(reason: Reason, language: Language): string {
  const { on } = errorTable[reason];
  if (on.length === 0) return words.before[language];
  return on.map((name) => `\`${name}\``).join(language === 'zh' ? '、' : ', ');
}

/** The page of one error in one language, under a heading of its code. */
export function errorMarkdown(reason: Reason, language: Language): string {
  const row = errorTable[reason];
  const part = (name: 'cause' | 'fix' | 'charged' | 'retry' | 'operations', text: string) =>
    `## ${words[name][language]}\n\n${text}`;
  return [
    `# ${row.code} ${reason}`,
    `> ${row.message[language]}`,
    `| ${words.status[language]} | code | reason |\n| --- | --- | --- |\n` +
      `| ${row.status} | ${row.code} | \`${reason}\` |`,
    part('cause', row.cause[language]),
    part('fix', row.fix[language]),
    part('charged', chargedText[row.charged][language]),
    part('retry', retryText[row.retry][language]),
    part('operations', whereText(reason, language)),
    '',
  ].join('\n\n');
}

/** The list of all errors, with the address of each as it is told. */
export function errorIndexMarkdown(language: Language, linkOf: (code: number) => string): string {
  const rows = reasons.map((reason) => {
    const { code, message, charged } = errorTable[reason];
    const cells = [
      `[${code}](${linkOf(code)})`,
      `\`${reason}\``,
      message[language],
      chargedWord[charged][language],
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `# ${words.errors[language]}`,
    words.about[language],
    `${words.tableHead[language]}\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`,
  ].join('\n\n');
}

/** The page of one error for the repository: in all languages, one after the other. */
export function errorFile(reason: Reason): string {
  return languages.map((language) => errorMarkdown(reason, language)).join('\n');
}

export function errorIndexFile(): string {
  return languages
    .map((language) => errorIndexMarkdown(language, (code) => `${code}.md`))
    .join('\n');
}
