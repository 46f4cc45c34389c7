import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleAll,
  SamplingBreaker,
} from 'cockatiel';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import { type Failure, providerKinds } from './provider.ts';
import type { Registry } from './registry.ts';

/** Circuit breakers: stop calls to a failing provider until a trial call succeeds. */
export interface Breakers {
  /**
   * The outcome of the attempt, or `unavailable` at once, without an attempt, while the breaker is open or
   * another call is on trial.
   */
  run<Done extends { kind: string }>(
    providerCode: string,
    attempt: () => Promise<Done | Failure>,
  ): Promise<Done | Failure>;
  isBroken(providerCode: string): boolean;
  /** The state in this process. Half-open while one trial call checks whether the provider has recovered. */
  stateOf(providerCode: string): BreakerState;
}

type BreakerState = 'closed' | 'open' | 'half_open';

/**
 * Opens when half of the calls in 30 seconds fail, with a minimum rate so that a handful of calls is not
 * enough.
 */
const sampling = { threshold: 0.5, duration: 30_000, minimumRps: 0.5 };
const restMs = 10_000;

/** The failures that count against the provider. A refused template says nothing about other calls. */
const faults: ReadonlySet<FailureReason> = new Set([
  'provider_unreachable',
  'provider_fault',
  'provider_balance',
  'provider_limit',
  'no_answer',
]);

function notAskedBecause(why: string): Failure {
  return { kind: 'unavailable', reason: 'provider_fault', detail: `not asked: ${why}` };
}

const notAsked = {
  open: notAskedBecause('it failed too often just now'),
  onTrial: notAskedBecause('another call is testing whether it has recovered'),
};

/** A provider that rejects a caller's data is healthy, and so is one whose rate limit we kept ourselves. */
function isFault(outcome: { kind: string } | Failure): outcome is Failure {
  const isFailure = outcome.kind === 'unavailable' || outcome.kind === 'unknown';
  if (!isFailure || !('reason' in outcome)) return false;
  const isOurLimit = outcome.reason === 'provider_limit' && outcome.vendorCode === undefined;
  return faults.has(outcome.reason) && !isOurLimit;
}

/** Carries an outcome that counts as a failure through the breaker. */
class Counted extends Error {
  readonly outcome: Failure;

  constructor(outcome: Failure) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

/** What one attempt shows of its provider: why it failed, or null if the provider did its part. */
type NoteAttempt = (providerCode: string, fault: FailureReason | null) => void;

export function createBreakers(note: NoteAttempt = () => {}): Breakers {
  const breakers = new Map<string, ReturnType<typeof circuitBreaker>>();

  function breakerOf(providerCode: string) {
    const known = breakers.get(providerCode);
    if (known) return known;
    const made = circuitBreaker(handleAll, {
      halfOpenAfter: restMs,
      breaker: new SamplingBreaker(sampling),
    });
    breakers.set(providerCode, made);
    return made;
  }

  return {
    async run(providerCode, attempt) {
      const breaker = breakerOf(providerCode);
      // Cockatiel would make this call wait for the trial call, which may hang until its timeout.
      if (breaker.state === CircuitState.HalfOpen) return notAsked.onTrial;
      try {
        return await breaker.execute(async () => {
          const outcome = await attempt();
          if (isFault(outcome)) throw new Counted(outcome);
          note(providerCode, null);
          return outcome;
        });
      } catch (fault) {
        if (fault instanceof BrokenCircuitError) return notAsked.open;
        note(providerCode, fault instanceof Counted ? fault.outcome.reason : 'provider_fault');
        if (fault instanceof Counted) return fault.outcome;
        throw fault;
      }
    },
    isBroken: (providerCode) => breakers.get(providerCode)?.state === CircuitState.Open,
    stateOf(providerCode) {
      const state = breakers.get(providerCode)?.state;
      if (state === CircuitState.Open) return 'open';
      return state === CircuitState.HalfOpen ? 'half_open' : 'closed';
    },
  };
}

/** Whether each provider's breaker is open. The sandbox has none: it never fails on its own. */
export function brokenProviders(
  registry: Registry,
  breakers: Breakers,
): ReadonlyMap<string, boolean> {
  const codes = providerKinds
    .flatMap((kind) => [...registry[kind].keys()])
    .filter((code) => code !== 'sandbox');
  return new Map(codes.map((code) => [code, breakers.isBroken(code)]));
}
