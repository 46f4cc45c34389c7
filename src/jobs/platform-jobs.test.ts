import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { platformJobs } from './platform-jobs.ts';

/** Every statement that a job has said, with its values. */
let said: { text: string; values: unknown[] }[] = [];

const config = loadConfig({
  IDEMPOTENCY_DAYS: '11',
  MESSAGE_CONTENT_DAYS: '22',
  EVENT_DAYS: '33',
  MESSAGE_UNKNOWN_HOURS: '44',
  RESULT_DAYS: '55',
});
const query = async (statement: string | { text: string; values: unknown[] }, values = []) => {
  said.push(typeof statement === 'string' ? { text: statement, values } : statement);
  return { rows: [{ pages: 1, count: 0, name: null }], rowCount: 0 };
};
const pool = { query } as unknown as Pool;
const clock = { databaseNow: () => null };
const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const jobs = platformJobs({
  resolver: { pool, clock, log },
  checks: { pool, clock, log, settings: config },
  inbox: {},
  config,
} as never);

const jobOf = (name: string) => jobs.find((job) => job.name === name) ?? expect.fail(name);

test('each job has a name of its own, by which processes share it', () => {
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});

/**
 * Those that look after what this process has, or take rows that no other takes meanwhile. Everything
 * else is done by one process at a time.
 */
test('only what each process must do for itself runs in every process', () => {
  const own = jobs.filter(({ isShared }) => !isShared).map(({ name }) => name);
  expect(own.sort()).toEqual([
    'ask about overdue checks',
    'early receipts',
    'expire checks',
    'find abandoned calls',
    'lost receipts',
    'poll messages',
    'project calls',
    'resolve calls',
    'sandbox receipts',
  ]);
});

test('what somebody waits for is looked after within seconds, and all else within a week', () => {
  const soon = ['expire checks', 'ask about overdue checks', 'poll sessions', 'resolve calls'];
  for (const name of [...soon, 'find abandoned calls', 'sandbox receipts', 'project calls']) {
    expect(jobOf(name).everyMs, name).toBeLessThanOrEqual(10_000);
  }
  for (const { name, everyMs } of jobs) {
    expect(everyMs, name).toBeGreaterThanOrEqual(100);
    expect(everyMs, name).toBeLessThanOrEqual(7 * 24 * 3_600_000);
  }
});

describe('each kind of data is kept for as long as its setting says', () => {
  test.each([
    ['prune idempotency keys', 'idempotency_keys', config.idempotencyDays],
    ['prune message contents', 'message_contents', config.messageContentDays],
    ['prune numbers of calls', 'call_numbers', config.messageContentDays],
    ['prune events', 'events', config.eventDays],
    ['prune deliveries', 'deliveries', config.eventDays],
    ['prune delivery attempts', 'delivery_attempts', config.eventDays],
    ['prune attempts', 'attempts', config.providerRecordDays],
    ['prune receipts', 'receipts', config.providerRecordDays],
    ['silent messages', 'messages_end_silent', config.messageUnknownHours],
    ['forget persons', 'checks', config.resultDays],
  ])('%s', async (name, table, kept) => {
    said = [];
    await jobOf(name).run(new AbortController().signal);
    const [statement] = said.filter(({ text }) => /delete|drop|update|end_silent/.test(text));
    expect(statement?.text).toContain(table);
    expect(statement?.values).toContain(kept);
  });
});
