import type { Pool } from 'pg';
import { type Mode, products } from '../../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../../foundation/contract/scope.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { readSteps, readTotals, type Span, type Sums } from '../../../line/search/hour-queries.ts';
import { readBalance } from '../../../money/ledger/queries.ts';
import { nullableMoney } from '../kit/nullable.ts';
import type { Overview, OverviewSums } from './overview-contract.ts';
import { readLowWallets, readReasons } from './queries.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const maxSteps = 80;

/** Whose figures to show, and whether the viewer may see costs. */
interface Viewer {
  scope: Scope;
  isOperator: boolean;
  /** The scope to query with: operators also see the costs of a single account. */
  seen: Scope;
}

/** The figures of a period and of the one before, from hourly counters. */
export async function readOverview(
  pool: Pool,
  { scope, isOperator, seen }: Viewer,
  mode: Mode,
  span: Span,
  now: Date,
): Promise<Overview> {
  const account = accountOf(scope);
  const filter = account === null ? {} : { account };
  // Compare only the elapsed part of the period, such as a morning with a morning.
  const until = new Date(Math.min(span.to.getTime(), Math.ceil(now.getTime() / hourMs) * hourMs));
  const length = span.to.getTime() - span.from.getTime();
  const back = Math.max(weekMs, Math.ceil(length / weekMs) * weekMs);
  const earlier = (at: Date) => new Date(at.getTime() - back);
  const past = { from: earlier(span.from), to: earlier(until) };
  const stepHours = Math.max(1, Math.ceil(length / hourMs / maxSteps));
  const [found, before, pastSteps, reasons, balance] = await Promise.all([
    readSteps(pool, seen, mode, { from: span.from, to: until }, filter, stepHours),
    readTotals(pool, seen, mode, past, filter),
    readSteps(pool, seen, mode, { from: past.from, to: earlier(span.to) }, filter, stepHours),
    readReasons(pool, scope, mode, span),
    account === null ? null : readAccountBalance(pool, scope, account, mode),
  ]);
  const times: Date[] = [];
  for (let at = span.from.getTime(); at < span.to.getTime(); at += stepHours * hourMs) {
    times.push(new Date(at));
  }
  const series = products.map((product) => {
    const steps = found.result.ofProducts.get(product) ?? [];
    const at = new Map(steps.map((step) => [step.hour.getTime(), step]));
    return {
      product,
      calls: times.map((time) => at.get(time.getTime())?.calls ?? 0),
      spend: times.map((time) => formatMoney(at.get(time.getTime())?.spend ?? 0n)),
    };
  });
  const pastAt = new Map(pastSteps.result.steps.map((step) => [step.hour.getTime(), step.calls]));
  return {
    isApproximate: found.isApproximate,
    sums: showSums(found.result.sums, isOperator),
    before: showSums(before.result, isOperator),
    times: times.map((time) => time.toISOString()),
    series,
    past: times.map((time) => pastAt.get(earlier(time).getTime()) ?? 0),
    balance,
    reasons,
  };
}

function showSums(sums: Sums, isOperator: boolean): OverviewSums {
  const { calls, done, finished, delivered, slowMs, spend } = sums;
  return {
    calls,
    done,
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

async function readAccountBalance(pool: Pool, scope: Scope, accountId: number, mode: Mode) {
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
