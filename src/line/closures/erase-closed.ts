import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import type { Vault } from '../../foundation/vault.ts';
import {
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
import { eraseKeyNames } from '../callers/key-queries.ts';
import { eraseClaims } from '../idempotency/queries.ts';
import { eraseNumberWindows } from '../limits/number-window-queries.ts';
import { eraseNumbersOf, pauseProjection } from '../search/project-queries.ts';

interface Ports {
  pool: Pool;
  vault: Vault;
}

const actor: Actor = { kind: 'platform', name: 'closures' };
const atOnce = 500;

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
  for (const { accountId } of await listErasable(ports.pool, days)) {
    await eraseContents(ports, accountId, signal);
    if (signal.aborted) break;
    if (await inChange(ports.pool, actor, 'account.erase', (by) => eraseRest(by, accountId)))
      erased++;
  }
  return erased;
}

async function eraseContents({ pool, vault }: Ports, accountId: number, signal: AbortSignal) {
  while (!signal.aborted && (await eraseSomeMessages({ pool, vault }, accountId)));
  while (!signal.aborted && (await forgetPersonsOf(pool, accountId, atOnce)) === atOnce);
  await eraseNumberWindows(pool, accountId);
  await eraseClaims(pool, accountId);
}

/** True if there may be more. */
function eraseSomeMessages({ pool, vault }: Ports, accountId: number): Promise<boolean> {
  return inChange(pool, actor, 'account.erase', async (client) => {
    // Before any row is locked: the copy of calls must not wait for us while we wait for it.
    await pauseProjection(client);
    const callIds = await listMessagesOf(client, accountId, atOnce);
    if (callIds.length === 0) return false;
    const calls = { accountIds: callIds.map(() => accountId), callIds };
    // Before the calls lose their numbers, by which the copies are found.
    await eraseNumbersOf(client, calls);
    await eraseReceiptWords(client, calls);
    await eraseMessages(client, vault, calls);
    return true;
  });
}

/** False if the account was reopened since it was listed. */
async function eraseRest(change: Change, accountId: number): Promise<boolean> {
  await lockAccountState(change, accountId);
  if (!(await findClosure(change, accountId))) return false;
  await eraseKeyNames(change, accountId);
  await eraseMembers(change, accountId);
  await eraseAccountPage(change, accountId);
  await noteErased(change, accountId);
  return true;
}
