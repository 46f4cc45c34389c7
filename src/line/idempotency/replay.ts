import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { OutcomeKind, Owner } from '../../foundation/contract/products.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Claim, Replay } from './claim.ts';
import { type CallsInFlight, failInFlight } from './in-flight.ts';
import { type FoundClaim, findClaim } from './queries.ts';

/** A claim whose call has ended. */
export interface EndedClaim extends FoundClaim {
  state: Exclude<OutcomeKind, 'unknown'>;
}

export interface ReplayPorts {
  pool: Pool;
  vault: Vault;
  inFlight: CallsInFlight;
  /** How long a copy waits for the first. */
  waitMs: number;
  /** Makes a reply again that was not kept, because everything in it is in the call. */
  rebuild(claim: EndedClaim): Replay;
}

const firstPauseMs = 10;
const longestPauseMs = 160;

/**
 * Gives the first copy's reply to a later one. A copy of a call still in flight waits for it, in this
 * process on the call itself and for another process on the database, and then is told to come back.
 */
export async function replay(ports: ReplayPorts, owner: Owner, claim: Claim): Promise<Replay> {
  const deadline = performance.now() + ports.waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const found = await findClaim(ports.pool, owner, claim);
    // Freed or outlived between the hold and here: nothing stands in the way of a new attempt.
    if (!found) failInFlight();
    if (found.bodyHash && !found.bodyHash.equals(claim.bodyHash())) {
      fail('idempotency_body_differs');
    }
    if (found.reply && found.status !== null) {
      return { status: found.status, body: openReply(ports.vault, found.callId, found.reply) };
    }
    switch (found.state) {
      case 'unknown':
        return fail('outcome_unknown', { requestId: found.callId });
      case 'done':
      case 'rejected':
      case 'unavailable':
        return ports.rebuild({ ...found, state: found.state });
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) failInFlight();
    const here = ports.inFlight.left(claim);
    const pause = sleep(Math.min(here ? leftMs : pauseMs, leftMs));
    await (here ? Promise.race([here.then(noop, noop), pause]) : pause);
  }
}

function noop(): void {}

export function sealReply(vault: Vault, callId: string, body: string): Buffer {
  return vault.seal(body, `reply ${callId}`);
}

function openReply(vault: Vault, callId: string, sealed: Buffer): string {
  return vault.open(sealed, `reply ${callId}`);
}
