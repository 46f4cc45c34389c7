import { faultOf } from '../db/faults.ts';
import type { Outcome, ProviderContext } from '../providers/provider.ts';
import { cleanWords, redact } from '../redact.ts';
import type { Line } from './line.ts';
import type { Order } from './order.ts';

/** Which provider was asked last, and what it did. */
export interface Attempt {
  providerCode: string;
  outcome: Outcome;
}

/**
 * Asks the providers in order, and the next one only when one certainly did nothing. No provider is
 * asked so late that it could still be at work when the resolver takes the call for abandoned.
 */
export async function attemptProviders(
  { deadlines, log, settings }: Pick<Line, 'deadlines' | 'log' | 'settings'>,
  order: Order,
  askedAtMs: number,
): Promise<Attempt> {
  let last: Attempt = {
    providerCode: order.providers[0] ?? 'none',
    outcome: { kind: 'unavailable', reason: 'provider_setup', detail: 'no provider is configured' },
  };
  for (const providerCode of order.providers) {
    const spentMs = performance.now() - askedAtMs;
    if (spentMs + settings.providerTimeoutMs > settings.callDeadlineMs) break;
    const outcome = await attemptOne({ deadlines, log }, order, providerCode);
    last = { providerCode, outcome: redactOutcome(order, outcome) };
    if (last.outcome.kind !== 'unavailable') break;
    log.warn({ provider: providerCode, detail: last.outcome.detail }, 'provider unavailable');
  }
  return last;
}

/** A vendor's word must not be able to keep its own outcome out of the books. */
function redactOutcome(order: Order, outcome: Outcome): Outcome {
  if (outcome.kind === 'done') return { ...outcome, providerRef: cleanWords(outcome.providerRef) };
  return { ...outcome, detail: redact(outcome.detail, order.personal()) };
}

/** An adapter that throws, or says nothing in time, may have sent all the same: unknown. */
async function attemptOne(
  { deadlines, log }: Pick<Line, 'deadlines' | 'log'>,
  order: Order,
  providerCode: string,
): Promise<Outcome> {
  const context = new AttemptContext();
  try {
    return await deadlines.race(order.attempt(providerCode, context), () => {
      context.abort();
      return { kind: 'unknown', reason: 'no_answer', detail: 'no reply in time' };
    });
  } catch (error) {
    log.error({ provider: providerCode, fault: faultOf(error) }, 'adapter failed');
    return { kind: 'unknown', reason: 'provider_fault', detail: 'the adapter failed' };
  }
}

/** The signal is made only for the adapter that asks for it: most calls of the sandbox never do. */
class AttemptContext implements ProviderContext {
  #controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller?.abort();
  }
}
