import type { Line } from '../calls/line.ts';
import { findAbandoned, resolveCalls } from '../calls/resolve-calls.ts';
import { eraseChecks, expireChecks, pollSessions } from '../checks/check-jobs.ts';
import type { Config } from '../config.ts';
import { ensurePartitions } from '../db/partition-queries.ts';
import { pruneClaims } from '../idempotency/queries.ts';
import { audit } from '../ledger/audit.ts';
import { pruneNumbers } from '../limits/number-queries.ts';
import { stopPumping } from '../limits/stop-pumping.ts';
import { endSilentMessages } from '../messages/receipt-queries.ts';
import type { Inbox } from '../sandbox/inbox.ts';
import { pruneInbox } from '../sandbox/queries.ts';
import { pruneSessions } from '../sandbox/session-queries.ts';
import type { Job } from './schedule.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const inboxDays = 7;

/** All that happens without anyone asking. */
export function platformJobs(line: Line, inbox: Inbox, config: Config): Job[] {
  const { pool, clock, log } = line;
  return [
    {
      name: 'find abandoned calls',
      everyMs: 10 * second,
      isShared: false,
      run: () => findAbandoned(line),
    },
    { name: 'resolve calls', everyMs: 2 * second, isShared: false, run: () => resolveCalls(line) },
    {
      name: 'sandbox receipts',
      everyMs: 100,
      isShared: false,
      run: () => inbox.fireDue(),
    },
    { name: 'lost receipts', everyMs: minute, isShared: false, run: () => inbox.fireLost() },
    { name: 'expire checks', everyMs: second, isShared: false, run: () => expireChecks(line) },
    { name: 'poll sessions', everyMs: 5 * second, isShared: true, run: () => pollSessions(line) },
    { name: 'erase checks', everyMs: hour, isShared: true, run: () => eraseChecks(line) },
    {
      name: 'stop pumping',
      everyMs: minute,
      isShared: true,
      run: () => stopPumping({ pool, clock, log }, config),
    },
    {
      name: 'silent messages',
      everyMs: hour,
      isShared: true,
      run: () => endSilentMessages(pool, clock.databaseNow(), config.messageUnknownHours),
    },
    { name: 'partitions', everyMs: 6 * hour, isShared: true, run: () => ensurePartitions(pool) },
    {
      name: 'prune',
      everyMs: hour,
      isShared: true,
      run: async () => {
        await pruneClaims(pool, config.idempotencyDays);
        await pruneNumbers(pool);
        await pruneInbox(pool, inboxDays);
        await pruneSessions(pool, inboxDays);
      },
    },
    {
      name: 'ledger audit',
      everyMs: 24 * hour,
      isShared: true,
      run: async () => {
        const { ok, faults } = await audit(pool);
        if (!ok) log.error({ faults: faults.length }, 'the ledger audit found faults');
      },
    },
  ];
}
