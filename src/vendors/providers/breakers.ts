import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleAll,
  SamplingBreaker,
} from 'cockatiel';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { Failure } from './provider.ts';

/** Keeps calls away from a provider that fails, until one of them has found it well again. */
export interface Breakers {
  /** What the attempt came to, or `unavailable` without one while the circuit is broken. */
  run<Done extends { kind: string }>(
    providerCode: string,
    attempt: () => Promise<Done | Failure>,
  ): Promise<Done | Failure>;
  isBroken(providerCode: string): boolean;
  /** As this process sees it: half open while one call finds out whether the provider is well again. */
  stateOf(providerCode: string): BreakerState;
}

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Half of the calls of half a minute, and not of a handful of them. */
const sampling = { threshold: 0.5, duration: 30_000, minimumRps: 0.5 };
const restMs = 10_000;

/** What says something of the provider; a template that it refuses says nothing of other calls. */
const faults: ReadonlySet<FailureReason> = new Set([
  'provider_unreachable',
  'provider_fault',
  'provider_balance',
  'provider_limit',
  'no_answer',
]);

const broken: Failure = {
  kind: 'unavailable',
  reason: 'provider_fault',
  detail: 'not asked: it failed too often just now',
};

/** A provider that refuses what a caller sent is well. */
function isFault(outcome: { kind: string } | Failure): outcome is Failure {
  const isFailure = outcome.kind === 'unavailable' || outcome.kind === 'unknown';
  return isFailure && 'reason' in outcome && faults.has(outcome.reason);
}

/** An outcome that counts against its provider, on its way through the breaker. */
class Counted extends Error {
  readonly outcome: Failure;

  constructor(outcome: Failure) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

export function createBreakers(): Breakers {
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
      try {
        return await breakerOf(providerCode).execute(async () => {
          const outcome = await attempt();
          if (isFault(outcome)) throw new Counted(outcome);
          return outcome;
        });
      } catch (fault) {
        if (fault instanceof Counted) return fault.outcome;
        if (fault instanceof BrokenCircuitError) return broken;
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
