import { type Moment, msSince } from '../../foundation/clock.ts';
import { productTable } from '../../foundation/contract/products.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import { type LatestStart, setLatestStart } from '../../foundation/outbound/latest-start.ts';
import { setTraceParent } from '../../foundation/outbound/request-trace.ts';
import { redact, sanitize } from '../../foundation/redact.ts';
import { type Trace, traceParentOf } from '../../foundation/trace-parent.ts';
import type { Outcome, ProviderContext } from '../../vendors/providers/provider.ts';
import type { Registry } from '../../vendors/providers/registry.ts';
import type { HoldItem } from './hold-calls.ts';
import type { Line } from './line.ts';
import { type Order, personalValuesOf } from './order.ts';

/** Which provider was asked, when, and with what outcome. */
export interface Attempt {
  providerCode: string;
  outcome: Outcome;
  /** Monotonic clock (`performance.now`). */
  startedMs: number;
  endedMs: number;
}

/** All attempts of a call, in order; the outcome of the last one is the outcome of the call. */
export type Attempts = readonly [...Attempt[], Attempt];

type AttemptPorts = Pick<Line, 'registry' | 'deadlines' | 'log' | 'settings' | 'breakers'>;

/**
 * Asks the providers in order, and asks the next one only when the previous one certainly did nothing. No
 * provider is asked so late that it could still be working when the resolver treats the call as abandoned.
 * Each further provider is recorded before it is asked, so that after a crash the call shows which providers
 * it may have reached; if recording fails, no further provider is asked.
 */
export async function attemptProviders(
  ports: AttemptPorts,
  { callId: requestId, order, trace }: Pick<HoldItem, 'callId' | 'order' | 'trace'>,
  asked: Moment,
  noteNext: (providerCode: string, attempt: number) => Promise<void>,
): Promise<Attempts> {
  const { settings, log } = ports;
  const attempts: Attempt[] = [];
  const isTooLate = () => msSince(asked) + settings.providerTimeoutMs > settings.callDeadlineMs;
  for (const providerCode of order.providers) {
    if (isTooLate()) break;
    const nth = attempts.length + 1;
    if (nth > 1 && !(await isNoted(log, requestId, noteNext(providerCode, nth)))) break;
    const startedMs = performance.now();
    // Recording the attempt may have been slow, and it uses up the same deadline.
    const outcome = isTooLate()
      ? noTime
      : redactOutcome(
          order,
          await attemptOne(ports, { requestId, order, trace, asked }, providerCode),
        );
    const isLast = providerCode === order.providers.at(-1);
    attempts.push({
      ...{ providerCode, outcome: isLast ? asLastOutcome(outcome) : outcome },
      ...{ startedMs, endedMs: performance.now() },
    });
    // Logged for the operator: the provider failed, or money stays held until the outcome is known.
    if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') {
      const words = outcome.kind === 'unknown' ? 'outcome unknown' : 'provider unavailable';
      log.warn({ requestId, provider: providerCode, detail: outcome.detail }, words);
    }
    if (outcome.kind !== 'unavailable') break;
  }
  return attempts.length > 0 ? (attempts as [Attempt]) : [unservedAttempt(order)];
}

/**
 * A vendor that refuses a value may mean the caller's value or the operator's template, so the other providers are
 * asked as well. When none is left, the caller learns the reason: the same value would be refused again.
 */
function asLastOutcome(outcome: Outcome): Outcome {
  const isValueRefused = outcome.kind === 'unavailable' && outcome.reason === 'variable_refused';
  return isValueRefused ? { ...outcome, kind: 'rejected' } : outcome;
}

const noTime: Outcome = {
  kind: 'unavailable',
  reason: 'no_answer',
  detail: 'there was no time to ask',
};

async function isNoted(
  log: Line['log'],
  requestId: string,
  noting: Promise<void>,
): Promise<boolean> {
  try {
    await noting;
    return true;
  } catch (error) {
    log.warn({ requestId, fault: faultOf(error) }, 'the next attempt could not be recorded');
    return false;
  }
}

