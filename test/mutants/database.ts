import type { Mutant } from './mutant.ts';

const functions = 'src/foundation/db/apply-functions.ts';
const migrate = 'src/foundation/db/migrate.ts';
const target = 'src/foundation/db/connection-target.ts';

const functionTests = ['src/foundation/db/apply-functions.test.ts'];
const migrateTests = ['src/foundation/db/migrate.test.ts'];

const keyTests = ['src/foundation/db/key-queries.test.ts'];
const partitionTests = ['src/foundation/db/partition-queries.test.ts'];

const refusedTests = ['src/foundation/db/refused.test.ts'];
const unreachableTests = ['src/foundation/db/unreachable.test.ts'];

export const databaseMutants: readonly Mutant[] = [
  {
    file: 'src/foundation/db/refused.ts',
    find: 'if (refusal === undefined) throw error;',
    replace: '',
    breaks: 'A fault that nobody has words for stays what it is.',
    tests: refusedTests,
  },
  {
    file: 'src/foundation/db/refused.ts',
    find: ', { cause: error });',
    replace: ');',
    breaks: 'Why something was refused is kept.',
    tests: refusedTests,
  },
  {
    file: 'src/foundation/db/unreachable.ts',
    find: 'if (!message) return `The database',
    replace: 'if (!name) return `The database',
    breaks: 'A database that is refused at every address is said to be away.',
    tests: unreachableTests,
  },
  {
    file: 'src/foundation/db/key-queries.ts',
    find: 'if (!rows[0]?.isSame) {',
    replace: 'if (rows[0]?.isSame === undefined) {',
    breaks: 'A database is refused to another data key.',
    tests: keyTests,
  },
  {
    file: 'src/foundation/db/key-queries.ts',
    find: "'update platform set key_check = $1 where key_check is null'",
    replace: "'update platform set key_check = $1'",
    breaks: 'Of two keys that start at once, one is the key.',
    tests: keyTests,
  },
  {
    file: 'src/foundation/db/partition-queries.ts',
    find: 'if (sqlState(error) !== lockNotAvailable) throw error;',
    replace: 'throw error;',
    breaks: 'A month in use is given way to when it is to be dropped.',
    tests: partitionTests,
  },
  {
    file: 'src/foundation/db/partition-queries.ts',
    find: 'if (signal?.aborted || !(await',
    replace: 'if (!(await',
    breaks: 'A stop ends the dropping of months.',
    tests: partitionTests,
  },
  {
    file: functions,
    find: "    await client.query('begin');\n",
    replace: '',
    breaks: 'The functions are replaced all together or not at all.',
    tests: functionTests,
  },
  {
    file: functions,
    find: "    await client.query('rollback').catch(() => {});\n",
    replace: '',
    breaks: 'A connection is usable after functions could not be made.',
    tests: functionTests,
  },
  {
    file: functions,
    find: 'return number === ours && checksum === readFunctionFiles().checksum;',
    replace: 'return number === ours;',
    breaks: 'Functions that differ are replaced.',
    tests: functionTests,
  },
  {
    file: functions,
    find: 'number > ours',
    replace: 'number > ours + 1',
    breaks: 'An older program leaves the functions of a newer one alone.',
    tests: migrateTests,
  },
  {
    file: migrate,
    find: 'if (migration.checksum !== row.checksum) {',
    replace: 'if (migration.name !== row.name) {',
    breaks: 'A migration that was changed after it was applied is noticed.',
    tests: migrateTests,
  },
  {
    file: migrate,
    find: "    await client.query('begin');\n    await client.query(`set local",
    replace: '    await client.query(`set',
    breaks: 'A migration that fails leaves nothing behind.',
    tests: migrateTests,
  },
  {
    file: migrate,
    find: '    await takeLock(client);\n',
    replace: '',
    breaks: 'Servers that start together apply each migration once.',
    tests: migrateTests,
  },
  {
    file: migrate,
    find: 'if (history.length > 0) await assertAlone(client, pending);',
    replace: '',
    breaks: 'A breaking migration is not applied under servers of the version before.',
    tests: migrateTests,
  },
  {
    file: 'src/foundation/db/find-primary.ts',
    find: 'const place = (from + step) % hosts.length;',
    replace: 'const place = (from + hosts.length - step - 1) % hosts.length;',
    breaks: 'Several hosts are tried in their order.',
    tests: ['src/foundation/db/connect.test.ts'],
  },
  {
    file: 'src/foundation/db/find-primary.ts',
    find: "rows[0]?.isReadOnly ? 'takes no writes' : undefined",
    replace: 'undefined',
    breaks: 'A server that takes no writes is passed over.',
    tests: ['src/foundation/db/connect.test.ts'],
  },
  {
    file: 'src/foundation/db/connect.ts',
    find: "if (commit === 'off') faults.push",
    replace: "if (commit === 'none') faults.push",
    breaks: 'A database that may lose what it has confirmed is refused.',
    tests: ['src/foundation/db/connect.test.ts'],
  },
  {
    file: 'src/foundation/db/connect.ts',
    find: "'TimeZone=UTC',",
    replace: '',
    breaks: 'Days begin where we say, and not where a server stands.',
    tests: ['src/foundation/db/connect.test.ts'],
  },
  {
    file: 'src/foundation/db/connect.ts',
    find: 'statement_timeout: statementTimeoutMs,',
    replace: '',
    breaks: 'No statement runs for ever.',
    tests: ['src/foundation/db/connect.test.ts'],
  },
  {
    file: target,
    find: "(hosts.length > 1 ? 'read-write' : 'any')",
    replace: "'any'",
    breaks: 'Among several hosts the one that takes writes is meant.',
    tests: ['src/foundation/db/connection-target.test.ts'],
  },
  {
    file: target,
    find: 'const port = each[i] ?? each[0];',
    replace: 'const port = each[0];',
    breaks: 'Each host has its own port.',
    tests: ['src/foundation/db/connection-target.test.ts'],
  },
  {
    file: 'src/foundation/db/listen.ts',
    find: '      options.onState(false);\n',
    replace: '',
    breaks: 'Whoever caches is told when changes cannot be heard.',
    tests: ['src/foundation/db/listen.test.ts'],
  },
  {
    file: 'src/line/calls/queries.ts',
    find: 'r.provider_code as "saidBy"',
    replace:
      '(select x.provider_code from receipts x where x.call_id = c.call_id limit 1) as "saidBy"',
    breaks: 'No statement that locks rows looks for a partition in a subquery.',
    tests: ['src/line/calls/queries.test.ts'],
  },
  {
    file: 'src/foundation/db/array-literal.ts',
    find: ".replaceAll('\"', '\\\\\"')",
    replace: '',
    breaks: 'A quote in a text breaks no batch.',
    tests: ['src/foundation/db/array-literal.test.ts'],
  },
  {
    file: 'src/foundation/db/array-literal.ts',
    find: "if (!text.includes('\\\\') && !text.includes('\"')) return",
    replace: "if (!text.includes('\"')) return",
    breaks: 'A backslash in a text comes back as it was.',
    tests: ['src/foundation/db/array-literal.test.ts'],
  },
  {
    file: 'src/foundation/db/array-literal.ts',
    find: "(value === null ? 'NULL' : quoted(value))",
    replace: "(value === null || value === '' ? 'NULL' : quoted(value))",
    breaks: 'An empty text is not a missing one.',
    tests: ['src/foundation/db/array-literal.test.ts'],
  },
  {
    file: 'src/installation/backup/copy-queries.ts',
    find: 'if (!/^[a-z_][a-z0-9_]{0,62}$/.test(text)) throw',
    replace: 'if (!/^[a-z_][a-z0-9_]{0,62}/.test(text)) throw',
    breaks: 'What a file names becomes SQL only where it is a name of ours.',
    tests: ['src/installation/backup/copy-queries.test.ts'],
  },
  {
    file: 'src/installation/backup/copy-queries.ts',
    find: '\\\\))$`).test(bounds)',
    replace: '\\\\))`).test(bounds)',
    breaks: 'What a file says of bounds becomes SQL only where they are bounds of ours.',
    tests: ['src/installation/backup/copy-queries.test.ts'],
  },
  {
    file: 'src/installation/backup/copy-queries.ts',
    find: `\${bounds}\${storage}\``,
    replace: `\${bounds}\``,
    breaks: 'A restored month leaves as much room for changes as it did.',
    tests: ['src/installation/backup/copy-queries.test.ts'],
  },
  {
    file: 'src/foundation/db/listen.ts',
    find: '        await ask(client, `listen ${options.channel}`);\n        options.onState(true);\n',
    replace:
      '        options.onState(true);\n        await ask(client, `listen ${options.channel}`);\n',
    breaks: 'Nothing is trusted before words of changes can be heard.',
    tests: ['src/foundation/db/listen.test.ts'],
  },
];
