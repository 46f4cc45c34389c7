import type { Mutant } from './mutant.ts';

const fault = 'src/cli/report-fault.ts';
const option = 'src/cli/read-option.ts';

const faultTests = ['src/cli/report-fault.test.ts'];
const optionTests = ['src/cli/read-option.test.ts'];

export const commandLineMutants: readonly Mutant[] = [
  {
    file: fault,
    find: 'usage: 2, unreachable: 3',
    replace: 'usage: 2, unreachable: 1',
    breaks: 'A command that cannot reach its installation ends with 3.',
    tests: faultTests,
  },
  {
    file: fault,
    find: "=== 'ConfigError') return 'usage';",
    replace: "=== 'ConfigError') return 'refused';",
    breaks: 'A command with a wrong setting ends with 2.',
    tests: faultTests,
  },
  {
    file: fault,
    find: 'error instanceof Unreachable || isDatabaseAway(error)',
    replace: 'error instanceof Unreachable',
    breaks: 'A database that is away is unreachable.',
    tests: faultTests,
  },
  {
    file: fault,
    find: 'if (asJson) terminal.out(',
    replace: 'if (asJson) terminal.err(',
    breaks: 'A program reads why a command was not carried out from stdout.',
    tests: faultTests,
  },
  {
    file: option,
    find: 'readTime(text, 1)',
    replace: 'readTime(text, 0)',
    breaks: 'A day ends with its last moment.',
    tests: optionTests,
  },
  {
    file: option,
    find: 'return (zone) => new Date(day.toZonedDateTime(zone).epochMilliseconds);',
    replace: "return () => new Date(day.toZonedDateTime('UTC').epochMilliseconds);",
    breaks: 'A day ends where the platform is.',
    tests: optionTests,
  },
  {
    file: option,
    find: 'id > 0 && id < 2 ** 31',
    replace: 'id > 0',
    breaks: 'An id that no account can have is a slip of the finger.',
    tests: optionTests,
  },
  {
    file: option,
    find: 'if (amount === undefined || amount < 0n) {',
    replace: 'if (amount === undefined) {',
    breaks: 'An amount is zero or more.',
    tests: optionTests,
  },
  {
    file: option,
    find: 'isIP(address) === 4 ? 32 : 128',
    replace: '128',
    breaks: 'An IPv4 network has at most 32 bits.',
    tests: optionTests,
  },
  {
    file: 'src/cli/template-commands.ts',
    find: 'function withoutPieces({ pieces: _, ...shown }: StoredTemplate) {',
    replace: 'function withoutPieces(shown: StoredTemplate) {',
    breaks: 'A template is shown without how it is kept.',
    tests: ['src/cli/register-commands.test.ts'],
  },
  {
    file: 'src/cli/doctor-queries.ts',
    find: 'bool_or(coalesce(p.is_on, false)) as is_served',
    replace: 'bool_or(p.provider_code is not null) as is_served',
    breaks: '`doctor` tells of products whose every provider is switched off.',
    tests: ['src/cli/doctor-queries.test.ts'],
  },
  {
    file: 'src/cli/doctor-command.ts',
    find: 'ok: hours < unresolvedHours,',
    replace: 'ok: hours < unresolvedHours * 24,',
    breaks: 'A call without an outcome is bad news after a day.',
    tests: ['src/cli/doctor-command.test.ts'],
  },
  {
    file: 'src/cli/doctor-command.ts',
    find: '    if (isSearchAhead) {',
    replace: '    if (isSearchAhead && count > 0) {',
    breaks: 'A search that stands in the future is told.',
    tests: ['src/cli/doctor-command.test.ts'],
  },
  {
    file: 'src/cli/doctor-command.ts',
    find: 'r.failedAt && (!r.endedAt || r.failedAt > r.endedAt)',
    replace: 'r.failedAt && r.endedAt && r.failedAt > r.endedAt',
    breaks: 'A job that has never ended well is told.',
    tests: ['src/cli/doctor-command.test.ts'],
  },
  {
    file: 'src/cli/doctor-command.ts',
    find: '(open) => isOld(open) || isGone(open)',
    replace: '(open) => isOld(open)',
    breaks: 'A provider that is gone has erased nothing, and that is told at once.',
    tests: ['src/cli/doctor-command.test.ts'],
  },
  {
    file: 'src/cli/doctor-command.ts',
    find: "text: lines.join('\\n'), isBad: !ok }",
    replace: "text: lines.join('\\n') }",
    breaks: 'Bad news of the doctor end with 1.',
    tests: ['src/cli/doctor-command.test.ts'],
  },
  {
    file: 'src/cli/explain-route.ts',
    find: "  if (!found.isOn) return { code, isAsked: false, because: 'it is off' };\n",
    replace: '',
    breaks: 'A provider that is off is not asked, and the explanation says so.',
    tests: ['src/cli/provider-commands.test.ts'],
  },
];
