import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  colourProblem,
  displayNameProblem,
  logoTypeOf,
  otherWayPhoneProblem,
} from '../accounts/page-settings.ts';
import { httpsProblem } from '../contract/https-problem.ts';
import { legalParticularsProblems } from '../contract/legal-particulars.ts';
import { nameProblem } from '../contract/name-problem.ts';
import { problems } from '../contract/problems.ts';
import { parseText } from '../messages/template.ts';
import { costsProblems } from '../providers/listed-cost.ts';
import { particularsProblems } from '../providers/particulars.ts';
import { descriptionFaultForms } from './description-fault-forms.ts';
import { refusalForms } from './refusal-forms.ts';
import { refusalInChinese } from './refusals-in-chinese.ts';

const source = join(import.meta.dirname, '..');
const texts = globSync('**/*.{ts,sql}', { cwd: source })
  // What only the command line says is read by whoever typed it, in English.
  .filter((file) => !/^(cli|backup|installation|stand-ins|db\/migrations)\/|\.test\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));

const quoted = "'(?:[^'\\\\]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`";
const sentence = `(?:${quoted})(?:\\s*\\+\\s*(?:${quoted}))*`;

/** The sentences of an expression, with something in each place that is filled in. */
function sentencesIn(expression: string): string[] {
  return [...expression.matchAll(new RegExp(sentence, 'g'))].map(([found]) =>
    [...found.matchAll(new RegExp(quoted, 'g'))]
      .map(([part]) => part.slice(1, -1))
      .join('')
      .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7'),
  );
}

/** What stands between the parentheses that open at an index. */
function argumentsAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0; end++) depth += { '(': 1, ')': -1 }[text.charAt(end)] ?? 0;
  return text.slice(start, end - 1).trim();
}

