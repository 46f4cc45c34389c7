import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { formatMoney } from '../../../foundation/money.ts';
import type { Vault } from '../../../foundation/vault.ts';
import { openMessage } from '../../../products/messages/content.ts';
import { decideCall, requireReason } from '../../reports/decide-call.ts';
import {
  findReviewEvidence,
  listReview,
  type ReviewedCall,
  type ReviewEvidence as StoredEvidence,
  sumAsked,
  sumReview,
} from '../../reports/review-queries.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { dots, maskRecipient } from '../kit/mask-person.ts';
import { digestOf, readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import {
  Decision,
  EvidenceQuery,
  ReviewCount,
  ReviewEvidence,
  ReviewList,
  ReviewQuery,
} from './review-contract.ts';

const maxListed = 100;
/** How often to look for changes. */
const pollMs = 2_000;

/** Calls that no provider can confirm: their evidence, and the operator's decision. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/review/list',
    right: 'review.read',
    summary: 'List calls that wait for a decision, and count those still being queried',
    query: ReviewQuery,
    reply: ReviewList,
    async handle({ pool, scope }, { query: { mode = 'live' } }) {
      const found = await listReview(pool, scope, { mode, limit: maxListed + 1 });
      const { count, oldestAt, nextTryAt } = await sumAsked(pool, scope, { mode });
      return {
        calls: found.slice(0, maxListed).map(showReviewed),
        isMore: found.length > maxListed,
        asked: {
          count,
          oldestAt: oldestAt?.toISOString() ?? null,
          nextTryAt: nextTryAt?.toISOString() ?? null,
        },
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/review/changes',
    right: 'review.read',
    summary: 'Server-sent events when the calls that wait for a decision change',
    query: ReviewQuery,
    reply: 'text/event-stream',
    async handle(context, { query: { mode = 'live' }, signal }) {
      const { pool, scope } = context;
      return watchChanges(context, signal, {
        key: readKey('review', [scope, mode]),
        everyMs: pollMs,
        async readState() {
          const [waiting, asked] = await Promise.all([
            listReview(pool, scope, { mode, limit: maxListed + 1 }),
            sumAsked(pool, scope, { mode }),
          ]);
          return digestOf([waiting.map(({ callId }) => callId), asked]);
        },
      });
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/review/count',
    right: 'review.read',
    summary: 'Count the calls that wait for a decision',
    query: ReviewQuery,
    reply: ReviewCount,
    async handle({ pool, scope }, { query: { mode = 'live' } }) {
      const { count } = await sumReview(pool, scope, { mode });
      return { count };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/review/evidence',
    right: 'review.read',
    summary: 'Show the evidence for a call that waits for a decision',
    query: EvidenceQuery,
    reply: ReviewEvidence,
    async handle({ pool, scope, vault }, { query }) {
      const found = await findReviewEvidence(pool, scope, query.requestId);
      return found ? showEvidence(vault, found) : fail('nothing_there');
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/review/decide',
    right: 'review.decide',
    summary: 'Decide a call: it was carried out, or it was not',
    body: Decision,
    reply: Type.Object({}),
    async handle({ scope, change, clock, vault, config, log }, { body }) {
      const { requestId, decision, reason } = body;
      requireReason(reason);
      const state = decision === 'settle' ? 'done' : 'unavailable';
      await change(`call.${decision}`, async (by) => {
        if (!(await findReviewEvidence(by, scope, requestId))) fail('nothing_there');
        const ports = { clock, vault, timeZone: config.timeZone, log };
        await decideCall(by, ports, requestId, state, reason);
      });
      return {};
    },
  }),
];

function showReviewed(call: ReviewedCall) {
  return {
    requestId: call.callId,
    accountId: call.accountId,
    accountName: call.accountName,
    product: call.product,
    state: call.state,
    provider: call.providerCode,
    amount: formatMoney(call.amount),
    held: formatMoney(call.held),
    acceptedAt: call.heldAt.toISOString(),
    inReviewSince: call.reviewSince.toISOString(),
    contradiction: call.contradiction,
  };
}

/** Dots if the data key is missing: the decision about the money does not need the number. */
function maskedMobileOf(vault: Vault, call: StoredEvidence): string {
  try {
    return maskRecipient(openMessage(vault, call).to);
  } catch {
    return dots;
  }
}

function showEvidence(vault: Vault, call: StoredEvidence) {
  const { providerRef, evidence, tries, nextTryAt, attempts, sealed } = call;
  const iso = (at: string) => new Date(at).toISOString();
  return {
    ...showReviewed(call),
    mobile: sealed ? maskedMobileOf(vault, call) : null,
    providerRef,
    evidence,
    tries,
    nextTryAt: nextTryAt.toISOString(),
    attempts: attempts.map(({ providerCode, startedAt, endedAt, ...attempt }) => ({
      ...attempt,
      provider: providerCode,
      startedAt: iso(startedAt),
      endedAt: endedAt && iso(endedAt),
    })),
  };
}
