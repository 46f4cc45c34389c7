import type { Pool } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase } from '../../../test/kit/database.ts';
import { openPools } from '../../foundation/db/open-pools.ts';
import { loadConfig } from '../../foundation/settings/config.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { platformJobs } from './platform-jobs.ts';
import { maxLongJobs } from './schedule.ts';

/** Every statement that a job has sent, with its values. */
let said: { text: string; values: unknown[] }[] = [];

const config = loadConfig({
  IDEMPOTENCY_DAYS: '11',
  MESSAGE_CONTENT_DAYS: '22',
  EVENT_DAYS: '33',
  MESSAGE_UNKNOWN_HOURS: '44',
  RESULT_DAYS: '55',
  TIME_ZONE: 'Pacific/Chatham',
});
const query = async (statement: string | { text: string; values: unknown[] }, values = []) => {
  said.push(typeof statement === 'string' ? { text: statement, values } : statement);
  return { rows: [{ pages: 1, count: 0, name: null }], rowCount: 0 };
};
const pool = { query } as unknown as Pool;
const clock = { databaseNow: () => null, nowMs: () => 0 };
const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: vi.fn() };
const inbox = { fireDue: vi.fn(), fireLost: vi.fn() };
/** A provider that calls back, and can be queried. */
const registry = {
  sms: new Map([['mine', { code: 'mine', queryStatus: quiet }]]),
  voice: new Map(),
  email: new Map(),
  face: new Map(),
};
const jobsOn = (database: Pool, longPool: Pool = database) =>
  platformJobs({
    resolver: { pool: database, clock, log, registry, settings: config },
    checks: { pool: database, clock, log, settings: config },
    longPool,
    ddlPool: longPool,
    inbox,
    config,
  } as never);
const jobs = jobsOn(pool);

const named = (all: typeof jobs, name: string) =>
  all.find((job) => job.name === name) ?? expect.fail(name);
const jobOf = (name: string) => named(jobs, name);
const run = (job: (typeof jobs)[number]) => job.run(new AbortController().signal);

test('each job has a unique name, by which processes share it', () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});

/**
 * Jobs that look after this process, or take rows that no other process takes meanwhile. All others
 * run in one process at a time.
 */
test('only work that each process must do itself runs in every process', () => {
  const own = jobs.filter(({ isShared }) => !isShared).map(({ name }) => name);
  expect(own.sort()).toEqual([
    'ask about overdue checks',
    'ask about payments',
    'early receipts',
    'expire checks',
    'find abandoned calls',
    'keep the audit head',
    'lost receipts',
    'poll messages',
    'project calls',
    'refund payments',
    'resolve calls',
    'sandbox receipts',
  ]);
});

test('jobs that may take minutes keep connections of their own, and no more at once than there are', async () => {
  const asked: string[] = [];
  const poolNamed = (name: string) => {
    const failQuery = async () => {
      asked.push(name);
      throw new Error('enough');
    };
    return { query: failQuery, connect: failQuery } as unknown as Pool;
  };
  const all = jobsOn(poolNamed('short'), poolNamed('long'));
  const inLong: string[] = [];
  for (const job of all) {
    asked.length = 0;
    await Promise.resolve(job)
      .then(run)
      .catch(() => {});
    if (asked.includes('long')) inLong.push(job.name);
    expect(job.isLong ?? false, job.name).toBe(asked[0] === 'long' && job.name !== 'project calls');
  }
  const names = [
    'close accounts',
    'close days',
    'erase closed accounts',
    'erase persons',
    'ledger audit',
    'partitions',
    'project calls',
    'reseal',
  ];
  expect(inLong.sort()).toEqual(
    [...names, ...all.map(({ name }) => name).filter((name) => /^(prune|trim)/.test(name))].sort(),
  );
  const { longPool } = openPools('postgresql:///nowhere', 10);
  // The search copy needs one as well.
  expect(longPool.options.max).toBe(maxLongJobs + 1);
});

