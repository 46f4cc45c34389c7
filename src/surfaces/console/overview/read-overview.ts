import type { Pool } from 'pg';
import { calledProducts, type Mode } from '../../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../../foundation/contract/scope.ts';
import { formatMoney, type Money } from '../../../foundation/money.ts';
import {
  areQuartersWhole,
  readQuarters,
  readSteps,
  readTotals,
  type Span,
  type Sums,
} from '../../../line/search/hour-queries.ts';
import { readBalance } from '../../../money/ledger/queries.ts';
import { nullableMoney } from '../kit/nullable.ts';
import { type Division, dayInQuarters, periodInHours } from './divide-period.ts';
import type { Overview, OverviewSums } from './overview-contract.ts';
import { readLowWallets, readReasons } from './queries.ts';

/** Whose figures to show, and whether the viewer may see costs. */
interface Viewer {
  scope: Scope;
  isOperator: boolean;
  /** The scope to query with: operators also see the costs of a single account. */
  seen: Scope;
}

/** A period to show, when it is looked at, and the time zone of its days. */
interface Asked {
  mode: Mode;
  span: Span;
  now: Date;
  timeZone: string;
}

/** The figures of a period and of the one before, from counters. */
export async function readOverview(
  pool: Pool,
  { scope, isOperator, seen }: Viewer,
  { mode, span, now, timeZone }: Asked,
): Promise<Overview> {
  const account = accountOf(scope);
  const filter = account === null ? {} : { account };
  const day = dayInQuarters(span, now, timeZone);
  const isByQuarters = day !== null && (await areQuartersWhole(pool, day.past.from));
  const division = isByQuarters ? day : periodInHours(span, now);
  const { elapsed, past, pastElapsed, stepHours, times } = division;
  const steps = (of: Span) =>
    isByQuarters
      ? readQuarters(pool, seen, mode, of, filter)
      : readSteps(pool, seen, mode, of, filter, stepHours);
  const totals = async (of: Span) =>
    isByQuarters
      ? (await readQuarters(pool, seen, mode, of, filter)).result.sums
      : (await readTotals(pool, seen, mode, of, filter)).result;
  const [found, before, pastSteps, reasons, balance] = await Promise.all([
    steps(elapsed),
    totals(pastElapsed),
    steps(past),
    readReasons(pool, scope, mode, span, isByQuarters ? 'quarter' : 'hour'),
    account === null ? null : readAccountBalance(pool, scope, account, mode),
  ]);
  const series = calledProducts.map((product) => {
    const own = found.result.ofProducts.get(product) ?? [];
    const at = new Map(own.map((step) => [step.at.getTime(), step]));
    return {
      product,
      calls: times.map((time) => at.get(time.getTime())?.calls ?? 0),
      spend: times.map((time) => formatMoney(at.get(time.getTime())?.spend ?? 0n)),
    };
  });
  return {
    isApproximate: found.isApproximate,
    sums: showSums(found.result.sums, isOperator),
    before: showSums(before, isOperator),
    times: times.map((time) => time.toISOString()),
    series,
    ...pastOf(division, pastSteps.result.steps),
    balance,
    reasons,
  };
}

/** What the steps are compared with; null where the earlier day had no such time. */
function pastOf(
  { pastTimes }: Division,
  steps: readonly { at: Date; calls: number; spend: Money }[],
): Pick<Overview, 'past' | 'pastSpend'> {
  const found = new Map(steps.map((step) => [step.at.getTime(), step]));
  const compared = pastTimes.map((time) =>
    time === null ? null : (found.get(time.getTime()) ?? { calls: 0, spend: 0n }),
  );
  return {
    past: compared.map((step) => step?.calls ?? null),
    pastSpend: compared.map((step) => nullableMoney(step?.spend ?? null)),
  };
}

function showSums(sums: Sums, isOperator: boolean): OverviewSums {
  const { calls, done, completed, waiting, unknown, finished, delivered, slowMs, spend } = sums;
  return {
    calls,
    done,
    completed,
    waiting,
    unknown,
    finished,
    delivered,
    slowMs,
    spend: formatMoney(spend),
    ...(isOperator
      ? {
          margin: nullableMoney(sums.margin),
          uncosted: sums.uncosted ?? 0,
          uncostedSpend: formatMoney(sums.uncostedSpend ?? 0n),
        }
      : {}),
  };
}

/** What an account has, and how long it lasts at the last day's pace. */
export async function readAccountBalance(pool: Pool, scope: Scope, accountId: number, mode: Mode) {
  const [balance, low] = await Promise.all([
    readBalance(pool, accountId, mode),
    readLowWallets(pool, scope, mode),
  ]);
  return {
    available: formatMoney(balance.available),
    held: formatMoney(balance.held),
    hoursLeft: low[0]?.hoursLeft ?? null,
  };
}
