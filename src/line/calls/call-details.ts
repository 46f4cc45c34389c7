import { listedCost } from '../../vendors/providers/listed-cost.ts';
import type { CostList, MessageProvider } from '../../vendors/providers/provider.ts';
import type { Attempt, Attempts } from './attempt-providers.ts';

/** The inputs of a price list; a check has one part and no region. */
interface MessageSize {
  parts: number;
  region: string | null;
}

/**
 * The details stored with a call, in the form that keep-details.sql reads; null for a plain success at the
 * sandbox, which has no details.
 */
export function callDetails(
  attempts: Attempts,
  size: MessageSize,
  provider: Pick<MessageProvider, 'costs' | 'isPolled'> | undefined,
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

/** The vendor's references that receipts may use for this message, one per part. */
function refsOf({ outcome }: Attempt): readonly string[] {
  if (outcome.kind !== 'done') return [];
  return outcome.partRefs ?? (outcome.providerRef === '' ? [] : [outcome.providerRef]);
}

/** The cost that the provider reports; otherwise the cost from its price list. */
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