/** The maximum time that each job's work may wait. */
const soon: Record<string, readonly string[]> = {
  'within ten seconds': [
    ...['expire checks', 'ask about overdue checks', 'poll sessions', 'resolve calls'],
    ...['find abandoned calls', 'sandbox receipts', 'project calls', 'early receipts'],
    ...['poll messages', 'planned prices', 'ask about payments', 'refund payments'],
    'issue invoices',
  ],
  'within a minute': [
    ...['late questions', 'stop pumping', 'erase at providers', 'lost receipts', 'listeners'],
    'stray deliveries',
  ],
  'within a quarter of an hour': ['close days'],
  'within a day': [
    ...['partitions', 'look for late holds'],
    ...jobs.map(({ name }) => name).filter((name) => name.startsWith('trim ')),
  ],
  'within a week': ['ledger audit'],
};
const spans: Record<string, number> = {
  'within ten seconds': 10_000,
  'within a minute': 60_000,
  'within a quarter of an hour': 15 * 60_000,
  'within a day': 24 * 3_600_000,
  'within a week': 7 * 24 * 3_600_000,
};

test('urgent jobs run within seconds or a minute, and nearly all others within an hour', () => {
  for (const { name, everyMs } of jobs) {
    const [span] = Object.entries(soon).find(([, names]) => names.includes(name)) ?? [''];
    expect(everyMs, name).toBeGreaterThanOrEqual(100);
    expect(everyMs, name).toBeLessThanOrEqual(spans[span] ?? 3_600_000);
  }
});

/** Jobs that do one thing and end, and one that counts an hour first. */
const short = [
  ...['sandbox receipts', 'lost receipts', 'partitions', 'planned prices', 'expiring keys'],
  ...['listeners', 'stray deliveries', 'close days', 'ledger audit', 'early receipts'],
  ...['look for late holds', 'keep the audit head', 'stop pumping', 'prune endpoints'],
  ...['prune console sessions', 'prune sign-in tries', 'prune uses of keys'],
  ...['prune endpoint steps', 'compare payments', 'compare lists of payments', 'sweep invoices'],
];

test.each(jobs.filter(({ name }) => !short.includes(name)).map(({ name }) => name))(
  '%s starts no more work once the server stops',
  async (name) => {
    said = [];
    await jobOf(name).run(AbortSignal.abort());
    const done = said.map(({ text }) => text).filter((text) => !/pg_relation_size/.test(text));
    expect(done).toEqual([]);
  },
);

describe('data is kept for as long as its setting says:', () => {
  test.each([
    ['prune idempotency keys', 'idempotency_keys', config.idempotencyDays],
    ['prune message contents', 'message_contents', config.messageContentDays],
    ['prune numbers of calls', 'call_numbers', config.messageContentDays],
    ['prune numbers in calls', 'messages_erase_numbers', config.messageContentDays],
    ['prune events', 'events', config.eventDays],
    ['prune deliveries', 'deliveries', config.eventDays],
    ['prune delivery attempts', 'delivery_attempts', config.eventDays],
    ['prune attempts', 'attempts', config.providerRecordDays],
    ['prune receipts', 'receipts', config.providerRecordDays],
    ['silent messages', 'messages_end_silent', config.messageUnknownHours],
    ['forget persons', 'checks', config.resultDays],
    ['prune provider ids', 'provider_refs', 7],
    ['prune inbox', 'sandbox_messages', 7],
    ['prune sandbox sessions', 'sandbox_sessions', 7],
    ['prune sandbox payments', 'sandbox_payments', 7],
    ['prune console sessions', 'console_sessions', config.consoleIdleHours],
  ])('%s', async (name, table, kept) => {
    said = [];
    await run(jobOf(name));
    const [statement] = said.filter(({ text }) =>
      /delete|drop|update|end_silent|erase_numbers/.test(text),
    );
    expect(statement?.text).toContain(table);
    expect(statement?.values).toContain(kept);
  });
});

