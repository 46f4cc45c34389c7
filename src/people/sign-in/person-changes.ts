import type { Change } from '../../foundation/audit/change-queries.ts';
import { clearFactors } from './factor-queries.ts';
import { requirePerson, setDisabled } from './person-queries.ts';
import { keepAnOwner, lockOwners } from './role-queries.ts';
import { endSessions } from './session-queries.ts';

/** Keeps somebody out, whatever their roles, until they are let in again. */
export async function disablePerson(change: Change, personId: number): Promise<void> {
  await requirePerson(change, personId);
  const hadOwner = await lockOwners(change, null);
  await setDisabled(change, personId, true);
  if (hadOwner) await keepAnOwner(change);
  await endSessions(change, personId);
}

export async function enablePerson(change: Change, personId: number): Promise<void> {
  await requirePerson(change, personId);
  await setDisabled(change, personId, false);
}

/** For somebody who has lost everything: the password lets them in once more, to enrol anew. */
export async function resetFactors(change: Change, personId: number): Promise<void> {
  await requirePerson(change, personId);
  await clearFactors(change, personId);
  await endSessions(change, personId);
}
