import type { Change } from '../../foundation/audit/change-queries.ts';
import { clearFactors } from './factor-queries.ts';
import { requirePerson, setDisabled } from './person-queries.ts';
import { lockOwners, requireOwner, withdrawInvitations } from './role-queries.ts';
import { endSessions } from './session-queries.ts';

/** Blocks a person from signing in, whatever their roles, until they are enabled again; their open links end. */
export async function disablePerson(change: Change, personId: number): Promise<void> {
  await requirePerson(change, personId);
  const hadOwner = await lockOwners(change, null);
  await setDisabled(change, personId, true);
  if (hadOwner) await requireOwner(change);
  await withdrawInvitations(change, personId);
  await endSessions(change, personId);
}

export async function enablePerson(change: Change, personId: number): Promise<void> {
  await requirePerson(change, personId);
  await setDisabled(change, personId, false);
}

/** For a person who lost all their factors: the password lets them sign in once more to enrol new ones. */
export async function resetFactors(change: Change, personId: number): Promise<void> {
  await requirePerson(change, personId);
  await clearFactors(change, personId);
  await endSessions(change, personId);
}