const refusals = texts.flatMap(({ file, text }) =>
  [...text.matchAll(/new Refused\(/g)].map(({ 0: { length }, index }) => ({
    file,
    said: argumentsAt(text, index + length),
  })),
);

/** Refusals that are put together of what others found; the tests below hand in each of these. */
const putTogether = [
  'accounts/page-queries.ts: problem',
  'accounts/queries.ts: problem',
  'callers/key-queries.ts: problem',
  'console/checks/checks-routes.ts: tooLate(callId)',
  'console/checks/checks-routes.ts: tooLate(checkId)',
  'db/refused.ts: sentence, { cause: error }',
  "messages/draft-message.ts: `{[...new Set(sentences)].join('; ')}.`",
  'messages/template-queries.ts: problem',
  "operator/operator-queries.ts: problems.join(' ')",
  'people/enrol-factor.ts: wrong',
  "providers/read-config.ts: `{deeper.join('; ')}.`",
  "providers/read-config.ts: `{faults.join('; ')}. The settings of {code} are {names.join(', ')}.`",
  "providers/write-provider.ts: problems.join(' ')",
];

const isPutTogether = ({ said }: { said: string }) =>
  !/^['`(]|\?\s/.test(said) || said.includes(".join('; ')");

test('every refusal is a sentence that is seen here, or is known to be put together', () => {
  const found = refusals
    .filter(isPutTogether)
    .map(({ file, said }) => `${file}: ${said}`.replaceAll(/\$(?=\{)/g, ''));
  expect(found.toSorted()).toEqual(putTogether);
  expect(refusals.length).toBeGreaterThan(80);
});

const all = (form: RegExp) => texts.flatMap(({ text }) => [...text.matchAll(form)]);

const ofPatterns = (...forms: string[]) =>
  forms.flatMap((form) => all(new RegExp(form, 'g')).flatMap(([, said = '']) => sentencesIn(said)));

const whole = [
  ...refusals.filter((refusal) => !isPutTogether(refusal)).flatMap(({ said }) => sentencesIn(said)),
  // By the state of the database's error, and by a function of the database itself.
  ...ofPatterns(`'2[23]\\w{3}':\\s*(${sentence})`, `const tooLate = .*=>\\s*(${sentence})`),
  ...ofPatterns(`ledger_refuse\\((?:format\\()?\\s*(${quoted})`).map((one) =>
    one.replaceAll('%s', '7'),
  ),
  ...ofPatterns(`\\brefuse\\((${sentence})\\)`, `const darkAlone = (${sentence})`),
  ...[displayNameProblem(' x'), colourProblem('x'), otherWayPhoneProblem('x')].map(String),
  ...[Buffer.alloc(70_000), Buffer.of(1)].map((image) => Object.values(logoTypeOf(image)).join('')),
  ...['}', '{', '{a b}'].map((text) => String(parseText(text).problem)),
  ...costsProblems({ each: 'x' }),
  ...particularsProblems({ keepDays: -1, isAbroad: 1, legalName: { en: 1, zh: ' x' }, odd: 1 }),
  ...particularsProblems({ contact: '', privacyUrl: 'x' }),
  ...all(/nameProblem\('([^']+)'/g).map(([, what = '']) => String(nameProblem(what, '', 9))),
  ...all(/httpsProblem\('([^']+)'/g).map(([, what = '']) => String(httpsProblem(what, ''))),
  ...legalParticularsProblems({}),
];

const faults = ofPatterns(
  `faultAt\\([^;]*?,\\s*(${sentence})\\)`,
  `new DescriptionFault\\((${sentence})\\)`,
  `collector\\.refuse\\(\\s*'\\w+',\\s*(${sentence})`,
  `index, words: (${sentence})`,
).filter((fault) => fault !== '7 at 7');

const parts = [
  ...faults.map((fault) => `codes ${fault}`),
  ...faults.map((fault) => `codes ${fault} at line 3, character 9`),
  'address names no host and port',
  'certificates has no PEM',
  'colour is no setting of 7',
  'apiKey is missing',
  'apiKey has an invalid format',
  ...Object.values(problems)
    .map(({ en }) => `mobile ${en.replaceAll(/\{\w+\}/g, '7')}`)
    // Guesses at what a caller meant are for callers.
    .filter((said) => !said.includes('did you misspell')),
];

/** English that is left over; names of settings, roles and the like have no translation. */
const english = /\b(?:the|is|has|must|a|an|and|of|to|cannot|which|there|no)\b/;

test('there are sentences to be found', () => {
  expect(new Set(whole).size).toBeGreaterThan(90);
  expect(faults.length).toBeGreaterThan(30);
});

test.each([...new Set(whole)])('“%s” can be read in Chinese', (said) => {
  expect(refusalInChinese(said)).toMatch(
    said.endsWith('.') ? /\p{Script=Han}.*。$/u : /\p{Script=Han}/u,
  );
  expect(refusalInChinese(said)).not.toMatch(english);
});

test.each([...new Set(parts)])('“%s” can be read in Chinese, alone and among others', (said) => {
  for (const refusal of [
    `${said}.`,
    `${said}; apiKey is missing. The settings of mine are apiKey, url.`,
  ]) {
    expect(refusalInChinese(refusal)).toMatch(/\p{Script=Han}/u);
    expect(refusalInChinese(refusal)).not.toMatch(english);
  }
});

test('the forms keep to the rules of Chinese: nobody is addressed, Latin stands apart', () => {
  const forms = [...refusalForms, ...descriptionFaultForms].map(([, chinese]) => chinese);
  const tight = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}|[你您]/u;
  expect(forms.filter((chinese) => tight.test(chinese))).toEqual([]);
});

test.each([
  ['There is no account 12.', '账户 12 不存在。'],
  ['Account 12 has no key 3.', '账户 12 没有密钥 3。'],
  ['The prefix +8613 is not closed for account 12 (live).', '账户 12（live）未关闭号段 +8613。'],
  [
    'There is no sms provider oak; there is mine, other.',
    '没有 sms 类型的服务商 oak；可用：mine, other。',
  ],
  ['Nothing was sent: mobile is not a valid mobile number.', '未发送：mobile 不是有效的手机号码。'],
  [
    'codes has no line that means done; body is no JSON at character 4.',
    'codes 中没有表示 done 的行；body 不是 JSON（第 4 个字符）。',
  ],
  [
    'apiKey is missing; contact is missing. A name has 1 to 200 characters, at least one that can be ' +
      'seen, and none that controls a terminal or the direction of a text.',
    '缺少 apiKey；缺少联系方式；名称须为 1 至 200 个字符，至少有一个可见字符，且不能包含控制字符或改变文字方向的字符。',
  ],
  ['Something that nobody has translated.', undefined],
])('“%s” is “%s”', (said, chinese) => {
  expect(refusalInChinese(said)).toBe(chinese);
});
