import type { Mutant } from './mutant.ts';

const openDescribedSms = 'src/vendors/described/open-described-sms.ts';
const httpSmsTests = ['src/vendors/described/http-sms.test.ts'];
const describedCallback = 'src/vendors/described/described-callback.ts';
const describedRequest = 'src/vendors/described/described-request.ts';
const openDescribedFace = 'src/vendors/described/open-described-face.ts';
const httpFaceTests = ['src/vendors/described/http-face.test.ts'];

/** Vendors that operators describe. */
export const describedMutants: readonly Mutant[] = [
  {
    file: openDescribedSms,
    find: "    if (reference !== '') return reference === asked.reference;\n",
    replace: '',
    breaks: "An item with another message's reference is never taken for ours.",
    tests: httpSmsTests,
  },
  {
    file: openDescribedSms,
    find: "if (meaning.state === 'absent' && heldForMs < settings.absentAfterMinutes * 60_000) {",
    replace: "if (meaning.state === 'absent' && heldForMs < 0) {",
    breaks: 'A described vendor that has no record yet is not believed to have no message.',
    tests: httpSmsTests,
  },
  {
    file: openDescribedSms,
    find: "if (kind === 'unknown' || !isSuccess(answer) || !providerRef) {",
    replace: "if (kind === 'unknown' || !providerRef) {",
    breaks: 'A code of success under another status is no success that was described.',
    tests: httpSmsTests,
  },
  {
    file: openDescribedSms,
    find: "if (!providerRef && query.names.includes('id')) return unknown('it gave no id');",
    replace: '',
    breaks: 'Nobody is asked for a message by an id that there is not.',
    tests: httpSmsTests,
  },
  {
    file: openDescribedSms,
    find: 'const item = isSuccess(answer) ? findItem(compiled, asked, body) : undefined;',
    replace: 'const item = findItem(compiled, asked, body);',
    breaks: 'What an error page says is no state of our message.',
    tests: httpSmsTests,
  },
  {
    file: describedCallback,
    find: 'if (!isKeyed) throw new DescriptionFault(descriptionFaults.callback_not_secret);',
    replace: '',
    breaks: 'A signature without a secret is refused as a proof.',
    tests: httpSmsTests,
  },
  {
    file: describedCallback,
    find: '      if (verify && !verify(callback, payload)) {',
    replace: '      if (verify && payload === null) {',
    breaks: 'A described callback with a wrong signature changes nothing.',
    tests: httpSmsTests,
  },
  {
    file: describedRequest,
    find: "  if (stepsIn(url) !== steps) throw new NotSent('a value makes another path');\n",
    replace: '',
    breaks: 'No value takes a request to another path.',
    tests: ['src/vendors/described/template.test.ts'],
  },
  {
    file: describedRequest,
    find: "if (host === '' || /[{}@]/.test(host)) {",
    replace: "if (host === '') {",
    breaks: 'No value sends a request to another host.',
    tests: httpSmsTests,
  },
  {
    file: 'src/vendors/described/read-described.ts',
    find: "  if (code !== '' && isSuccess(answer)) return { code, meaning: undefined };\n",
    replace: '',
    breaks: 'A code that was not described is unknown, whatever the status means.',
    tests: httpSmsTests,
  },
  {
    file: 'src/vendors/described/bounded-pattern.ts',
    find: '  if (fault) throw faultAt(source, fault.index, descriptionFaults[fault.what]);\n',
    replace: '',
    breaks: 'A pattern that can need ages is refused.',
    tests: httpSmsTests,
  },
  {
    file: 'src/vendors/described/meaning-table.ts',
    find: '      if (table.has(key)) {',
    replace: '      if (table.size < 0) {',
    breaks: 'A code has one meaning.',
    tests: httpSmsTests,
  },
  {
    file: openDescribedFace,
    find: "  if (named !== '' && named !== session) throw new OddAnswer('a result of another session');\n",
    replace: '',
    breaks: 'A described result of another session is none of this one.',
    tests: httpFaceTests,
  },
  {
    file: openDescribedFace,
    find: 'if (isSuccess(answer) || answer.status === 404 || answer.status === 410) return;',
    replace: 'if (answer.status < 500) return;',
    breaks: 'A described vendor has erased only what it says that it has.',
    tests: httpFaceTests,
  },
  {
    file: openDescribedFace,
    find: 'const isPage = /^https?:\\/\\//.test(url) && URL.canParse(url);',
    replace: 'const isPage = URL.canParse(url);',
    breaks: 'A person is sent to a page, and to nothing else.',
    tests: httpFaceTests,
  },
  {
    file: 'src/vendors/described/envelope.ts',
    find: '      if (ours.test(name.toLowerCase())) {',
    replace: "      if (name === '') {",
    breaks: "What makes a request whole is not the operator's to say.",
    tests: httpSmsTests,
  },
  {
    file: 'src/vendors/described/template.ts',
    find: '  value.replaceAll(/[^\\x20-\\x7e]+/gu, encodeURIComponent);',
    replace: '  value;',
    breaks: 'No value begins a header of its own.',
    tests: httpSmsTests,
  },
  {
    file: 'src/vendors/described/read-time.ts',
    find: 'const isNear = ms >= oldest && ms - now.getTime() <= furthestMs;',
    replace: 'const isNear = ms >= oldest;',
    breaks: 'A time that is far from now is none.',
    tests: ['src/vendors/described/read-time.test.ts'],
  },
  {
    file: 'src/vendors/described/compile-sms.ts',
    find: "    if (isOfAnswer === (state === 'absent') || state === 'unknown') continue;",
    replace: "    if (isOfAnswer || state !== 'absent') continue;",
    breaks: 'The code of an answer means that a message is absent, and nothing else.',
    tests: httpSmsTests,
  },
  {
    file: 'src/vendors/described/body-template.ts',
    find: '    if (asNumber) return (values) => Number(textOfValue(values, name));\n',
    replace: '',
    breaks: 'A place that is to be a number is one.',
    tests: httpSmsTests,
  },
];
