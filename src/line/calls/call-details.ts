import { listedCost } from '../../vendors/providers/listed-cost.ts';
import type { CostList, SmsProvider } from '../../vendors/providers/provider.ts';
import type { Attempt, Attempts } from './attempt-providers.ts';

/** What a price list goes by; a check has one part and no region. */
export interface MessageSize {
  parts: number;
  region: string | null;
}

/**
 * What is kept of how a call was carried out, as keep-details.sql reads it; null for plain success at the
 * sandbox, which has nothing to tell.
 */
export function callDetails(
  attempts: Attempts,
  size: MessageSize,
  provider: Pick<SmsProvider, 'costs' | 'isPolled'> | undefined,
): string | null {
  const last = attempts.at(-1) as Attempt;
  const isPlain = attempts.length === 1 && last.outcome.kind === 'done';
  if (isPlain && last.providerCode === 'sandbox') return null;
  const nowMs = performance.now();
  const cost = costOf(last, size, provider?.costs);
  return JSON.stringify({
    ...(isPlain ? {} : { attempts: attempts.map((attempt) => recordOf(attempt, nowMs)) }),
    ...(last.outcome.kind === 'done' ? { refs: refsOf(last) } : {}),
    ...(provider?.isPolled ? { poll: true } : {}),
    ...cost,
  });
}

function recordOf({ providerCode, outcome, startedMs, endedMs }: Attempt, nowMs: number) {
  const failure = outcome.kind === 'done' ? undefined : outcome;
  return {
    provider: providerCode,
    outcome: outcome.kind,
    reason: failure?.reason,
    code: failure?.vendorCode,
    words: failure?.detail,
    agoMs: Math.round(nowMs - startedMs),
    endedAgoMs: Math.round(nowMs - endedMs),
  };
}

/** The ids under which receipts may name the message, part by part. */
function refsOf({ outcome }: Attempt): readonly string[] {
  if (outcome.kind !== 'done') return [];
  return outcome.partRefs ?? (outcome.providerRef === '' ? [] : [outcome.providerRef]);
}

/** What the provider says it charges; else what its price list says. */
function costOf(
  { outcome }: Attempt,
  { parts, region }: MessageSize,
  costs: CostList = {},
): { cost?: number; costSource?: 'answer' | 'list' } {
  if (outcome.kind !== 'done') return {};
  if (outcome.cost !== undefined) return { cost: Number(outcome.cost), costSource: 'answer' };
  const cost = listedCost(costs, parts, region);
  return cost === undefined ? {} : { cost: Number(cost), costSource: 'list' };
}
