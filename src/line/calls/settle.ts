import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { faultOf, isItemFault } from '../../foundation/db/faults.ts';
import type { Attempt } from './attempt-providers.ts';
import type { HoldItem } from './hold-calls.ts';
import type { Line } from './line.ts';
import type { Reply } from './request.ts';
import type { SettleItem, SettleResult } from './settle-calls.ts';

/**
 * Makes the outcome durable before the reply is sent. A settle is safe to retry, so it is retried until the
 * call's deadline while the database is unreachable; after that the reply is "unknown", and the resolver
 * finds the outcome.
 */
export async function settle(
  line: Pick<Line, 'settles' | 'log' | 'takeSandboxScript'>,
  item: HoldItem,
  attempt: Attempt,
  reply: Reply,
  {
    stored,
    details,
    isOverdue,
  }: {
    stored: SettleItem['reply'];
    details: string | null;
    /** True when the deadline of the call has passed. */
    isOverdue(): boolean;
  },
): Promise<Reply> {
  const { outcome, providerCode } = attempt;
  const result = await write(line, isOverdue, {
    accountId: item.caller.accountId,
    mode: item.caller.mode,
    callId: item.callId,
    state: outcome.kind,
    providerCode,
    providerRef: outcome.kind === 'done' ? outcome.providerRef : null,
    evidence: outcome.kind === 'done' ? null : outcome.detail,
    reply: stored,
    check: item.order.check,
    script: line.takeSandboxScript(item.callId),
    details,
  });
  if (result.isApplied || result.state === outcome.kind) return reply;
  // The resolver treated the call as abandoned and ended it first; the state that it wrote stands. If it
  // released a message that was sent, the settle has put the call on review.
  line.log.error(
    { requestId: item.callId, ours: outcome.kind, stored: result.state },
    'the resolver ended a call before its own process',
  );
  if (result.state === 'rejected') fail('provider_rejected');
  if (result.state === 'unavailable') fail('provider_unavailable');
  return fail('outcome_unknown');
}

async function write(
  { settles, log }: Pick<Line, 'settles' | 'log'>,
  isOverdue: () => boolean,
  item: SettleItem,
): Promise<SettleResult> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await settles.add(item);
      // `held` is not an outcome: the settle did not apply and the call has not ended, so retry.
      if (result.isApplied || result.state !== 'held') return result;
      log.warn({ requestId: item.callId }, 'call still held after its settle');
    } catch (error) {
      // It is tried ten times a second, and the first failure says it all.
      if (tries === 1) log.warn({ requestId: item.callId, fault: faultOf(error) }, 'settle failed');
      if (isItemFault(error)) fail('outcome_unknown');
    }
    if (isOverdue()) fail('outcome_unknown');
    await sleep(100);
  }
}
