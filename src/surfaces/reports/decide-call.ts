import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import type { Clock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { Vault } from '../../foundation/vault.ts';
import { chargeReleased, dropContradicted, dropResolved } from '../../line/calls/queries.ts';
import { regionOf } from '../../line/calls/region-of.ts';
import type { SettleResult } from '../../line/calls/settle-calls.ts';
import { writeLine } from '../../line/calls/write-line.ts';
import { listedCost } from '../../vendors/providers/listed-cost.ts';
import { listProviders } from '../../vendors/providers/provider-queries.ts';
import { type CallStory, requireStory } from './story-queries.ts';

type Decision = 'done' | 'unavailable';

interface DecisionPorts {
  clock: Clock;
  vault: Vault;
  timeZone: string;
  log: Log;
}

/**
 * Ends a call by the operator's decision when no provider can confirm its outcome, or when later evidence
 * contradicts its release. Any other call that has ended keeps its outcome.
 */
export async function decideCall(
  change: Change,
  ports: DecisionPorts,
  callId: string,
  state: Decision,
  reason: string,
): Promise<void> {
  const call = await requireStory(change, wholePlatform, callId);
  if (call.state === 'held' && !call.reviewSince) {
    refuse('call_in_progress', { call: callId });
  }
  const proof = {
    evidence: `by the operator: ${sanitize(reason)}`,
    details: state === 'done' ? await listedDetails(change, ports.vault, call) : null,
  };
  const stands = call.contradiction
    ? await decideReleased(change, ports, call, state, proof)
    : await endCall(change, ports, call, state, proof);
  if (stands) refuse('call_ended', { call: callId, state: stands });
  await note(change, call, state, reason);
}

interface Proof {
  evidence: string;
  details: string | null;
}

/** Charges a released call after all, or confirms its release. Returns the state that stands if it is decided. */
async function decideReleased(
  change: Change,
  { clock }: DecisionPorts,
  call: CallStory,
  state: Decision,
  proof: Proof,
): Promise<string | undefined> {
  const isDecided =
    state === 'done'
      ? await chargeReleased(change, clock.databaseNow(), call, proof)
      : await dropContradicted(change, call);
  return isDecided ? undefined : (await requireStory(change, wholePlatform, call.callId)).state;
}

/** Settles a call without an outcome like any other. Returns the state that stands if it has one. */
async function endCall(
  change: Change,
  ports: DecisionPorts,
  call: CallStory,
  state: Decision,
  proof: Proof,
): Promise<string | undefined> {
  if (call.state !== 'held' && call.state !== 'unknown') return call.state;
  const { accountId, mode, callId, providerCode, providerRef } = call;
  const decided = { state, providerCode: providerCode ?? 'none', providerRef, ...proof };
  const none = { reply: null, check: null, script: null };
  const [result] = await writeLine({ ...ports, pool: change }, [
    { settle: { accountId, mode, callId, ...decided, ...none } },
  ]);
  const { isApplied, state: stands } = result as SettleResult;
  if (!isApplied) return stands;
  await dropResolved(change, [call]);
  return undefined;
}

function note(
  change: Change,
  { accountId, callId, state: before }: CallStory,
  state: Decision,
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
