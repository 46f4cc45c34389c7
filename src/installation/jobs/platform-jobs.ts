import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { keepHead } from '../../foundation/audit/kept-head.ts';
import { dropRetired } from '../../foundation/db/apply-functions.ts';
import {
  deleteOldRows,
  dropOldPartitions,
  ensurePartitions,
  type KeptTable,
} from '../../foundation/db/partition-queries.ts';
import { pruneEndpointSteps } from '../../foundation/events/endpoint-health-queries.ts';
import { pruneEndpoints } from '../../foundation/events/endpoint-queries.ts';
import { pruneListeners } from '../../foundation/events/listener-queries.ts';
import {
  failDeliveriesOfRemoved,
  makeFutureDeliveriesDue,
} from '../../foundation/events/stray-delivery-queries.ts';
import type { KeyRing } from '../../foundation/key-ring.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { notifyExpiringKeys } from '../../line/callers/key-queries.ts';
import { pruneKeyUses } from '../../line/callers/key-use-queries.ts';
import { makeUnresolvedDue, pruneTraces, sweepAnew } from '../../line/calls/queries.ts';
import { findAbandoned, type Resolver, resolveCalls } from '../../line/calls/resolve-calls.ts';
import { finishClosures } from '../../line/closures/close-account.ts';
import { eraseClosed } from '../../line/closures/erase-closed.ts';
import { pruneClaims } from '../../line/idempotency/queries.ts';
import { pruneNumberWindows } from '../../line/limits/number-window-queries.ts';
import { prunePrefixHours } from '../../line/limits/pumping-queries.ts';
import { stopPumping } from '../../line/limits/stop-pumping.ts';
import { continueErasures } from '../../line/persons/erase-person.ts';
import { applyDuePlans } from '../../line/pricing/plan-queries.ts';
import { pruneRefused, refusedDays } from '../../line/refused/queries.ts';
import { projectCalls } from '../../line/search/project-calls.ts';
import { pruneQuarters } from '../../line/search/project-queries.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import { closeDays } from '../../money/ledger/close-days.ts';
import type { PaymentPorts } from '../../money/payments/payment-ports.ts';
import { pruneConsoleSessions } from '../../people/sign-in/session-queries.ts';
import { pruneTries } from '../../people/sign-in/throttle-queries.ts';
import {
  eraseSessions,
  expireChecks,
  forgetChecks,
  pollSessions,
  queryOverdueChecks,
} from '../../products/checks/check-jobs.ts';
import type { CheckPorts } from '../../products/checks/check-ports.ts';
import { eraseOldNumbers } from '../../products/messages/erase-queries.ts';
import { pollMessages, scheduleSilentPolls } from '../../products/messages/poll-messages.ts';
import { endSilentMessages, takeEarlyReceipts } from '../../products/messages/receipt-queries.ts';
import { expireVerifications, pruneVerifications } from '../../products/verifications/queries.ts';
import { pruneProviderRefs } from '../../vendors/providers/poll-queries.ts';
import type { Inbox } from '../../vendors/sandbox/inbox.ts';
import { prunePayments } from '../../vendors/sandbox/payment-queries.ts';
import { pruneInbox } from '../../vendors/sandbox/queries.ts';
import { pruneSessions } from '../../vendors/sandbox/session-queries.ts';
import { reseal } from '../data-keys/reseal.ts';
import { addProducts } from './add-products.ts';
import { paymentJobs } from './payment-jobs.ts';
import type { Job } from './schedule.ts';
import { backupJobs } from './scheduled-backup.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const inboxDays = 7;
/** The slowest vendors send their last receipt after three days. */
const providerRefDays = 7;

export interface JobPorts {
  resolver: Resolver;
  checks: CheckPorts;
  payments: PaymentPorts;
  /** For jobs that may keep a connection for minutes. */
  longPool: Pool;
  /** For partitions and functions. */
  ddlPool: Pool;
  inbox: Inbox;
  config: Config;
  ring: KeyRing;
}

