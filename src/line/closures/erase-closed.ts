import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import type { Vault } from '../../foundation/vault.ts';
import { eraseBilling } from '../../money/invoices/billing-queries.ts';
import { eraseFapiao } from '../../money/invoices/fapiao-queries.ts';
import {
  dropSavedMethods,
  eraseSavedRefs,
  hasSavedMethods,
} from '../../money/payments/saved-method-queries.ts';
import {
  type Closure,
  eraseAccountPage,
  findClosure,
  listErasable,
  lockAccountState,
  noteErased,
} from '../../people/accounts/closure-queries.ts';
import { eraseMembers } from '../../people/sign-in/erase-members.ts';
import { forgetPersonsOf } from '../../products/checks/erase-queries.ts';
import {
  eraseMessages,
  eraseReceiptWords,
  listMessagesOf,
} from '../../products/messages/erase-queries.ts';
import { eraseVerificationsOf } from '../../products/verifications/queries.ts';
import { eraseKeyNames } from '../callers/key-queries.ts';
import { eraseKeyUses } from '../callers/key-use-queries.ts';
import { eraseClaims } from '../idempotency/queries.ts';
import { eraseNumberWindows } from '../limits/number-window-queries.ts';
import { eraseRefusedPersons } from '../refused/queries.ts';
import { eraseNumbersOf, pauseProjection } from '../search/project-queries.ts';

interface Ports {
  pool: Pool;
  vault: Vault;
}

const actor: Actor = { kind: 'platform', name: 'closures' };
const atOnce = 500;
const leastId = '00000000-0000-0000-0000-000000000000';

/**
 * Erases the personal data of accounts that were closed long ago. Each step can be repeated, and the account
 * counts as erased only after all of them, so a run that was cut off is made again. Returns how many were erased.
 */
export async function eraseClosed(
  ports: Ports,
  days: number,
  signal: AbortSignal,
): Promise<number> {
  if (signal.aborted) return 0;
  let erased = 0;
  for (const closure of await listErasable(ports.pool, days)) {
    await eraseContents(ports, closure, signal);
    if (signal.aborted) break;
    if (await whileClosed(ports.pool, closure, eraseRest)) erased++;
  }
  return erased;
}

async function eraseContents(ports: Ports, closure: Closure, signal: AbortSignal): Promise<void> {
  let last: string | undefined = leastId;
  while (last && !signal.aborted) last = await eraseSomeMessages(ports, closure, last);
  const erase = <Result>(step: Step<Result>) => whileClosed(ports.pool, closure, step);
  const forget: Step<number> = (change, accountId) => forgetPersonsOf(change, accountId, atOnce);
  while (!signal.aborted && (await erase(forget)) === atOnce);
  await erase(eraseVerificationsOf);
  await erase(eraseNumberWindows);
  await erase(eraseRefusedPersons);
  await erase(eraseClaims);
}

/** Erases the next messages after a call. Returns the last of them; undefined if there was none. */
function eraseSomeMessages(
  { pool, vault }: Ports,
  closure: Closure,
  after: string,
): Promise<string | undefined> {
  return inChange(pool, actor, 'account.erase', async (client) => {
    // Before any row is locked: the copy of calls must not wait for us while we wait for it.
    await pauseProjection(client);
    if (!(await isStillClosed(client, closure))) return undefined;
    const { accountId } = closure;
    const callIds = await listMessagesOf(client, accountId, { after, limit: atOnce });
    const calls = { accountIds: callIds.map(() => accountId), callIds };
    // Before the calls lose their numbers, by which the copies are found.
    await eraseNumbersOf(client, calls);
    await eraseReceiptWords(client, calls);
    await eraseMessages(client, vault, calls);
    return callIds.at(-1);
  });
}

type Step<Result> = (change: Change, accountId: number) => Promise<Result>;

/** One step of an erasure; undefined if the account was reopened since it was listed. */
function whileClosed<Result>(
  pool: Pool,
  closure: Closure,
  step: Step<Result>,
): Promise<Result | undefined> {
  return inChange(pool, actor, 'account.erase', async (change) =>
    (await isStillClosed(change, closure)) ? step(change, closure.accountId) : undefined,
  );
}

/** Until the change ends, nobody can reopen the account. */
async function isStillClosed(change: Change, listed: Closure): Promise<boolean> {
  await lockAccountState(change, listed.accountId);
  const closure = await findClosure(change, listed.accountId);
  return closure?.closedAt?.getTime() === listed.closedAt?.getTime();
}

/** Waits for the vendors that still have a saved card: the job asks them again, and the next run erases the rest. */
async function eraseRest(change: Change, accountId: number): Promise<boolean> {
  // An account that an older server closed still has them.
  await dropSavedMethods(change, accountId, null);
  if (await hasSavedMethods(change, accountId)) return false;
  await eraseSavedRefs(change, accountId);
  await eraseKeyNames(change, accountId);
  await eraseKeyUses(change, accountId);
  await eraseMembers(change, accountId);
  await eraseAccountPage(change, accountId);
  await eraseBilling(change, accountId);
  await eraseFapiao(change, accountId);
  await noteErased(change, accountId);
  return true;
}
