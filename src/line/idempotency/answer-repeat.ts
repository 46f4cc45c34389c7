import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { OutcomeKind, Owner } from '../../foundation/contract/products.ts';
import type { SealedColumn, Vault } from '../../foundation/vault.ts';
import type { Claim, FirstReply } from './claim.ts';
import { type CallsInFlight, failInFlight } from './in-flight.ts';
import { type FoundClaim, findClaim } from './queries.ts';

/** A claim whose call has ended. */
export interface EndedClaim extends FoundClaim {
  state: Exclude<OutcomeKind, 'unknown'>;
}

export interface RepeatPorts {
  pool: Pool;
  vault: Vault;
  inFlight: CallsInFlight;
  /** How long a repeat waits for the first call. */
  waitMs: number;
  /** Rebuilds a reply that was not stored because the call's row has everything in it. */
  rebuild(claim: EndedClaim, owner: Owner): FirstReply | Promise<FirstReply>;
}

const firstPauseMs = 10;
const longestPauseMs = 160;

/**
 * Returns the first reply to a repeat. While the first call is in flight, the repeat waits: for the call
 * itself in this process, or by polling the database if another process runs it. After the timeout it gets an
 * error with Retry-After.
 */
export async function answerRepeat(
  ports: RepeatPorts,
  owner: Owner,
  claim: Claim,
): Promise<FirstReply> {
  const deadline = performance.now() + ports.waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const found = await findClaim(ports.pool, owner, claim);
    // The key was freed or deleted since the hold, so the caller can retry.
    if (!found) failInFlight();
    if (found.bodyHash !== null && found.bodyHash !== claim.bodyHash()) {
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
        return ports.rebuild({ ...found, state: found.state }, owner);
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

/** Where replies are stored that cannot be built again. */
export const sealedReplies: SealedColumn = {
  table: 'idempotency_keys',
  column: 'reply',
  key: { account_id: 'integer', key_hash: 'bytea', mode: 'text', operation: 'text' },
  besides: 'call_id',
  contextOf: ({ call_id }) => `reply ${call_id}`,
};