/** All background jobs of the platform. */
export function platformJobs(ports: JobPorts): Job[] {
  const { resolver, checks, payments, longPool, ddlPool, inbox, config, ring } = ports;
  const { pool, log } = resolver;
  return [
    ...callJobs(resolver, longPool, config),
    ...checkJobs(checks),
    ...paymentJobs(payments),
    personJob(longPool, resolver),
    {
      name: 'sandbox receipts',
      everyMs: 100,
      isShared: false,
      run: () => inbox.fireDue(),
    },
    { name: 'lost receipts', everyMs: minute, isShared: false, run: () => inbox.fireLost() },
    {
      name: 'partitions',
      everyMs: 6 * hour,
      isShared: true,
      isLong: true,
      run: () => ensurePartitions(ddlPool),
    },
    {
      name: 'planned prices',
      everyMs: second,
      isShared: true,
      run: () => applyDuePlans(pool, resolver.clock.databaseNow()),
    },
    {
      name: 'expiring keys',
      everyMs: hour,
      isShared: true,
      run: () => notifyExpiringKeys(pool, resolver.clock.databaseNow()),
    },
    { name: 'listeners', everyMs: minute, isShared: true, run: () => pruneListeners(pool) },
    {
      name: 'stray deliveries',
      everyMs: minute,
      isShared: true,
      run: async () => {
        await failDeliveriesOfRemoved(pool);
        await makeFutureDeliveriesDue(pool, resolver.clock.databaseNow());
      },
    },
    {
      // Each server keeps it beside its own data, out of reach of whoever can write to the database alone.
      name: 'keep the audit head',
      everyMs: 10 * minute,
      isShared: false,
      run: () => keepHead({ ...resolver, dataDir: config.dataDir }),
    },
    ...upgradeJobs(ports),
    {
      name: 'reseal',
      everyMs: 10 * second,
      isShared: true,
      isLong: true,
      run: (signal) => reseal({ pool: longPool, ring, log }, signal),
    },
    ...closureJobs(ports),
    ...backupJobs({ ...resolver, config }),
    ...pruneJobs(ports),
    ...trimJobs(longPool, config),
    ...ledgerJobs({ ...resolver, pool: longPool }, config),
  ];
}

/** What an upgrade leaves for when no server of an older version is left. */
function upgradeJobs({ resolver: { pool }, ddlPool }: JobPorts): Job[] {
  return [
    {
      name: 'add new products',
      everyMs: minute,
      isShared: true,
      run: (signal) => addProducts(pool, { signal }),
    },
    {
      name: 'drop retired functions',
      everyMs: hour,
      isShared: true,
      run: (signal) => dropRetired(pool, { signal, ddlPool }),
    },
  ];
}

function closureJobs({ checks: { vault }, longPool, config }: JobPorts): Job[] {
  return [
    {
      name: 'close accounts',
      everyMs: minute,
      isShared: true,
      isLong: true,
      run: (signal) => finishClosures(longPool, signal),
    },
    {
      name: 'erase closed accounts',
      everyMs: hour,
      isShared: true,
      isLong: true,
      run: async (signal) => {
        await eraseClosed({ pool: longPool, vault }, config.closedAccountDays, signal);
      },
    },
  ];
}

function ledgerJobs({ pool, clock, log }: Resolver, { timeZone }: Config): Job[] {
  return [
    {
      name: 'close days',
      everyMs: 15 * minute,
      isShared: true,
      isLong: true,
      run: async () => {
        const { faults } = await closeDays({ pool, log, timeZone }, clock.databaseNow());
        if (faults.length > 0) log.error({ wallets: faults.length }, 'wallets are wrong');
      },
    },
    {
      // A snapshot of the whole ledger slows busy wallets, so this runs weekly; each day is verified as it
      // passes.
      name: 'ledger audit',
      everyMs: 7 * 24 * hour,
      isShared: true,
      isLong: true,
      run: async () => {
        const { ok, faults } = await audit(pool);
        if (!ok) log.error({ faults: faults.length }, 'the ledger audit found faults');
      },
    },
  ];
}

function callJobs(resolver: Resolver, longPool: Pool, config: Config): Job[] {
  const { pool, clock, log } = resolver;
  return [
    {
      name: 'find abandoned calls',
      everyMs: 10 * second,
      isShared: false,
      run: (signal) => findAbandoned(resolver, signal),
    },
    {
      name: 'look for late holds',
      everyMs: 24 * hour,
      isShared: true,
      run: () => sweepAnew(pool, clock.databaseNow()),
    },
    {
      name: 'resolve calls',
      everyMs: 2 * second,
      isShared: false,
      run: (signal) => resolveCalls(resolver, signal),
    },
    {
      name: 'project calls',
      everyMs: second / 4,
      isShared: false,
      run: (signal) => projectCalls(longPool, signal),
    },
    {
      name: 'early receipts',
      everyMs: second,
      isShared: false,
      run: async () => {
        const touched = await takeEarlyReceipts(pool);
        if (touched.length > 0) await makeUnresolvedDue(pool, touched);
      },
    },
    {
      name: 'poll messages',
      everyMs: 5 * second,
      isShared: false,
      run: (signal) => pollMessages(resolver, signal),
    },
    {
      name: 'late questions',
      everyMs: minute,
      isShared: true,
      run: (signal) => scheduleSilentPolls(resolver, config.messageUnknownHours, signal),
    },
    {
      name: 'stop pumping',
      everyMs: minute,
      isShared: true,
      run: (signal) => stopPumping({ pool, clock, log }, config, signal),
    },
    {
      name: 'expire verifications',
      everyMs: 5 * second,
      isShared: true,
      run: (signal) => expireVerifications(pool, clock.databaseNow(), signal),
    },
    {
      name: 'silent messages',
      everyMs: hour,
      isShared: true,
      run: (signal) =>
        endSilentMessages(pool, clock.databaseNow(), config.messageUnknownHours, signal),
    },
  ];
}

