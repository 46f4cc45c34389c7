import type { Pool } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { readBacklog } from '../../foundation/events/backlog-queries.ts';
import type { Money } from '../../foundation/money.ts';
import { backupJob, listRuns } from '../../installation/jobs/queries.ts';
import { countUnresolved } from '../../line/calls/queries.ts';
import { countClosedPrefixes } from '../../line/limits/pumping-queries.ts';
import { countPostponedChanges } from '../../line/search/project-queries.ts';
import { listLinks } from '../../vendors/providers/link-queries.ts';
import { sumReview } from './review-queries.ts';

/** What monitoring reads from the database: the same figures as the screens and `doctor`. */
export interface PlatformState {
  unresolvedCalls: number;
  closedPrefixes: number;
  deliveries: { due: number; later: number; overdueSeconds: number };
  wallets: readonly WalletSums[];
  /** Live calls that wait for the operator's decision. */
  review: { count: number; ageSeconds: number };
  /** Since when the books are closed, and since when the search copy is behind. */
  closingAgeSeconds: number;
  projectionLagSeconds: number;
  postponedChanges: number;
  /** Jobs whose last run failed, or whose process died. */
  failedJobs: number;
  /** Since the last backup that a restore proved; null before the first one. */
  backupAgeSeconds: number | null;
  /** Whether a commit waits for a standby, so that a failover loses nothing. */
  isConfirmedByStandby: boolean;
  /** Why the last backup failed, if it did. */
  backupFailure: string | null;
  /** Connections to vendors that keep one open, such as carriers by SMPP, over all processes. */
  links: ReadonlyMap<string, { wanted: number; bound: number }>;
}

/** The wallets of a mode together. */
interface WalletSums {
  mode: Mode;
  held: Money;
  /** The part of the held money whose calls have no outcome. */
  unknown: Money;
  /** Wallets below the balance at which their owners want to be notified, and wallets in debt. */
  low: number;
  negative: number;
}

export async function readPlatformState(pool: Pool): Promise<PlatformState> {
  const [unresolvedCalls, closedPrefixes, deliveries, wallets] = await Promise.all([
    countUnresolved(pool),
    countClosedPrefixes(pool),
    readBacklog(pool),
    sumWallets(pool),
  ]);
  const [review, ages, postponedChanges, runs, links] = await Promise.all([
    sumReview(pool, wholePlatform, { mode: 'live' }),
    readAges(pool),
    countPostponedChanges(pool),
    listRuns(pool),
    listLinks(pool),
  ]);
  const { now, ...seconds } = ages;
  const backup = runs.find(({ job }) => job === backupJob);
  const secondsSince = (at: Date | null | undefined) =>
    at ? Math.max(0, (now.getTime() - at.getTime()) / 1_000) : null;
  return {
    ...{ unresolvedCalls, closedPrefixes, deliveries, wallets, postponedChanges, ...seconds },
    review: { count: review.count, ageSeconds: secondsSince(review.oldestAt) ?? 0 },
    failedJobs: runs.filter((run) => run.isLost || isFailed(run)).length,
    backupAgeSeconds: secondsSince(backup?.endedAt),
    backupFailure: backup && isFailed(backup) ? backup.failure : null,
    links: sumLinks(links),
  };
}

export function isFailed({ failedAt, endedAt }: { failedAt: Date | null; endedAt: Date | null }) {
  return failedAt !== null && (!endedAt || failedAt > endedAt);
}

function sumLinks(links: readonly { providerCode: string; wanted: number; bound: number }[]) {
  const sums = new Map<string, { wanted: number; bound: number }>();
  for (const { providerCode, wanted, bound } of links) {
    const sum = sums.get(providerCode) ?? { wanted: 0, bound: 0 };
    sums.set(providerCode, { wanted: sum.wanted + wanted, bound: sum.bound + bound });
  }
  return sums;
}

async function sumWallets(pool: Pool): Promise<WalletSums[]> {
  const { rows } = await pool.query<WalletSums>(
    `select w.mode, sum(w.held)::bigint as held,
       count(*) filter (where w.available < w.low_balance)::integer as low,
       count(*) filter (where w.available < 0)::integer as negative,
       coalesce((
         select sum(c.amount)
         from unresolved_calls u
         join calls c on c.account_id = u.account_id and c.call_id = u.call_id
         where c.mode = w.mode and c.state in ('held', 'unknown')
       ), 0)::bigint as unknown
     from wallets w
     group by w.mode
     order by w.mode`,
  );
  return rows;
}

/**
 * How far behind the jobs are that follow the line, and whether a standby confirms commits. Changes that were
 * postponed are counted elsewhere.
 */
async function readAges(pool: Pool) {
  const { rows } = await pool.query<{
    now: Date;
    closingAgeSeconds: number;
    projectionLagSeconds: number;
    isConfirmedByStandby: boolean;
  }>(
    `select now() as now,
       -- Before the first closing, the books are as old as the installation.
       (
         select extract(epoch from now() - case
           when closed_until = '-infinity' then (select min(created_at) from accounts)
           else closed_until
         end)::float8
         from ledger_closed
       ) as "closingAgeSeconds",
       (
         select coalesce(extract(epoch from greatest(now() - min(made_at), interval '0')), 0)::float8
         from call_changes
       ) as "projectionLagSeconds",
       -- Patroni empties the setting when the last standby is gone.
       current_setting('synchronous_standby_names') <> '' as "isConfirmedByStandby"`,
  );
  const [row] = rows as [(typeof rows)[0]];
  return { ...row, closingAgeSeconds: row.closingAgeSeconds ?? 0 };
}
