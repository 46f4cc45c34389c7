import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { Refused } from '../../foundation/contract/refusals/refused.ts';
import { Unreachable } from '../../foundation/db/unreachable.ts';
import { ConfigError } from '../../foundation/settings/config.ts';
import { reportFault } from './report-fault.ts';
import { runCommandLine } from './run-command-line.ts';

/** What a command prints for an error, and its exit code. */
function report(error: unknown, asJson: boolean) {
  const said = { out: '', err: '', code: 0 };
  reportFault(error, asJson, {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    setExitCode: (code) => {
      said.code = code;
    },
  });
  return said;
}

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const silent = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });

test.each<[string, unknown, string, number, string]>([
  ['what was refused', new Refused(['amount_zero']), 'refused', 1, 'Amount must not be 0.'],
  ['a fault of ours', new TypeError('x is undefined'), 'refused', 1, 'x is undefined'],
  [
    'a slip of the finger',
    new CommanderError(1, 'commander.unknownOption', "error: unknown option '--x'\n(Did you"),
    'usage',
    2,
    "unknown option '--x' (Did you",
  ],
  [
    'a noun alone',
    new CommanderError(1, 'commander.help', '(outputHelp)'),
    'usage',
    2,
    'Add a verb; --help lists them.',
  ],
  ['a wrong setting', new ConfigError('PORT is wrong'), 'usage', 2, 'PORT is wrong'],
  ['no installation', new Unreachable('There is none.'), 'unreachable', 3, 'There is none.'],
  [
    'a database that is away',
    away,
    'unreachable',
    3,
    'The database cannot be reached: connect ECONNREFUSED.',
  ],
  [
    'a database that says nothing',
    silent,
    'unreachable',
    3,
    'The database cannot be reached (ECONNREFUSED).',
  ],
])('%s', (_, error, kind, code, message) => {
  expect(report(error, false)).toEqual({ out: '', err: `countersign: ${message}\n`, code });
  const { out, err, code: same } = report(error, true);
  const named = error instanceof Refused ? { code: error.code } : {};
  expect([JSON.parse(out), err, same]).toEqual([{ error: { kind, ...named, message } }, '', code]);
  expect(out.endsWith('}\n')).toBe(true);
});

test('every line of an error starts with the program’s name', () => {
  const { err } = report(new ConfigError('PORT is wrong\nHOST is wrong'), false);
  expect(err).toBe('countersign: PORT is wrong\ncountersign: HOST is wrong\n');
});

test('help and version are not errors', () => {
  const help = new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)');
  expect(report(help, true)).toEqual({ out: '', err: '', code: 0 });
});

test.each<[string, Error, number]>([
  ['settings that are wrong', new ConfigError('PORT is wrong'), 2],
  ['anything else', new Error('The migration 0001 was changed.'), 3],
])(
  'an installation that cannot be opened because of %s exits with its code',
  async (_, why, code) => {
    let ended = 0;
    await runCommandLine(['account', 'list'], {
      version: '0.0.0',
      open: () => Promise.reject(why),
      openEmpty: () => Promise.reject(why),
      openUpgrade: () => Promise.reject(why),
      serve: async () => {},
      terminal: {
        out: () => {},
        err: () => {},
        setExitCode(given) {
          ended = given;
        },
      },
    });
    expect(ended).toBe(code);
  },
);

test('text of others in a message does not control the terminal', () => {
  const error = new Refused(['bill_column_not_found', { column: 'id', columns: '\u001b[2Jref' }]);
  expect(report(error, false).err).toBe(
    'countersign: Column id not found. Available: \\u{1b}[2Jref.\n',
  );
});
