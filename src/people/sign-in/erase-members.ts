import type { Change } from '../../foundation/audit/change-queries.ts';
import { clearFactors } from './factor-queries.ts';
import { erasePerson, hasAnyRole } from './person-queries.ts';
import { listTeam, removeRole } from './role-queries.ts';

/** Removes all members of an account. People who have no other role are erased. */
export async function eraseMembers(change: Change, accountId: number): Promise<void> {
  for (const { personId } of await listTeam(change, accountId)) {
    await removeRole(change, personId, accountId);
    if (await hasAnyRole(change, personId)) continue;
    await clearFactors(change, personId);
    await erasePerson(change, personId);
  }
}
