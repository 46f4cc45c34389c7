import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../callers/principal.ts';
import type { Line } from '../calls/line.ts';
import { rebuildReply } from '../calls/rebuild-reply.ts';
import { fail } from '../contract/errors.ts';
import type { Claim, Replay, Twin } from './claim.ts';
import { findClaim } from './queries.ts';

const firstPauseMs = 10;
const longestPauseMs = 160;

/**
 * Gives the first copy's reply to a later one. A copy of a call still in flight waits for it, in this
 * process on the call itself and for another process on the database, and then is told to come back.
 */
export async function replay(line: Line, caller: Principal, claim: Claim): Promise<Replay> {
  const deadline = performance.now() + line.settings.idempotencyWaitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const found = await findClaim(line.pool, caller.accountId, caller.mode, claim);
    // Freed or outlived between the hold and here: nothing stands in the way of a new attempt.
    if (!found) fail('idempotency_in_flight', { headers: { 'retry-after': '1' } });
    if (found.bodyHash && !found.bodyHash.equals(claim.bodyHash()))
      fail('idempotency_body_differs');
    if (found.reply && found.status !== null) {
      return { status: found.status, body: line.vault.open(found.reply, `reply ${found.callId}`) };
    }
    switch (found.state) {
      case 'unknown':
        return fail('outcome_unknown', { requestId: found.callId });
      case 'done':
      case 'rejected':
      case 'unavailable':
        return rebuildReply(line, { ...found, state: found.state });
    }
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) fail('idempotency_in_flight', { headers: { 'retry-after': '1' } });
    const here = line.inFlight.get(claim.name);
    const pause = sleep(Math.min(here ? leftMs : pauseMs, leftMs));
    await (here ? Promise.race([here.then(noop, noop), pause]) : pause);
  }
}

function noop(): void {}

/**
 * Lets copies of this call in the same process wait for it. The returned function ends the wait, and
 * hands them the reply if there is one that is final.
 */
export function announce(line: Line, claim: Claim): (reply?: Replay) => void {
  const { promise, resolve } = Promise.withResolvers<Twin | undefined>();
  line.inFlight.set(claim.name, promise);
  return (reply) => {
    if (line.inFlight.get(claim.name) === promise) line.inFlight.delete(claim.name);
    resolve(reply && { body: claim.body, reply });
  };
}

/**
 * A copy of a call that this process is carrying out waits for it instead of asking the database, and
 * shares its outcome, whatever that was. Null when there is no such call, at once, or it left no reply.
 */
export function awaitTwin(line: Line, claim: Claim): Promise<Replay | null> | null {
  const twin = line.inFlight.get(claim.name);
  return twin ? shareReply(line, claim, twin) : null;
}

async function shareReply(
  line: Line,
  claim: Claim,
  twin: Promise<Twin | undefined>,
): Promise<Replay | null> {
  const late = Symbol('late');
  const first = await Promise.race([twin, sleep(line.settings.idempotencyWaitMs, late)]);
  if (first === late) fail('idempotency_in_flight', { headers: { 'retry-after': '1' } });
  return first?.body === claim.body ? first.reply : null;
}

export function sealReply(line: Line, callId: string, body: string): Buffer {
  return line.vault.seal(body, `reply ${callId}`);
}