/** The first statement of each job; it ends there. */
const firstWords: Record<string, RegExp> = {
  'find abandoned calls': /calls_sweep_abandoned/,
  'look for late holds': /calls_sweep_anew/,
  'resolve calls': /from unresolved_calls/,
  'project calls': /search_project/,
  'early receipts': /messages_take_early/,
  'poll messages': /update provider_refs r/,
  'late questions': /providers_poll_silent/,
  'close days': /Pacific\/Chatham/,
  'stop pumping': /limits_count_prefix_hour/,
  'silent messages': /messages_end_silent/,
  'expire checks': /checks_expire/,
  'ask about overdue checks': /update checks c\s+set expiry_due_at/,
  'poll sessions': /update check_sessions s\s+set asked_at/,
  'forget persons': /set sealed = null/,
  'erase at providers': /set erase_tries/,
  'erase persons': /from erasures where finished_at is null/,
  'prune numbers in calls': /messages_erase_numbers/,
  partitions: /join pg_partitioned_table/,
  'planned prices': /from planned_prices/,
  'expiring keys': /callers_tell_expiring/,
  listeners: /events_prune_listeners/,
  reseal: /from data_keys/,
  'prune endpoints': /delete from endpoints\s+where removed_at[\s\S]*\[33\]/,
  'prune endpoint steps': /delete from endpoint_steps/,
  'prune quarters': /update quarters_since[\s\S]*\[15\]/,
  'prune number windows': /"number_windows"/,
  'prune refused calls': /from refused_calls/,
  'trim message contents': /to_char[\s\S]*\["message_contents",22\]/,
  'prune prefix hours': /"prefix_hours"/,
  'prune provider ids': /delete from provider_refs/,
  'prune inbox': /"sandbox_messages"/,
  'prune console sessions': /delete from console_sessions/,
  'prune sign-in tries': /delete from sign_in_tries/,
  'prune sandbox sessions': /"sandbox_sessions"/,
  'prune sandbox payments': /"sandbox_payments"/,
};

test.each(Object.entries(firstWords))('%s does what its name says', async (name, words) => {
  let first = '';
  const failQuery = async (statement: string | { text: string }, values: unknown[] = []) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    // A change starts with its transaction and its actor, a patient one with its timeout, and retention asks for a move.
    if (/^(begin|rollback)$|set_config|^set statement|from cell_move/.test(text))
      return { rows: [] };
    first ||= `${text} ${JSON.stringify(values)}`;
    throw new Error('enough');
  };
  const client = { query: failQuery, release: quiet, connectionParameters: {} };
  const refusing = { query: failQuery, connect: async () => client } as unknown as Pool;
  await expect(run(named(jobsOn(refusing), name))).rejects.toThrow('enough');
  expect(first).toMatch(words);
});

test('sandbox receipts are sent when they are due, and lost ones later', async () => {
  await run(jobOf('sandbox receipts'));
  expect([inbox.fireDue, inbox.fireLost].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await run(jobOf('lost receipts'));
  expect(inbox.fireLost).toHaveBeenCalledTimes(1);
});

test('a silent message is polled as long as a receipt may still come', async () => {
  said = [];
  await run(jobOf('late questions'));
  const ends = said.map(({ values }) => values[3]);
  expect(Math.max(...(ends as number[]))).toBe(config.messageUnknownHours * 60);
});

test('stray deliveries are cancelled if their endpoint is gone, and rescheduled if a clock was ahead', async () => {
  said = [];
  await run(jobOf('stray deliveries'));
  expect(said.map(({ text }) => text)).toEqual([
    expect.stringContaining('p.removed_at is not null'),
    expect.stringContaining('set due_at'),
  ]);
});

test('a call whose receipt came early becomes due at once', async () => {
  said = [];
  await run(jobOf('early receipts'));
  expect(said.map(({ text }) => text)).toEqual([
    expect.stringContaining('messages_take_early'),
    expect.stringMatching(/update unresolved_calls/),
  ]);
});

test('wrong books are reported by the closing and by the audit, and correct ones are not', async () => {
  const database = await createTestDatabase({ max: 2 });
  try {
    await createAccount(byTest(database.pool), { name: 'Books', testBalance: 50_000n });
    const all = jobsOn(database.pool);
    const check = async () => {
      log.error.mockClear();
      await run(named(all, 'close days'));
      await run(named(all, 'ledger audit'));
      return log.error.mock.calls;
    };
    expect(await check()).toEqual([]);
    await database.pool.query(`update wallets set available = available + 1 where mode = 'test'`);
    expect(await check()).toEqual([
      [{ wallets: 1 }, 'wallets are wrong'],
      [{ faults: 2 }, 'the ledger audit found faults'],
    ]);
  } finally {
    await database.drop();
  }
});
