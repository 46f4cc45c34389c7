import type { Mutant } from './mutant.ts';

const envelope = 'src/foundation/contract/wire/envelope.ts';
const redirect = 'src/foundation/contract/text/redirect-url.ts';
const national = 'src/foundation/contract/text/national-id.ts';
const parse = 'src/foundation/contract/wire/parse-body.ts';

const envelopeTests = ['src/foundation/contract/wire/envelope.test.ts'];
const redirectTests = ['src/foundation/contract/text/redirect-url.test.ts'];
const errorTests = ['src/foundation/contract/errors/errors.test.ts'];

export const contractMutants: readonly Mutant[] = [
  {
    file: 'src/foundation/contract/errors/access-errors.ts',
    find: 'code: 40304,',
    replace: 'code: 40314,',
    breaks: 'A code is never given to another error.',
    tests: errorTests,
  },
  {
    file: 'src/foundation/contract/errors/outcome-errors.ts',
    find: 'code: 50301,\n    status: 503,',
    replace: 'code: 50301,\n    status: 500,',
    breaks: 'A code belongs to its HTTP status.',
    tests: errorTests,
  },
  {
    file: envelope,
    find: 'requestId: error.requestId ?? requestId,',
    replace: 'requestId,',
    breaks: 'An error names the call that it is about.',
    tests: envelopeTests,
  },
  {
    file: envelope,
    find: 'problem: problem[language],',
    replace: 'problem: problem.en,',
    breaks: 'Details are in the caller’s language.',
    tests: envelopeTests,
  },
  {
    file: envelope,
    find: 'if (zh === en) return zh > 0 ? first :',
    replace: 'if (zh === en) return zh > 0 ? "zh" :',
    breaks: 'Of two languages that weigh the same the first is meant.',
    tests: envelopeTests,
  },
  {
    file: envelope,
    find: 'if (en < 0) en = other;',
    replace: '',
    breaks: 'An asterisk stands for a language that is not named.',
    tests: envelopeTests,
  },
  {
    file: redirect,
    find: 'refusedNames.has(scheme) || ',
    replace: '',
    breaks: 'Nobody is sent to a scheme of the browser or the system.',
    tests: redirectTests,
  },
  {
    file: redirect,
    find: "beginnings: 'ms- itms x-apple",
    replace: "beginnings: 'ms- x-apple",
    breaks: 'Nobody is sent to a market of apps.',
    tests: redirectTests,
  },
  {
    file: redirect,
    find: "'macappstore macappstores amzn appmarket",
    replace: "'macappstore macappstores amzn",
    breaks: 'Nobody is sent to a market of apps of another maker.',
    tests: redirectTests,
  },
  {
    file: redirect,
    find: 'const name = scheme.toLowerCase();',
    replace: 'const name = scheme;',
    breaks: 'A scheme in capitals is the same scheme.',
    tests: redirectTests,
  },
  {
    file: redirect,
    find: 'if (userInfo.test(rest) || url.username || url.password) {',
    replace: 'if (url.username || url.password) {',
    breaks: 'No address has a user name, not even an empty one.',
    tests: redirectTests,
  },
  {
    file: redirect,
    find: 'value.length > longestRedirectUrl',
    replace: 'value.length >= longestRedirectUrl',
    breaks: 'An address has up to 2048 characters.',
    tests: redirectTests,
  },
  {
    file: redirect,
    find: '\\p{Z}\\\\]/u.test(value)',
    replace: '\\p{Z}]/u.test(value)',
    breaks: 'An address with a backslash is refused.',
    tests: redirectTests,
  },
  {
    file: national,
    find: 'birth.getTime() > today.getTime() + chinaOffset',
    replace: 'birth.getTime() > today.getTime()',
    breaks: 'Days begin where the number is from.',
    tests: ['src/foundation/contract/text/national-id.test.ts'],
  },
  {
    file: national,
    find: 'if (checkDigits[sum % 11] !== value[17]?.toUpperCase()) return problems.id_check_digit;',
    replace: '',
    breaks: 'A number with a wrong digit is found.',
    tests: ['src/foundation/contract/text/national-id.test.ts'],
  },
  {
    file: national,
    find: '!isRealDay || ',
    replace: '',
    breaks: 'A birth date is a real day.',
    tests: ['src/foundation/contract/text/national-id.test.ts'],
  },
  {
    file: parse,
    find: 'if (countKeys(value) !== members) {',
    replace: 'if (countKeys(value) > members) {',
    breaks: 'A name that stands twice is refused.',
    tests: ['src/foundation/contract/wire/parse-body.test.ts'],
  },
  {
    file: parse,
    find: "if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');",
    replace: '',
    breaks: 'A body comes near no prototype.',
    tests: ['src/foundation/contract/wire/parse-body.test.ts'],
  },
  {
    file: parse,
    find: 'if (++depth > deepest) return -1;',
    replace: 'if (++depth > deepest + 1) return -1;',
    breaks: 'A body nests so deep and no deeper.',
    tests: ['src/foundation/contract/wire/parse-body.test.ts'],
  },
  {
    file: 'src/foundation/contract/text/bilingual.ts',
    find: 'values[piece] ?? `{${piece}}`',
    replace: "values[piece] ?? ''",
    breaks: 'What cannot be filled in is left as it is.',
    tests: ['src/foundation/contract/text/bilingual.test.ts'],
  },
  {
    file: 'src/foundation/contract/text/bilingual.ts',
    find: "? ' ' : ''",
    replace: "? '' : ''",
    breaks: 'Latin stands apart from Chinese in what is filled in.',
    tests: ['src/foundation/contract/text/bilingual.test.ts'],
  },
  {
    file: 'src/line/idempotency/claim.ts',
    find: "{ details: [{ field: 'Idempotency-Key', problem: wrong }] }",
    replace: '',
    breaks: 'An Idempotency-Key that is wrong is told why.',
    tests: ['test/contract/idempotency.test.ts'],
  },
  {
    file: 'src/line/idempotency/claim.ts',
    find: 'key.length > longestKey',
    replace: 'key.length > longestKey + 1',
    breaks: 'An Idempotency-Key has at most 255 characters.',
    tests: ['test/contract/idempotency.test.ts'],
  },
];
