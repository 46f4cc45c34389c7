import { ApiError } from '../../foundation/contract/errors/errors.ts';
import {
  type FailureReason,
  failureReasons,
} from '../../foundation/contract/errors/failure-reasons.ts';
import { rejection } from '../../line/calls/rejection.ts';
import type { CallStory } from './story-queries.ts';

/** What the caller was answered, and when. */
export interface CallReply {
  /** Null for a success. */
  error: ApiError | null;
  at: Date;
}

type Told = Pick<CallStory, 'state' | 'evidence' | 'heldAt' | 'endedAt' | 'attempts' | 'transfers'>;

/**
 * The reply to a call, from its last attempt and not from its state: a call that was answered with 504 may be done
 * since. Undefined while nothing was answered, and for a call whose process died or could not store its outcome.
 * A reply that took longer than the deadline was overtaken by the reply that its outcome is unknown.
 */
export function replyOfCall(story: Told, deadlineMs: number): CallReply | undefined {
  const reply = replyByAttempt(story);
  if (!reply || reply.at.getTime() - story.heldAt.getTime() <= deadlineMs) return reply;
  const at = new Date(story.heldAt.getTime() + deadlineMs);
  return { error: new ApiError('outcome_unknown'), at };
}

function replyByAttempt({ state, evidence, endedAt, attempts, transfers }: Told) {
  // Only a call that its own process ended at once is done without evidence.
  if (state === 'done' && evidence === null && endedAt) return { error: null, at: endedAt };
  const last = attempts.at(-1);
  if (!last?.outcome || !last.ended_at) return undefined;
  const endedAttempt = new Date(String(last.ended_at));
  if (last.outcome === 'unknown') {
    return { error: new ApiError('outcome_unknown'), at: endedAttempt };
  }
  // The money went back before the reply left.
  const release = transfers.find(
    (row) => row.from_account === 'held' && row.to_account === 'wallet',
  );
  const at = release ? new Date(String(release.made_at)) : endedAttempt;
  if (last.outcome === 'unavailable') return { error: new ApiError('provider_unavailable'), at };
  return last.outcome === 'rejected' ? { error: rejectionBy(last.reason), at } : undefined;
}

function rejectionBy(reason: unknown): ApiError {
  const isKnown = typeof reason === 'string' && reason in failureReasons;
  return isKnown ? rejection(reason as FailureReason) : new ApiError('provider_rejected');
}

/** When the call ended, if that was after its reply or without one; null otherwise. */
export function resolvedAt(
  { state, endedAt }: Pick<CallStory, 'state' | 'endedAt'>,
  reply: CallReply | undefined,
): Date | null {
  if (state === 'held' || state === 'unknown') return null;
  const isReplied = reply !== undefined && stateBy(reply) === state;
  return isReplied ? null : endedAt;
}

function stateBy({ error }: CallReply): CallStory['state'] {
  switch (error?.reason) {
    case undefined:
      return 'done';
    case 'provider_rejected':
      return 'rejected';
    case 'provider_unavailable':
      return 'unavailable';
    default:
      return 'unknown';
  }
}
