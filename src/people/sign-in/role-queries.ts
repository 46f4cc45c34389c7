import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { disconnectAll } from './connected-queries.ts';
import { hasAnyRole } from './person-queries.ts';
import { memberRoles, operatorRoles } from './roles.ts';
import { endSessions } from './session-queries.ts';

/** Where a role applies: the whole platform (null), or the account with this ID. */
export type RoleScope = number | null;

/** Gives a person a role, or replaces the one they have. */
export async function setRole(
  change: Change,
  personId: number,
  roleScope: RoleScope,
  role: string,
): Promise<void> {
  const roles: readonly string[] = roleScope === null ? operatorRoles : memberRoles;
  if (!roles.includes(role)) refuse('role_invalid', { roles });
  const hadOwner = await lockOwners(change, roleScope);
  const given =
    roleScope === null
      ? change.query(
          `insert into operators (person_id, role) values ($1, $2)
           on conflict (person_id) do update set role = excluded.role`,
          [personId, role],
        )
      : change.query(
          `insert into members (person_id, role, account_id) values ($1, $2, $3)
           on conflict (account_id, person_id) do update set role = excluded.role`,
          [personId, role, roleScope],
        );
  await withRefusals(given, {
    '23503':
      roleScope === null
        ? ['person_not_found', { person: personId }]
        : ['account_or_person_not_found', { account: roleScope, person: personId }],
  });
  if (hadOwner) await requireOwner(change);
  await withdrawInvitations(change, personId);
  await askFactorAgain(change, personId);
}

/** Changes a person's existing role; false when they have none here. */
export async function changeRole(
  change: Change,
  personId: number,
  roleScope: RoleScope,
  role: string,
): Promise<boolean> {
  await lockOwners(change, roleScope);
  const { rows } =
    roleScope === null
      ? await change.query('select from operators where person_id = $1 for update', [personId])
      : await change.query(
          'select from members where person_id = $1 and account_id = $2 for update',
          [personId, roleScope],
        );
  if (rows.length > 0) await setRole(change, personId, roleScope, role);
  return rows.length > 0;
}

/**
 * Removes a role. A person without any role left is signed out at once. A person who has no role here is left
 * untouched, because the caller may have no authority over them.
 */
export async function removeRole(
  change: Change,
  personId: number,
  roleScope: RoleScope,
): Promise<boolean> {
  const hadOwner = await lockOwners(change, roleScope);
  const { rowCount } =
    roleScope === null
      ? await change.query('delete from operators where person_id = $1', [personId])
      : await change.query('delete from members where person_id = $1 and account_id = $2', [
          personId,
          roleScope,
        ]);
  if (rowCount === 0) return false;
  if (roleScope === null) await disconnectAll(change, personId);
  if (hadOwner) await requireOwner(change);
  await withdrawInvitations(change, personId);
  await askFactorAgain(change, personId);
  if (!(await hasAnyRole(change, personId))) await endSessions(change, personId);
  return true;
}

/**
 * Serializes owners who remove each other at the same time. Returns whether the platform has an owner that must
 * stay; for an account it returns false, because operators can help an account without an owner.
 */
export async function lockOwners(change: Change, roleScope: RoleScope): Promise<boolean> {
  if (roleScope !== null) return false;
  await change.query('lock table operators in share row exclusive mode');
  return hasOwner(change);
}

/** Refuses the current change if it leaves the platform without an owner. */
export async function requireOwner(change: Change): Promise<void> {
  if (await hasOwner(change)) return;
  refuse('last_owner');
}

async function hasOwner(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    `select from operators o
     join people p using (person_id)
     where o.role = 'owner' and p.disabled_at is null
     limit 1`,
  );
  return rows.length > 0;
}

export async function hasOperator(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('select from operators limit 1');
  return rows.length > 0;
}

/**
 * Requires the second factor again after a change of rights, so that an old
 * verification does not cover new rights.
 */
async function askFactorAgain(change: Change, personId: number): Promise<void> {
  await change.query('update console_sessions set factor_at = null where person_id = $1', [
    personId,
  ]);
}

/**
 * Whether the person who made the invitation `i` may still invite (the right `team.change`). Invitations of
 * the command line have no maker.
 */
export const makerMayInvite = `(
  i.made_by is null
  or exists (
    select from people p
    left join operators o on o.person_id = p.person_id and o.role = 'owner'
    left join members m
      on m.person_id = p.person_id and m.account_id = i.account_id and m.role = 'owner'
    where p.person_id = i.made_by
      and p.disabled_at is null
      and (o.person_id is not null or m.person_id is not null)
  )
)`;

/** Revokes the invitations of a person who may no longer invite, so that they cannot use one to come back. */
export async function withdrawInvitations(change: Change, personId: number): Promise<void> {
  await change.query(
    `update invitations i set revoked_at = now()
     where i.made_by = $1
       and i.accepted_at is null
       and i.revoked_at is null
       and not ${makerMayInvite}`,
    [personId],
  );
}

/** A member of a team. */
interface Teammate {
  personId: number;
  name: string;
  email: string;
  role: string;
  since: Date;
  hasFactor: boolean;
  isDisabled: boolean;
  seenAt: Date | null;
}

export async function listTeam(db: Queryable, roleScope: RoleScope): Promise<Teammate[]> {
  const { rows } = await db.query<Teammate>(
    `select p.person_id as "personId", p.name, p.email, r.role, r.since,
       p.totp_secret is not null
         or exists (select from passkeys k where k.person_id = p.person_id) as "hasFactor",
       p.disabled_at is not null as "isDisabled",
       (select max(s.seen_at) from console_sessions s where s.person_id = p.person_id) as "seenAt"
     from (
       select person_id, role, since from operators where $1::integer is null
       union all
       select person_id, role, since from members where account_id = $1
     ) r
     join people p using (person_id)
     order by r.since, p.person_id`,
    [roleScope],
  );
  return rows;
}
