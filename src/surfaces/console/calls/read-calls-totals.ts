import type { Pool } from 'pg';
import { formatMoney } from '../../../foundation/money.ts';
import { countRefused } from '../../../line/refused/queries.ts';
import { readSteps } from '../../../line/search/hour-queries.ts';
import type { CallsTotals } from './calls-contract.ts';
import { type AskedCalls, wantsRefused } from './read-filter.ts';

const hourMs = 3_600_000;
const maxBars = 72;
/** The default period: as many days as a screen can show as separate bars. */
const usualMs = 30 * 24 * hourMs;

/**
 * The totals of what the list shows: calls from hourly counters, so that the cost does not grow with their number, and
 * the refused calls that are kept.
 */
export async function readCallsTotals(
  pool: Pool,
  { scope, mode, filter }: AskedCalls,
  now: Date,
): Promise<CallsTotals> {
  const { from, to, requestId, person, ...counted } = filter;
  const ends = Math.ceil((to ?? now).getTime() / hourMs) * hourMs;
  const begins = Math.floor((from?.getTime() ?? ends - usualMs) / hourMs) * hourMs;
  const hours = Math.max(1, (ends - begins) / hourMs);
  const stepHours = Math.ceil(hours / maxBars);
  const nothing = {
    isApproximate: false,
    ...{ calls: 0, completed: 0, waiting: 0, unknown: 0, failed: 0, refused: 0 },
    ...{ charged: '0.0000', stepHours, bars: [] },
  };
  // The counters have no people and no single calls; such searches find few calls, which the list shows.
  if (requestId !== undefined || person !== undefined || hours > 24 * 400) return nothing;
  const span = { from: new Date(begins), to: new Date(ends) };
  const [{ result, isApproximate }, refusals] = await Promise.all([
    readSteps(pool, scope, mode, span, counted, stepHours),
    wantsRefused(filter) ? countRefused(pool, scope, mode, { ...counted, ...span }, stepHours) : [],
  ]);
  const at = new Map(result.steps.map((step) => [step.at.getTime(), step]));
  const refusedAt = new Map(refusals.map((step) => [step.at.getTime(), step.calls]));
  const bars: CallsTotals['bars'] = [];
  for (let ms = begins; ms < ends; ms += stepHours * hourMs) {
    const { calls, completed, waiting, unknown } = at.get(ms) ?? noCalls;
    const refused = refusedAt.get(ms) ?? 0;
    const bad = calls - completed - waiting - unknown + refused;
    bars.push({ at: new Date(ms).toISOString(), calls: calls + refused, completed, bad });
  }
  const { calls, completed, waiting, unknown, spend } = result.sums;
  const refused = refusals.reduce((sum, step) => sum + step.calls, 0);
  return {
    isApproximate,
    ...{ calls: calls + refused, completed, waiting, unknown, refused },
    failed: calls - completed - waiting - unknown,
    ...{ charged: formatMoney(spend), stepHours, bars },
  };
}

const noCalls = { calls: 0, completed: 0, waiting: 0, unknown: 0 };
