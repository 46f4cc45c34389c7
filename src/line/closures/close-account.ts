import type { Pool } from 'pg';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import {
  listIdleEndpoints,
  removeEndpoint,
  unsubscribeEndpoints,
} from '../../foundation/events/endpoint-queries.ts';
import {
  lockAccountWallets,
  type PaidOut,
  type PayOut,
  payOut,
} from '../../money/ledger/pay-out-queries.ts';
import { turnOffAutoTopUp } from '../../money/payments/auto-topup-queries.ts';
import { dropSavedMethods } from '../../money/payments/saved-method-queries.ts';
import {
  beginClosure,
  type Closure,
  endClosure,
  findClosure,
  listClosures,
  lockAccountState,
  withdrawClosure,
} from '../../people/accounts/closure-queries.ts';
import { revokeInvitationsOf } from '../../people/sign-in/invitation-queries.ts';
import { countPendingChecks } from '../../products/checks/erase-queries.ts';
import { revokeKeysOf } from '../callers/key-queries.ts';
import { listOpenCalls } from '../calls/queries.ts';

/** What keeps an account from being closed. */
export interface OpenWork {
  calls: string[];
  checks: number;
}

const maxListed = 5;

export async function readOpenWork(db: Queryable, accountId: number): Promise<OpenWork> {
  return {
    calls: await listOpenCalls(db, accountId),
    checks: await countPendingChecks(db, accountId),
  };
}

/**
 * Closes an account: revokes its keys, and ends its subscriptions once nothing is open. The wallets are locked
 * first, so a call was either held before, and is open, or finds its key revoked. Closing again changes nothing.
 */
export async function closeAccount(
  change: Change,
  asked: { accountId: number; reason: string; whenSettled: boolean },
): Promise<Closure> {
  const { accountId, reason, whenSettled } = asked;
  await lockAccountWallets(change, accountId);
  if (!(await findClosure(change, accountId))) {
    const open = await readOpenWork(change, accountId);
    if (!isSettled(open) && !whenSettled) refuseOpen(accountId, open);
    // Keys before the account, which is the order in which keys are changed.
    await revokeKeysOf(change, accountId);
    await revokeInvitationsOf(change, accountId);
    await dropSavedMethods(change, accountId, null);
    await lockAccountState(change, accountId);
    const isOver = isSettled(open);
    await beginClosure(change, { accountId, reason, isOver });
    if (isOver) await unsubscribeEndpoints(change, accountId);
  }
  return (await findClosure(change, accountId)) as Closure;
}

const isSettled = ({ calls, checks }: OpenWork) => calls.length === 0 && checks === 0;

function refuseOpen(accountId: number, { calls, checks }: OpenWork): never {
  const named = calls.slice(0, maxListed).join(', ');
  const list = calls.length === 0 ? '–' : `${named}${calls.length > maxListed ? ', …' : ''}`;
  return refuse('account_has_open_work', { account: accountId, calls: calls.length, checks, list });
}

/**
 * Finishes the closures whose calls and checks have ended. The last events are still delivered, so endpoints are
 * removed only when they have nothing left to deliver.
 */
export async function finishClosures(pool: Pool, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  for (const { accountId, closedAt } of await listClosures(pool)) {
    if (signal?.aborted) return;
    await inChange(
      pool,
      { kind: 'platform', name: 'closures' },
      'account.close',
      async (change) => {
        if (closedAt === null) await finishSettled(change, accountId);
        else await removeIdleEndpoints(change, accountId);
      },
    );
  }
}

async function finishSettled(change: Change, accountId: number): Promise<void> {
  await lockAccountWallets(change, accountId);
  // It may have been reopened since it was listed.
  if (!(await findClosure(change, accountId))) return;
  if (!isSettled(await readOpenWork(change, accountId))) return;
  await unsubscribeEndpoints(change, accountId);
  await endClosure(change, accountId);
}

async function removeIdleEndpoints(change: Change, accountId: number): Promise<void> {
  for (const endpointId of await listIdleEndpoints(change, accountId)) {
    await removeEndpoint(change, endpointId);
  }
}

/** Takes a closure back, until the data are erased. Keys stay revoked and endpoints removed. */
export async function reopenAccount(change: Change, accountId: number): Promise<void> {
  // Also keys that were being created while the account was closed.
  await revokeKeysOf(change, accountId);
  // Its wallet was paid out, so an automatic top-up that somebody switched on meanwhile would charge the card at once.
  await turnOffAutoTopUp(change, accountId);
  await lockAccountState(change, accountId);
  const closure = await requireClosure(change, accountId);
  if (closure.erasedAt) {
    const day = closure.erasedAt.toISOString().slice(0, 10);
    refuse('account_erased', { account: accountId, day });
  }
  await withdrawClosure(change, accountId);
}

/** Records that money of a closed account was paid out. The locks are those of closing, in its order. */
export async function recordPayOut(change: Change, asked: PayOut): Promise<PaidOut> {
  await lockAccountWallets(change, asked.accountId);
  await lockAccountState(change, asked.accountId);
  const { closedAt } = await requireClosure(change, asked.accountId);
  if (!closedAt) refuse('account_not_closed', { account: asked.accountId });
  return payOut(change, asked);
}

export async function requireClosure(db: Queryable, accountId: number): Promise<Closure> {
  const closure = await findClosure(db, accountId);
  return closure ?? refuse('account_not_closed', { account: accountId });
}
