import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { Claim, Replay } from './claim.ts';

/**
 * The calls with an idempotency key that this process is carrying out. A copy of one waits for it here
 * instead of asking the database, and shares its outcome.
 */
export interface CallsInFlight {
  /** Enters a call. The returned function takes it out, with its reply if that is final. */
  enter(claim: Claim): (reply?: Replay) => void;
  /** The reply of the call that this one is a copy of; null when there is no such call, or no reply. */
  shareReply(claim: Claim, waitMs: number): Promise<Replay | null> | null;
  /** Resolves when the call under this key has left; undefined when there is none. */
  left(claim: Claim): Promise<unknown> | undefined;
}

/** A call that was carried out to its end. */
interface Carried {
  body: string;
  reply: Replay;
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
): Promise<Replay | null> {
  const late = Symbol('late');
  const carried = await Promise.race([first, sleep(waitMs, late)]);
  if (carried === late) failInFlight();
  return carried?.body === body ? carried.reply : null;
}

/** The first copy takes longer than a caller should wait for: it is told to come back. */
export function failInFlight(): never {
  return fail('idempotency_in_flight', { headers: { 'retry-after': '1' } });
}
