import type { Pool } from 'pg';
import { formatMoney } from '../../../foundation/money.ts';
import { readSteps } from '../../../line/search/hour-queries.ts';
import type { CallsTotals } from './calls-contract.ts';
import type { AskedCalls } from './read-filter.ts';

const hourMs = 3_600_000;
const maxBars = 72;
/** The default period: as many days as a screen can show as separate bars. */
const usualMs = 30 * 24 * hourMs;

/** Reads hourly counters, so the cost does not grow with the number of calls. */
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
    calls: 0,
    done: 0,
    charged: '0.0000',
    stepHours,
    bars: [],
  };
  // The counters have no people and no single calls; such searches find few calls, which the list shows.
  if (requestId !== undefined || person !== undefined || hours > 24 * 400) return nothing;
  const span = { from: new Date(begins), to: new Date(ends) };
  const { result, isApproximate } = await readSteps(pool, scope, mode, span, counted, stepHours);
  const at = new Map(result.steps.map((step) => [step.at.getTime(), step]));
  const bars: CallsTotals['bars'] = [];
  for (let ms = begins; ms < ends; ms += stepHours * hourMs) {
    const { calls = 0, done = 0 } = at.get(ms) ?? {};
    bars.push({ at: new Date(ms).toISOString(), calls, done });
  }
  const { calls, done, spend } = result.sums;
  return { isApproximate, calls, done, charged: formatMoney(spend), stepHours, bars };
}
