import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { Claim, FirstReply } from './claim.ts';

/**
 * The calls with an idempotency key that this process is carrying out. A repeat waits here for the first call
 * instead of polling the database, and gets the same reply.
 */
export interface CallsInFlight {
  /** Adds a call. The returned function removes it, with its reply if that is final. */
  enter(claim: Claim): (reply?: FirstReply) => void;
  /**
   * The reply of the first call with this claim; null if there is no such call, or it ended without a reply.
   */
  shareReply(claim: Claim, waitMs: number): Promise<FirstReply | null> | null;
  /** Resolves when the call with this key has left; undefined if there is none. */
  left(claim: Claim): Promise<unknown> | undefined;
}

/** A finished call. */
interface Carried {
  body: string;
  reply: FirstReply;
}

export function createCallsInFlight(): CallsInFlight {
  const entered = new Map<string, Promise<Carried | undefined>>();
  return {
    enter({ name, body }) {
      const { promise, resolve } = Promise.withResolvers<Carried | undefined>();
      entered.set(name, promise);
      return (reply) => {
        if (entered.get(name) === promise) entered.delete(name);
        resolve(reply && { body, reply });
      };
    },
    shareReply(claim, waitMs) {
      const first = entered.get(claim.name);
      return first ? share(first, claim, waitMs) : null;
    },
    left: ({ name }) => entered.get(name),
  };
}

async function share(
  first: Promise<Carried | undefined>,
  { body }: Claim,
  waitMs: number,
): Promise<FirstReply | null> {
  const late = Symbol('late');
  const carried = await Promise.race([first, sleep(waitMs, late)]);
  if (carried === late) failInFlight();
  return carried?.body === body ? carried.reply : null;
}

/** The first call takes longer than a repeat should wait: the repeat gets an error with Retry-After. */
export function failInFlight(): never {
  return fail('idempotency_in_flight', { headers: { 'retry-after': '1' } });
}