/** The attempt to report when there was no time to ask any provider. */
function unservedAttempt(order: Order): Attempt {
  const nowMs = performance.now();
  return {
    providerCode: order.providers[0] ?? 'none',
    outcome: noTime,
    startedMs: nowMs,
    endedMs: nowMs,
  };
}

/** Cleans the vendor's text, so that nothing in it can prevent the outcome from being stored. */
function redactOutcome(order: Order, outcome: Outcome): Outcome {
  if (outcome.kind === 'done') {
    const { providerRef, partRefs } = outcome;
    // Receipts clean their references in the same way, so the two still match.
    return {
      ...outcome,
      providerRef: sanitize(providerRef),
      ...(partRefs && { partRefs: partRefs.map((ref) => sanitize(ref)) }),
    };
  }
  const detail = redact(outcome.detail, personalValuesOf(order));
  return outcome.vendorCode === undefined
    ? { ...outcome, detail }
    : { ...outcome, detail, vendorCode: sanitize(outcome.vendorCode) };
}

/** After an abort, the adapter has this long to report whether the request was already sent. */
const lastWordMs = 50;

/** The call that a provider is asked for. */
interface AskedFor {
  requestId: string;
  order: Order;
  trace: Trace | undefined;
  asked: Moment;
}

/** An adapter that throws or times out may still have sent the message, so the outcome is unknown. */
async function attemptOne(
  { registry, deadlines, log, breakers, settings }: AttemptPorts,
  { requestId, order, trace, asked: since }: AskedFor,
  providerCode: string,
): Promise<Outcome> {
  const latestStart = { since, limitMs: settings.callDeadlineMs };
  const context = new AttemptContext(latestStart, trace && traceParentOf(trace, requestId));
  const attempt = () => {
    const asked = askProvider(registry, order, providerCode, context);
    return deadlines.race(asked, () => {
      context.abort();
      return lastWord(asked);
    });
  };
  try {
    // No circuit breaker here: the sandbox has no outages, and a new link has not contacted its provider yet.
    if (providerCode === 'sandbox' || order.product === 'face_verify') return await attempt();
    return await breakers.run(providerCode, attempt);
  } catch (error) {
    log.error({ requestId, provider: providerCode, fault: faultOf(error) }, 'adapter failed');
    return { kind: 'unknown', reason: 'provider_fault', detail: 'the adapter failed' };
  }
}

/** A provider that was removed after the hold was certainly not asked. */
const removed: Outcome = {
  kind: 'unavailable',
  reason: 'provider_setup',
  detail: 'not asked: it was removed meanwhile',
};

/** Asks the provider to send a message, or whether it would check this person. */
async function askProvider(
  registry: Registry,
  order: Order,
  providerCode: string,
  context: ProviderContext,
): Promise<Outcome> {
  if (order.kind === 'face') {
    return registry.face.get(providerCode)?.screen(order.person) ?? removed;
  }
  const form = order.forms[providerCode] ?? {};
  const providers = registry[productTable[order.product].kind];
  return providers.get(providerCode)?.send({ ...order.send, form }, context) ?? removed;
}

/** A request that was still queued when aborted was certainly not sent, and its adapter can report that. */
function lastWord(asked: Promise<Outcome>): Promise<Outcome> {
  const silence: Outcome = { kind: 'unknown', reason: 'no_answer', detail: 'no reply in time' };
  return new Promise((resolve, reject) => {
    setTimeout(resolve, lastWordMs, silence);
    asked.then(resolve, reject);
  });
}

/** Creates the signal only when an adapter reads it; most sandbox calls never do. */
class AttemptContext implements ProviderContext {
  readonly #latestStart: LatestStart;
  readonly #traceParent: string | undefined;
  #controller: AbortController | undefined;

  constructor(latestStart: LatestStart, traceParent: string | undefined) {
    this.#latestStart = latestStart;
    this.#traceParent = traceParent;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      setLatestStart(this.#controller.signal, this.#latestStart);
      if (this.#traceParent) setTraceParent(this.#controller.signal, this.#traceParent);
    }
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller?.abort();
  }
}
