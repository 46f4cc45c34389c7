import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { citusFaults, citusMigrationFaults, notForCitus } from './kit/citus-faults.ts';

/**
 * The rules of the house, enforced by reading the files. ARCHITECTURE.md says why each exists; here
 * each is a test that names its violations.
 */
const root = join(import.meta.dirname, '..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && exists(file));

function exists(file: string): boolean {
  try {
    readFileSync(join(root, file));
    return true;
  } catch {
    return false;
  }
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = files.filter((file) => /^src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'));
const code = files.filter((file) =>
  /^(src|test|bench|scripts|sdk|web)\/.*\.(tsx?|mjs)$/.test(file),
);
const sql = files.filter((file) => /^src\/.*\.sql$/.test(file));

/** Our own files that a file imports. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(
    /^(?:import|export)\b[^'";]*?from '(\.[^'?]+)[^']*'|^import '(\.[^']+)'/gm,
  );
  return [...found].map((match) =>
    posix.normalize(posix.join(dirname(file), (match[1] ?? match[2]) as string)),
  );
}

/**
 * The room of a file: `src/line/calls/run-call.ts` is in `calls`, `src/foundation/money.ts` in `money`,
 * `src/app.ts` in `app`.
 */
function roomOf(file: string): string {
  const [, group = '', room = group] = file.split('/');
  return room.replace(/\.m?ts$/, '');
}

/** The group of a room; a file directly in `src` is a group of its own. */
function groupOf(file: string): string {
  const [, group = ''] = file.split('/');
  return group.replace(/\.ts$/, '');
}

/** What each group may import besides itself: `ls src`, from the bottom up. */
const groups: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  people: ['foundation'],
  vendors: ['foundation'],
  money: ['foundation', 'people', 'vendors'],
  products: ['foundation', 'vendors'],
  line: ['foundation', 'people', 'money', 'vendors', 'products'],
  installation: ['foundation', 'people', 'money', 'vendors', 'products', 'line'],
  surfaces: ['foundation', 'people', 'money', 'vendors', 'products', 'line', 'installation'],
  app: ['foundation', 'people', 'money', 'vendors', 'products', 'line', 'installation', 'surfaces'],
  serve: ['foundation', 'installation', 'surfaces', 'app'],
  main: ['foundation', 'installation', 'surfaces', 'serve'],
};

const leaves = [
  ...['money', 'key-ring', 'hmac-of-texts', 'vault', 'clock', 'chain', 'network-address', 'redact'],
  ...['slots', 'trace-parent'],
];
const base = [...leaves, 'contract', 'db', 'batches', 'audit', 'cell'];

/** What each room may import besides itself. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  // foundation
  ...Object.fromEntries(leaves.map((leaf) => [leaf, []])),
  vault: ['hmac-of-texts', 'key-ring'],
  age: [],
  contract: ['money'],
  db: ['contract', 'called-as'],
  batches: ['db'],
  cell: ['contract', 'db'],
  page: ['contract'],
  mail: ['page'],
  audit: ['contract', 'db', 'vault'],
  outbound: ['clock', 'contract', 'network-address', 'slots'],
  settings: ['age', 'contract', 'db', 'outbound'],
  events: [...base, 'outbound'],
  tasks: base,
  // people
  accounts: [...base, 'events'],
  'sign-in': base,
  'other-cells': [...base, 'outbound', 'sign-in'],
  // money
  ledger: [...base, 'events'],
  statements: [...base, 'accounts', 'ledger'],
  bank: [...base, 'accounts', 'ledger'],
  payments: [...base, 'accounts', 'bank', 'events', 'ledger', 'page', 'providers', 'statements'],
  invoices: [...base, 'accounts', 'bank', 'events', 'payments', 'statements'],
  // vendors: an adapter knows its arguments, and a simulator not even the adapter.
  providers: [...base, 'outbound'],
  smpp: ['contract', 'outbound', 'providers'],
  adapters: ['contract', 'money', 'outbound', 'providers', 'smpp'],
  described: ['adapters', 'contract', 'outbound', 'providers'],
  simulators: ['page', 'providers'],
  sandbox: [...base, 'events', 'page', 'providers'],
  vendors: ['adapters', 'described', 'providers'],
  'vendor-simulators': ['simulators', 'vendors'],
  // products
  messages: [...base, 'events', 'providers'],
  checks: [...base, 'events', 'outbound', 'page', 'providers'],
  verifications: [...base, 'events'],
  // line
  idempotency: [...base, 'events'],
  limits: [...base, 'events'],
  pricing: [...base, 'events'],
  callers: [...base, 'events', 'limits', 'messages', 'pricing', 'providers'],
  search: [...base, 'events', 'messages', 'checks'],
  refused: [...base, 'callers', 'limits', 'search'],
  calls: [
    ...base,
    ...['accounts', 'callers', 'checks', 'events', 'idempotency', 'ledger', 'limits', 'messages'],
    ...['outbound', 'payments', 'pricing', 'providers', 'refused', 'verifications'],
  ],
  persons: [
    ...base,
    ...['accounts', 'checks', 'events', 'idempotency', 'limits', 'messages', 'providers'],
    ...['refused', 'search', 'statements', 'tasks', 'verifications'],
  ],
  closures: [
    ...base,
    ...['accounts', 'callers', 'calls', 'checks', 'events', 'idempotency', 'invoices', 'ledger'],
    ...['limits', 'messages', 'payments', 'persons', 'refused', 'search', 'sign-in'],
    'verifications',
  ],
  // installation
  'embedded-postgres': ['db', 'called-as'],
  'data-keys': [
    ...base,
    ...[
      'bank',
      'checks',
      'events',
      'idempotency',
      'messages',
      'other-cells',
      'providers',
      'sign-in',
    ],
  ],
  cells: ['cell', 'contract', 'db', 'settings'],
  platform: [
    ...base,
    ...['accounts', 'calls', 'cells', 'data-dir', 'limits', 'messages', 'payments', 'pricing'],
    ...['bank', 'invoices', 'providers', 'settings', 'sign-in', 'vendors'],
  ],
  'data-dir': [
    ...base,
    'cells',
    ...['accounts', 'callers', 'data-keys', 'embedded-postgres', 'ledger', 'settings', 'sign-in'],
  ],
  backup: [...base, 'age', 'embedded-postgres', 'ledger', 'settings'],
  moves: [...base, 'backup', 'callers', 'ledger', 'settings'],
  jobs: [
    ...base,
    ...['backup', 'callers', 'calls', 'checks', 'closures', 'data-keys', 'events', 'idempotency'],
    ...['limits', 'messages', 'persons', 'pricing', 'providers', 'sandbox', 'search', 'settings'],
    ...['accounts', 'invoices', 'ledger', 'payments', 'refused', 'sign-in', 'verifications'],
  ],
  // surfaces
  http: [...base, 'page'],
  traces: ['db', 'http', 'outbound', 'trace-parent'],
  home: ['contract', 'page'],
  docs: ['contract', 'page'],
  callbacks: ['cell', 'contract', 'db', 'messages', 'providers'],
  reports: [
    ...base,
    ...['accounts', 'calls', 'cells', 'checks', 'data-keys', 'events', 'jobs', 'ledger', 'limits'],
    ...['messages', 'outbound', 'platform', 'providers', 'search', 'settings', 'vendors'],
    ...['statements', 'verifications'],
  ],
  notices: [
    ...base,
    ...['events', 'invoices', 'jobs', 'ledger', 'mail', 'outbound', 'page', 'payments'],
    'reports',
  ],
  mails: [...base, 'invoices', 'jobs', 'mail', 'page', 'settings', 'sign-in', 'statements'],
  trials: [...base, 'accounts', 'limits', 'messages', 'outbound', 'pricing', 'providers'],
  console: [
    ...base,
    ...['accounts', 'bank', 'callers', 'calls', 'checks', 'closures', 'events', 'ledger', 'limits'],
    ...['messages', 'mails', 'other-cells', 'outbound', 'page', 'payments', 'persons', 'platform'],
    ...['pricing', 'providers', 'refused', 'reports', 'sandbox', 'search', 'settings'],
    ...['invoices', 'jobs', 'sign-in', 'statements', 'tasks', 'trials', 'vendors', 'verifications'],
  ],
  cli: [
    ...base,
    ...['accounts', 'backup', 'bank', 'callers', 'calls', 'cells', 'checks', 'closures'],
    ...['data-dir', 'invoices'],
    ...['data-keys', 'events', 'jobs', 'ledger', 'limits', 'mails', 'messages', 'moves'],
    ...['age', 'other-cells', 'payments', 'persons', 'platform', 'pricing', 'providers', 'reports'],
    ...['sandbox', 'search', 'settings', 'sign-in', 'simulators', 'statements', 'trials'],
    ...['vendor-simulators', 'vendors'],
  ],
};

/** Exceptions, each with its reason. */
const excused: readonly { from: RegExp; to: RegExp; because: string }[] = [
  {
    from: /^src\/line\/calls\/sql\/settle-calls\.sql$/,
    to: /^src\/vendors\/sandbox\/sql\/keep-messages\.sql$/,
    because: 'a message of the sandbox is kept in the statement that settles its call',
  },
  {
    from: /^src\/surfaces\/cli\/listen-command\.ts$/,
    to: /^sdk\/src\/run-listener\.ts$/,
    because: 'the command and the package forward events by the same program',
  },
  {
    from: /^src\/people\/accounts\/sql\/create-account\.sql$/,
    to: /^src\/money\/ledger\/sql\//,
    because: 'an account is made with its wallets, so that there is always a row to lock',
  },
  {
    from: /^src\/products\/verifications\/sql\//,
    to: /^src\/money\/ledger\/sql\//,
    because:
      'an approval is held and charged in the transactions that start and end its verification',
  },
];

/** Whether a file may use another: its group and its room allow it, or there is an exception. */
function mayUse(from: string, to: string): boolean {
  if (excused.some((row) => row.from.test(from) && row.to.test(to))) return true;
  const [group, room] = [groupOf(from), roomOf(from)];
  if (group !== groupOf(to) && !groups[group]?.includes(groupOf(to))) return false;
  // The files in `src` itself compose the rooms, and may use any room of those groups.
  return room === roomOf(to) || from.split('/').length === 2 || !!rooms[room]?.includes(roomOf(to));
}

/** Tables that more than one folder writes, each with its reason. */
const sharedTables: Readonly<Record<string, { by: readonly string[]; because: string }>> = {
  calls: {
    by: ['calls', 'messages', 'verifications'],
    because:
      'a receipt changes the message of a call, and an approval is a call of its verification',
  },
  unresolved_calls: {
    by: ['calls', 'messages'],
    because: 'a receipt that contradicts a release puts the call on review in its own transaction',
  },
};

/** The database functions, each with the file that defines it. */
const functions = new Map(
  sql
    .filter((file) => /^src\/[a-z]+\/[a-z-]+\/sql\//.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^create or replace function ([a-z_]+)/gm)].map(
        ([, name]) => [name as string, file] as const,
      ),
    ),
);

/** The files whose functions a file calls, in its own SQL or in a query. */
function calledBy(file: string): string[] {
  const text = read(file).replaceAll(/--.*$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const called = [...text.matchAll(/(?<!function )\b([a-z]+_[a-z_]+)(?=\()/g)];
  const owners = called.map(([, name]) => functions.get(name as string));
  return [...new Set(owners)].filter((owner) => owner !== undefined);
}

function arrows(from: readonly string[], read: (file: string) => string[]): [string, string][] {
  return from.flatMap((file) => read(file).map((to): [string, string] => [file, to]));
}

const sqlArrows = arrows([...sources, ...sql], calledBy);

function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, path: string[]): void => {
    if (path.includes(node)) {
      circles.push([...path.slice(path.indexOf(node)), node].join(' -> '));
      return;
    }
    if (done.has(node)) return;
    for (const to of graph.get(node) ?? []) visit(to, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

describe('imports', () => {
  test('follow the architecture', () => {
    const broken = sources.flatMap((from) =>
      importsOf(from)
        .filter((to) => !mayUse(from, to))
        .map((to) => `${from} -> ${to}`),
    );
    expect(broken).toEqual([]);
  });

  test('name existing files', () => {
    const known = new Set(files);
    const missing = code.flatMap((file) =>
      importsOf(file)
        .filter((to) => !known.has(to))
        .map((to) => `${file} -> ${to}`),
    );
    expect(missing).toEqual([]);
  });

  test('have no cycles, neither between files nor between folders', () => {
    const byFile = new Map(sources.map((file) => [file, importsOf(file)]));
    expect(circlesIn(byFile)).toEqual([]);
    const byFolder = new Map<string, string[]>();
    for (const [from, to] of [...arrows(sources, importsOf), ...sqlArrows]) {
      if (roomOf(from) === roomOf(to)) continue;
      byFolder.set(roomOf(from), [...(byFolder.get(roomOf(from)) ?? []), roomOf(to)]);
    }
    expect(circlesIn(byFolder)).toEqual([]);
    const ofConsole = code.filter((file) => file.startsWith('web/console/'));
    expect(circlesIn(new Map(ofConsole.map((file) => [file, importsOf(file)])))).toEqual([]);
  });

  test('expose the whole line only to code that runs a call from end to end', () => {
    const takers = sources.filter((file) => /\b(line|ports): Line\b/.test(read(file)));
    expect(takers.sort()).toEqual([
      'src/app.ts',
      'src/line/calls/answer-free.ts',
      'src/line/calls/call-with-check-link.ts',
      'src/line/calls/routes.ts',
      'src/line/calls/run-call.ts',
    ]);
  });

  test('keep adapters away from database, environment and network', () => {
    const adapters = sources.filter((file) =>
      /^src\/vendors\/((adapters|described)\/.*|providers\/(provider|reference|registry|vendor)|sandbox\/sandbox-[a-z]+)\.ts$/.test(
        file,
      ),
    );
    expect(adapters.length).toBeGreaterThan(30);
    const broken = adapters.filter((file) =>
      /from 'pg'|queries\.ts'|\/config\.ts'/.test(read(file)),
    );
    expect(broken).toEqual([]);
    // All their requests go through the client that knows on which side of the send a failure was.
    const askers = adapters.filter((file) =>
      /\bfetch\(|from '(undici|node:(https?|http2|net|tls|dgram))'/.test(read(file)),
    );
    expect(askers).toEqual([]);
  });

  test('keep simulators and adapters apart, so that neither validates itself', () => {
    const between = arrows(sources, importsOf).filter(
      ([from, to]) => [roomOf(from), roomOf(to)].sort().join(' ') === 'adapters simulators',
    );
    expect(between).toEqual([]);
    expect(sources.filter((file) => roomOf(file) === 'simulators').length).toBeGreaterThan(10);
  });

  test('only the entry and the tests import the composition root', () => {
    const importers = sources.filter((file) => importsOf(file).includes('src/app.ts'));
    expect(importers).toEqual(['src/serve.ts']);
  });
});

describe('database functions', () => {
  test('are named after the folder that owns them', () => {
    const line = ['hold_calls', 'settle_calls'];
    const faulty = [...functions]
      .filter(([name]) => !line.includes(name))
      .filter(([name, file]) => !name.startsWith(`${roomOf(file).replaceAll('-', '_')}_`))
      .map(([name, file]) => `${name} in ${file}`);
    expect(faulty).toEqual([]);
    expect(functions.size).toBeGreaterThan(20);
  });

  test('are called only as the architecture allows', () => {
    const broken = sqlArrows
      .filter(([from, to]) => !mayUse(from, to))
      .map(([from, to]) => `${from} -> ${to}`);
    expect(broken).toEqual([]);
    expect(sqlArrows.length).toBeGreaterThan(20);
  });
});

const tables = new Set(
  sql
    .filter((file) => file.includes('/migrations/'))
    .flatMap((file) => [...read(file).matchAll(/^create (?:unlogged )?table ([a-z_]+)/gm)])
    .map(([, name = '']) => name),
);

describe('the database', () => {
  test('writes audit entries at commit alone, so that the lock of the chain is the last of a change', () => {
    const functions = sql.filter((file) => !file.includes('/migrations/'));
    const early = [...sources, ...functions].filter((file) => /\baudit_write\b/.test(read(file)));
    expect(early).toEqual([]);
  });

  test('is asked nothing that Citus refuses', () => {
    const faulty = [...sources, ...sql]
      .filter((file) => !file.includes('/migrations/') && !notForCitus.includes(file))
      .flatMap((file) => citusFaults(read(file), tables).map((fault) => `${file} ${fault}`));
    expect(faulty).toEqual([]);
    // Cells of a later version are distributed when its migrations reach them.
    const unfit = sql
      .filter((file) => Number(/migrations\/(\d{4})_/.exec(file)?.[1]) > 58)
      .flatMap((file) => citusMigrationFaults(read(file)).map((fault) => `${file} ${fault}`));
    expect(unfit).toEqual([]);
  });

  test('is accessed only in queries files, db, the ledger, the embedded server and the line’s writer', () => {
    const speakers = sources.filter((file) => /\.query(<[^(]*>)?\(/.test(read(file)));
    const strangers = speakers.filter(
      (file) =>
        !/(^|\/|-)queries\.ts$/.test(file) &&
        !/^src\/(foundation\/db|money\/ledger|installation\/embedded-postgres)\//.test(file) &&
        !['src/line/calls/write-line.ts', 'src/app.ts'].includes(file),
    );
    expect(strangers).toEqual([]);
  });

  test('has each table written by one folder', () => {
    const writers = new Map<string, Set<string>>();
    for (const file of [...sources, ...sql]) {
      if (file.startsWith('src/foundation/db/')) continue;
      const text = read(file).replaceAll(/--.*$|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      for (const [, table] of text.matchAll(
        /\b(?:insert into|delete from|update) ([a-z_]{3,})\b(?=[\s(])/g,
      )) {
        if (!isTable(table as string)) continue;
        const folders = writers.get(table as string) ?? new Set();
        writers.set(table as string, folders.add(roomOf(file)));
      }
    }
    const shared = [...writers]
      .filter(([, folders]) => folders.size > 1)
      .filter(([table, folders]) => [...folders].some((one) => !isSharedWith(table, one)))
      .map(([table, folders]) => `${table}: ${[...folders].join(', ')}`);
    expect(shared).toEqual([]);
    expect(writers.size).toBeGreaterThan(15);
  });

  const isTable = (name: string) => tables.has(name);
  const isSharedWith = (table: string, folder: string) =>
    sharedTables[table]?.by.includes(folder) ?? false;
});

describe('files', () => {
  test('are kebab-case with meaningful names', () => {
    const hollow = /(^|-)(util|utils|helper|helpers|common|service|manager|misc|lib|index)(-|\.|$)/;
    const faulty = code.filter((file) => {
      const name = basename(file);
      return !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(tsx?|mjs)$/.test(name) || hollow.test(name);
    });
    expect(faulty).toEqual([]);
  });

  test('are short', () => {
    const long = code
      // Generated files are not read by people.
      .filter((file) => file !== 'sdk/src/generated.ts')
      .map((file) => ({ file, lines: read(file).split('\n').length }))
      .filter(({ file, lines }) => lines > (file.endsWith('.test.ts') ? 600 : 400));
    expect(long).toEqual([]);
    const lengths = sources.map((file) => read(file).split('\n').length).sort((a, b) => a - b);
    expect(lengths[lengths.length >> 1]).toBeLessThan(150);
  });

  test('are spread over the folders: none holds more than a fifth of the code', () => {
    const lines = new Map<string, number>();
    let total = 0;
    for (const file of [...sources, ...sql].filter((one) => !one.includes('/migrations/'))) {
      const count = read(file).split('\n').length;
      lines.set(roomOf(file), (lines.get(roomOf(file)) ?? 0) + count);
      total += count;
    }
    const large = [...lines].filter(([, count]) => count > total / 5);
    expect(large).toEqual([]);
  });

  test('have functions that fit on a screen', () => {
    const long = sources.flatMap((file) => longFunctions(file, 70));
    expect(long).toEqual([]);
  });

  test('contain no TODO marks', () => {
    const marked = code.filter(
      (file) => !file.endsWith('tidy.test.ts') && /\b(TODO|FIXME|XXX|HACK)\b/.test(read(file)),
    );
    expect(marked).toEqual([]);
  });

  test('skip no test without a reason', () => {
    const silent = code.filter(
      (file) =>
        file.endsWith('.test.ts') &&
        !file.endsWith('tidy.test.ts') &&
        /\.(only|todo)\(/.test(read(file)),
    );
    expect(silent).toEqual([]);
  });
});

describe('what a change costs', () => {
  const program = files.filter(
    (file) => /^(src|web)\/.*\.(tsx?|sql)$/.test(file) && !/\.test\.ts$|\/migrations\//.test(file),
  );
  const filesWith = (name: string) => program.filter((file) => read(file).includes(name));

  test('a product is named in few files: everything else is derived from its row', () => {
    expect(filesWith('sms_notice').sort()).toEqual(
      [
        // The table of products, its operation, its schemas, and what it does.
        'src/foundation/contract/operations/sms-operations.ts',
        'src/foundation/contract/products.ts',
        'src/foundation/contract/wire/sms.ts',
        'src/line/calls/call-with-check-link.ts',
        'src/line/calls/prepare-sms.ts',
        'src/line/limits/limits.ts',
        // Its sample request and its colour in the console.
        'src/foundation/page/skin/tokens.ts',
        // Files that use notices for their own purpose, or mention them.
        'src/foundation/contract/errors/access-errors.ts',
        'src/products/messages/draft-message.ts',
        'src/surfaces/cli/page-command.ts',
        'web/console/screens/gallery/examples.ts',
        'web/console/screens/templates/new-template-card.tsx',
      ].sort(),
    );
  });

  test('a free operation is named only in its row and its handler', () => {
    expect(
      filesWith("'sms_status'")
        .filter((file) => !file.includes('/adapters/'))
        .sort(),
    ).toEqual([
      'src/foundation/contract/operations/sms-operations.ts',
      'src/line/calls/answer-free.ts',
    ]);
  });

  test('a vendor is named only in its adapter, its simulator and the list of vendors', () => {
    const naming = new Set([...filesWith('yunpian'), ...filesWith('Yunpian')]);
    expect([...naming].sort()).toEqual([
      'src/vendors/adapters/yunpian/yunpian-advice.ts',
      'src/vendors/adapters/yunpian/yunpian.ts',
      'src/vendors/simulators/yunpian.ts',
      'src/vendors/vendors.ts',
    ]);
  });

  test('a console screen is its two folders and its rows in the table of rights', () => {
    const own = /^(src\/surfaces\/console|web\/console\/screens)\/templates\//;
    const naming = new Set([...filesWith('/console/templates/'), ...filesWith("'templates.")]);
    expect([...naming].filter((file) => !own.test(file))).toEqual([
      'src/surfaces/console/kit/rights.ts',
    ]);
  });
});

test('the environment is read in one place', () => {
  const readers = sources.filter((file) => /process\.env\b/.test(read(file)));
  expect(readers).toEqual(['src/foundation/settings/config.ts']);
});

/** Top-level functions and their lengths; the code is formatted, so a brace in column one ends them. */
function longFunctions(file: string, maxLines: number): string[] {
  const lines = read(file).split('\n');
  const long: string[] = [];
  let startedAt = -1;
  for (const [number, line] of lines.entries()) {
    if (/^(export )?(async )?function /.test(line)) startedAt = number;
    if (line === '}' && startedAt >= 0) {
      const length = number - startedAt + 1;
      if (length > maxLines) long.push(`${file}:${startedAt + 1} has ${length} lines`);
      startedAt = -1;
    }
  }
  return long;
}
