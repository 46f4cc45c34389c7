import { faultOf } from '../../foundation/db/faults.ts';
import { cleanWords, redact } from '../../foundation/redact.ts';
import type { Outcome, ProviderContext } from '../../vendors/providers/provider.ts';
import type { Registry } from '../../vendors/providers/registry.ts';
import type { HoldItem } from './hold-calls.ts';
import type { Line } from './line.ts';
import { type Order, personalValuesOf } from './order.ts';

/** Which provider was asked, when, and what it did. */
export interface Attempt {
  providerCode: string;
  outcome: Outcome;
  /** By the clock that only goes forward. */
  startedMs: number;
  endedMs: number;
}

/** All who were asked for a call, in order; the last one's outcome is the call's. */
export type Attempts = readonly [...Attempt[], Attempt];

type AttemptPorts = Pick<Line, 'registry' | 'deadlines' | 'log' | 'settings' | 'breakers'>;

/**
 * Asks the providers in order, and the next one only when one certainly did nothing. No provider is
 * asked so late that it could still be at work when the resolver takes the call for abandoned. Before a
 * second one is asked this is noted, so that a call whose process dies says whom it may have reached; where
 * it cannot be noted nobody else is asked.
 */
export async function attemptProviders(
  ports: AttemptPorts,
  { callId: requestId, order }: Pick<HoldItem, 'callId' | 'order'>,
  askedAtMs: number,
  noteNext: (providerCode: string, attempt: number) => Promise<void>,
): Promise<Attempts> {
  const { settings, log } = ports;
  const attempts: Attempt[] = [];
  const isTooLate = () =>
    performance.now() - askedAtMs + settings.providerTimeoutMs > settings.callDeadlineMs;
  for (const providerCode of order.providers) {
    if (isTooLate()) break;
    const nth = attempts.length + 1;
    if (nth > 1 && !(await isNoted(log, requestId, noteNext(providerCode, nth)))) break;
    const startedMs = performance.now();
    // A database that is slow to note it takes of the same time.
    const outcome = isTooLate()
      ? noTime
      : redactOutcome(order, await attemptOne(ports, { requestId, order }, providerCode));
    attempts.push({ providerCode, outcome, startedMs, endedMs: performance.now() });
    // What the operator may have to look into, if only because money is held until it is known.
    if (outcome.kind === 'unavailable' || outcome.kind === 'unknown') {
      const words = outcome.kind === 'unknown' ? 'outcome unknown' : 'provider unavailable';
      log.warn({ requestId, provider: providerCode, detail: outcome.detail }, words);
    }
    if (outcome.kind !== 'unavailable') break;
  }
  return attempts.length > 0 ? (attempts as [Attempt]) : [nobody(order)];
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
    log.warn({ requestId, fault: faultOf(error) }, 'the next provider could not be noted');
    return false;
  }
}

/** Nobody could be asked in time. */
function nobody(order: Order): Attempt {
  const nowMs = performance.now();
  return {
    providerCode: order.providers[0] ?? 'none',
    outcome: noTime,
    startedMs: nowMs,
    endedMs: nowMs,
  };
}

/** A vendor's word must not be able to keep its own outcome out of the books. */
function redactOutcome(order: Order, outcome: Outcome): Outcome {
  if (outcome.kind === 'done') {
    const { providerRef, partRefs } = outcome;
    // Receipts name them cleaned in the same way.
    return {
      ...outcome,
      providerRef: cleanWords(providerRef),
      ...(partRefs && { partRefs: partRefs.map((ref) => cleanWords(ref)) }),
    };
  }
  const detail = redact(outcome.detail, personalValuesOf(order));
  return outcome.vendorCode === undefined
    ? { ...outcome, detail }
    : { ...outcome, detail, vendorCode: cleanWords(outcome.vendorCode) };
}

/** How long an adapter has to say on which side of the send it was when it is told to give up. */
const lastWordMs = 50;

/** An adapter that throws, or says nothing in time, may have sent all the same: unknown. */
async function attemptOne(
  { registry, deadlines, log, breakers }: AttemptPorts,
  { requestId, order }: { requestId: string; order: Order },
  providerCode: string,
): Promise<Outcome> {
  const context = new AttemptContext();
  const attempt = () => {
    const asked = askProvider(registry, order, providerCode, context);
    return deadlines.race(asked, () => {
      context.abort();
      return lastWord(asked);
    });
  };
  try {
    // The sandbox has no bad days of its own, and who makes a link has not asked the provider yet.
    if (providerCode === 'sandbox' || order.product === 'face_verify') return await attempt();
    return await breakers.run(providerCode, attempt);
  } catch (error) {
    log.error({ requestId, provider: providerCode, fault: faultOf(error) }, 'adapter failed');
    return { kind: 'unknown', reason: 'provider_fault', detail: 'the adapter failed' };
  }
}

/** One that was removed since the call was held was certainly not asked. */
const removed: Outcome = {
  kind: 'unavailable',
  reason: 'provider_setup',
  detail: 'not asked: it was removed meanwhile',
};

/** Where the provider is asked: to send a message, or whether it would check a person. */
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
  return registry.sms.get(providerCode)?.send({ ...order.send, form }, context) ?? removed;
}

/** What was still in the queue when it was given up was certainly not sent, and its adapter says so. */
function lastWord(asked: Promise<Outcome>): Promise<Outcome> {
  const silence: Outcome = { kind: 'unknown', reason: 'no_answer', detail: 'no reply in time' };
  return new Promise((resolve, reject) => {
    setTimeout(resolve, lastWordMs, silence);
    asked.then(resolve, reject);
  });
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