function personJob(pool: Pool, { vault }: Resolver): Job {
  return {
    name: 'erase persons',
    everyMs: 10 * second,
    isShared: true,
    isLong: true,
    run: (signal) => continueErasures({ pool, vault }, signal),
  };
}

function checkJobs(checks: CheckPorts): Job[] {
  return [
    {
      name: 'expire checks',
      everyMs: second,
      isShared: false,
      run: (signal) => expireChecks(checks, signal),
    },
    {
      name: 'ask about overdue checks',
      everyMs: second,
      isShared: false,
      run: (signal) => queryOverdueChecks(checks, signal),
    },
    {
      name: 'poll sessions',
      everyMs: 5 * second,
      isShared: true,
      run: (signal) => pollSessions(checks, signal),
    },
    {
      name: 'forget persons',
      everyMs: hour,
      isShared: true,
      run: (signal) => forgetChecks(checks, signal),
    },
    {
      name: 'erase at providers',
      everyMs: minute,
      isShared: true,
      run: (signal) => eraseSessions(checks, signal),
    },
  ];
}

/** The tables of months that are kept for a number of days. */
function keptTables(config: Config): [what: string, table: KeptTable, days: number][] {
  const { messageContentDays, eventDays, providerRecordDays } = config;
  return [
    ['message contents', { table: 'message_contents', key: 'content_id' }, messageContentDays],
    // A recipient's number is kept no longer than the text of the message.
    ['numbers of calls', { table: 'call_numbers', key: 'call_id' }, messageContentDays],
    ['events', { table: 'events', key: 'event_id' }, eventDays],
    ['deliveries', { table: 'deliveries', key: 'event_id' }, eventDays],
    ['delivery attempts', { table: 'delivery_attempts', key: 'event_id' }, eventDays],
    ['attempts', { table: 'attempts', key: 'call_id' }, providerRecordDays],
    ['receipts', { table: 'receipts', key: 'call_id' }, providerRecordDays],
  ];
}

/** Old months are dropped whole; the days of the last one are deleted once a day. */
function trimJobs(pool: Pool, config: Config): Job[] {
  return keptTables(config).map(([what, table, days]) => ({
    name: `trim ${what}`,
    everyMs: 24 * hour,
    isShared: true,
    isLong: true,
    run: (signal) => deleteOldRows(pool, table, days, signal),
  }));
}

const platform: Actor = { kind: 'platform', name: 'prune' };

/** Each type of data has its own prune job, so that none waits for another or fails with it. */
function pruneJobs({ longPool: pool, ddlPool, config }: JobPorts): Job[] {
  const months = keptTables(config).map(([what, table, days]): [string, Job['run']] => [
    what,
    (signal) => dropOldPartitions(pool, table, days, signal, ddlPool),
  ]);
  const prunes: Record<string, Job['run']> = {
    ...Object.fromEntries(months),
    'idempotency keys': (signal) => pruneClaims(pool, config.idempotencyDays, signal),
    endpoints: () =>
      inChange(pool, platform, 'endpoint.forget', (by) => pruneEndpoints(by, config.eventDays)),
    'call traces': (signal) => pruneTraces(pool, config.eventDays, signal),
    verifications: (signal) => pruneVerifications(pool, config.messageContentDays, signal),
    'number windows': (signal) => pruneNumberWindows(pool, signal),
    'numbers in calls': (signal) => eraseOldNumbers(pool, config.messageContentDays, null, signal),
    'refused calls': (signal) =>
      pruneRefused(pool, Math.min(refusedDays, config.messageContentDays), signal),
    'prefix hours': (signal) => prunePrefixHours(pool, signal),
    'provider ids': (signal) => pruneProviderRefs(pool, providerRefDays, signal),
    inbox: (signal) => pruneInbox(pool, inboxDays, signal),
    'console sessions': () => pruneConsoleSessions(pool, { idleHours: config.consoleIdleHours }),
    'sign-in tries': () => pruneTries(pool),
    'uses of keys': () => pruneKeyUses(pool),
    'endpoint steps': () => pruneEndpointSteps(pool),
    quarters: (signal) => pruneQuarters(pool, signal),
    'sandbox sessions': (signal) => pruneSessions(pool, inboxDays, signal),
    'sandbox payments': (signal) => prunePayments(pool, inboxDays, signal),
  };
  return Object.entries(prunes).map(([what, run]) => ({
    name: `prune ${what}`,
    everyMs: hour,
    isShared: true,
    isLong: true,
    run,
  }));
}
