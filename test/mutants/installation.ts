import type { Mutant } from './mutant.ts';

const dataKey = 'src/installation/data-dir/data-key.ts';
const files = 'src/installation/embedded-postgres/embedded-files.ts';
const find = 'src/installation/data-dir/find-installation.ts';
const servers = 'src/installation/data-dir/running-servers.ts';
const backup = 'src/installation/backup/backup-file.ts';

const keyTests = ['src/installation/data-dir/data-key.test.ts'];
const fileTests = ['src/installation/embedded-postgres/embedded-files.test.ts'];
const findTests = ['src/installation/data-dir/find-installation.test.ts'];
const serverTests = ['src/installation/data-dir/running-servers.test.ts'];
const backupTests = ['src/installation/backup/backup-file.test.ts'];

export const installationMutants: readonly Mutant[] = [
  {
    file: dataKey,
    find: '{ mode: 0o600, flush: true }',
    replace: '{ mode: 0o644, flush: true }',
    breaks: 'The data key is its owner’s alone to read.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: 'if (key.length !== 32) throw',
    replace: 'if (key.length === 0) throw',
    breaks: 'A data key that is too short is refused.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: 'if (key.length !== 32) throw',
    replace: 'if (key.length < 32) throw',
    breaks: 'A data key that is too long is refused.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: 'const key = randomBytes(32);',
    replace: 'const key = randomBytes(16);',
    breaks: 'A data key has 32 random bytes.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: '!use.mayCreate || (await use.isBound())',
    replace: '!use.mayCreate',
    breaks: 'A key that is missing is not replaced by a wrong one.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: '!use.mayCreate || (await use.isBound())',
    replace: 'await use.isBound()',
    breaks: 'A command makes no key.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: 'const found = config.dataKey ?? (await readKey(file));',
    replace: 'const found = (await readKey(file)) ?? undefined;',
    breaks: 'A key of the settings is used.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: '  if (found) {\n    await use.bind(found);',
    replace: '  if (found) {',
    breaks: 'A key that is not the one of the database is refused.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: 'if (!left) await rm(draft, { force: true });',
    replace: '',
    breaks: 'A key that came too late is not left behind.',
    tests: keyTests,
  },
  {
    file: dataKey,
    find: "if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;",
    replace: 'if (error instanceof Error && "code" in error) return undefined;',
    breaks: 'A key that cannot be read is not taken for one that is missing.',
    tests: keyTests,
  },
  {
    file: files,
    find: 'stats.isDirectory() && (stats.mode & 0o077) === 0',
    replace: 'stats.isDirectory()',
    breaks: 'A folder that others can open is not trusted for the socket.',
    tests: fileTests,
  },
  {
    file: files,
    find: '(stats.mode & 0o077) === 0',
    replace: '(stats.mode & 0o007) === 0',
    breaks: 'A folder that the group can open is not trusted for the socket.',
    tests: fileTests,
  },
  {
    file: files,
    find: 'lstatSync, mkdirSync,',
    replace: 'statSync as lstatSync, mkdirSync,',
    breaks: 'A link is not trusted for the socket.',
    tests: fileTests,
  },
  {
    file: files,
    find: 'mkdirSync(folder, { recursive: true, mode: 0o700 });',
    replace: 'mkdirSync(folder, { recursive: true });',
    breaks: 'The folder of the socket is closed to others.',
    tests: fileTests,
  },
  {
    file: files,
    find: 'if (!safe || (stats.uid !== owner && stats.uid !== ours)) {',
    replace: 'if (!safe) {',
    breaks: 'A folder of a stranger is not trusted for the socket.',
    tests: fileTests,
  },
  {
    file: files,
    find: "join(tmpdir(), name), join('/tmp', name)];",
    replace: "join(tmpdir(), 'countersign'), join('/tmp', name)];",
    breaks: 'Each data folder has a socket of its own.',
    tests: fileTests,
  },
  {
    file: find,
    find: 'if (isNamed) return config;',
    replace: '',
    breaks: 'An installation that is named is meant.',
    tests: findTests,
  },
  {
    file: find,
    find: 'embedded && dataDir === config.dataDir',
    replace: 'dataDir === config.dataDir',
    breaks: 'A server with a database elsewhere is not at the usual place.',
    tests: findTests,
  },
  {
    file: find,
    find: 'if (servers.length > 1 || hasOwn) {',
    replace: 'if (servers.length > 1) {',
    breaks: 'Between a server and an installation at rest nothing is guessed.',
    tests: findTests,
  },
  {
    file: servers,
    find: 'if (birth !== undefined && birthOf(server.pid) === birth) return server;',
    replace: 'if (birth !== undefined && birthOf(server.pid) !== undefined) return server;',
    breaks: 'Another process with the number of a dead server is not taken for it.',
    tests: serverTests,
  },
  {
    file: servers,
    find: '.filter(({ startedFrom }) => startedFrom === process.cwd())',
    replace: '',
    breaks: 'A server of another folder is not meant.',
    tests: serverTests,
  },
  {
    file: backup,
    find: "if (hash.digest('hex') !== json.sha256) {",
    replace: "if (hash.digest('hex').length !== json.sha256.length) {",
    breaks: 'Rows that are not those that were written are noticed.',
    tests: backupTests,
  },
  {
    file: backup,
    find: '!header || !end || end.tables !== tables.length',
    replace: '!header',
    breaks: 'A backup that was cut off is noticed.',
    tests: backupTests,
  },
  {
    file: backup,
    find: ' || end.tables !== tables.length',
    replace: '',
    breaks: 'A backup that lost a table is noticed.',
    tests: backupTests,
  },
  {
    file: backup,
    find: "open(draft, 'wx', 0o600)",
    replace: "open(draft, 'wx', 0o644)",
    breaks: 'A backup is its owner’s alone to read.',
    tests: backupTests,
  },
  {
    file: backup,
    find: 'if (json.formatVersion !== 1) {',
    replace: 'if (json.formatVersion === undefined) {',
    breaks: 'A backup of a newer program is refused.',
    tests: backupTests,
  },
  {
    file: backup,
    find: '    await rm(draft, { force: true });\n',
    replace: '',
    breaks: 'A backup that failed leaves nothing.',
    tests: backupTests,
  },
  {
    file: 'src/installation/backup/restore-backup.ts',
    find: 'if (!audit.ok) {',
    replace: 'if (!audit) {',
    breaks: 'A backup whose books are wrong is not restored.',
    tests: ['src/installation/backup/restore-backup.test.ts'],
  },
  {
    file: 'src/installation/backup/restore-backup.ts',
    find: 'if (!(await isEmptySchema(client)))',
    replace: 'if (!client)',
    breaks: 'A backup is restored into an empty database alone.',
    tests: ['src/installation/backup/restore-backup.test.ts'],
  },
  {
    file: 'src/installation/backup/restore-backup.ts',
    find: "  await setTriggers(client, tables, 'enable');\n",
    replace: '',
    breaks: 'After a restore every change is told.',
    tests: ['src/installation/backup/restore-backup.test.ts'],
  },
  {
    file: 'src/installation/data-dir/data-key.ts',
    find: 'if (!left) await rm(draft, { force: true });',
    replace: 'await rm(draft, { force: true });',
    breaks: 'A key that the database may be bound to is never thrown away.',
    tests: ['src/installation/data-dir/data-key.test.ts'],
  },
  {
    file: 'src/installation/data-dir/demo-key.ts',
    find: 'return found && !found.revokedAt ? { file } : undefined;',
    replace: 'return found ? { file } : undefined;',
    breaks: 'A demo key that was revoked is not told of.',
    tests: ['src/installation/data-dir/demo-key.test.ts'],
  },
  {
    file: 'src/installation/embedded-postgres/embedded.ts',
    find: "log_error_verbosity: 'terse',",
    replace: "log_error_verbosity: 'default',",
    breaks: 'The log of the database tells what was refused, and no value of it.',
    tests: ['src/installation/embedded-postgres/open-database.test.ts'],
  },
  {
    file: 'src/installation/embedded-postgres/open-database.ts',
    find: 'if (living !== undefined || Date.now() > deadline)',
    replace: 'if (holders.length > 0)',
    breaks:
      'A visit stops the database though the session of one that was killed lives on for a moment.',
    tests: ['src/installation/embedded-postgres/open-database.test.ts'],
  },
  {
    file: 'src/installation/embedded-postgres/embedded.ts',
    find: '(await findAnsweringSocket(pgDir, socketFolderOf(dataDir)))',
    replace: 'undefined',
    breaks: 'A second PostgreSQL is started on the data of one that runs in another container.',
    tests: ['src/installation/embedded-postgres/open-database.test.ts'],
  },
];
