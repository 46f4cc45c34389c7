import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { Vault } from '../../foundation/vault.ts';
import { dropContradicted, dropResolved } from '../../line/calls/queries.ts';
import { regionOf } from '../../line/calls/region-of.ts';
import type { SettleResult } from '../../line/calls/settle-calls.ts';
import { writeLine } from '../../line/calls/write-line.ts';
import { listedCost } from '../../vendors/providers/listed-cost.ts';
import { listProviders } from '../../vendors/providers/provider-queries.ts';
import { type CallStory, requireStory } from './story-queries.ts';

/**
 * Ends a call by the operator's decision when no provider can confirm its outcome. It settles like any other
 * call, so a call that has already ended keeps its outcome. The release of a call that later evidence
 * contradicts is confirmed, and the call leaves the review.
 */
export async function decideCall(
  change: Change,
  ports: { clock: Clock; vault: Vault; timeZone: string; log: Log },
  callId: string,
  state: 'done' | 'unavailable',
  reason: string,
): Promise<void> {
  const call = await requireStory(change, wholePlatform, callId);
  if (call.state === 'held' && !call.reviewSince) {
    refuse('call_in_progress', { call: callId });
  }
  if (call.contradiction && state === 'unavailable') {
    await dropContradicted(change, call);
    await note(change, call, state, reason);
    return;
  }
  if (call.state !== 'held' && call.state !== 'unknown') {
    refuse('call_ended', { call: callId, state: call.state });
  }
  const [result] = await writeLine({ ...ports, pool: change }, [
    {
      settle: {
        accountId: call.accountId,
        mode: call.mode,
        callId,
        state,
        providerCode: call.providerCode ?? 'none',
        providerRef: call.providerRef,
        evidence: `by the operator: ${sanitize(reason)}`,
        reply: null,
        check: null,
        script: null,
        details: state === 'done' ? await listedDetails(change, ports.vault, call) : null,
      },
    },
  ]);
  const { isApplied, state: stands } = result as SettleResult;
  if (!isApplied) refuse('call_ended', { call: callId, state: stands });
  await dropResolved(change, [call]);
  await note(change, call, state, reason);
}

function note(
  change: Change,
  { accountId, callId, state: before }: CallStory,
  state: 'done' | 'unavailable',
  reason: string,
): Promise<void> {
  return noteChange(change, {
    accountId,
    action: state === 'done' ? 'call.settle' : 'call.release',
    subject: 'calls',
    key: { call_id: callId },
    before: { state: before },
    after: { state, reason },
  });
}

/**
 * The operator's reason is the only evidence that will ever exist for this call, so it must contain some
 * text.
 */
export function requireReason(reason: string): void {
  if (!/[\p{L}\p{N}]/u.test(reason)) refuse('evidence_missing');
}

/** The cost from the provider's price list, because there is no provider response to read it from. */
async function listedDetails(
  pool: Queryable,
  vault: Vault,
  call: CallStory,
): Promise<string | null> {
  const providers = await listProviders(pool);
  const costs = providers.find(({ providerCode }) => providerCode === call.providerCode)?.costs;
  const cost = listedCost(costs ?? {}, call.parts, regionOf(vault, call));
  return cost === undefined ? null : JSON.stringify({ cost: Number(cost), costSource: 'list' });
}
