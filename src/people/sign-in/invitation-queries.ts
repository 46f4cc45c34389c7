import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import { makerMayInvite, type RoleScope } from './role-queries.ts';
import { memberRoles, operatorRoles } from './roles.ts';
import { hashToken, isToken, makeToken } from './token.ts';

/** An invitation for a new person. It works once and expires after seven days. */
export interface Invitation {
  invitationId: number;
  /** Null for an invitation to run the platform. */
  accountId: RoleScope;
  accountName: string | null;
  role: string;
  email: string | null;
  invitedBy: string;
  madeAt: Date;
  expiresAt: Date;
  /** Whether this is the invitation of the first start, which has no sender. */
  isFirst: boolean;
  /** Whether the sender is one of the operator's staff, whom members do not get to know by name. */
  isByStaff: boolean;
}

const columns = `i.invitation_id as "invitationId", i.account_id as "accountId",
  a.name as "accountName", i.role, i.email, i.invited_by as "invitedBy", i.made_at as "madeAt",
  i.expires_at as "expiresAt", i.is_first as "isFirst",
  i.made_by is not null
    and not exists (
      select from members m where m.person_id = i.made_by and m.account_id = i.account_id
    ) as "isByStaff"`;

/**
 * Not accepted, revoked or expired, and made by a person who may still invite. The first owner's invitation is
 * valid only while there is no operator.
 */
const isGood = `i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
  and not (i.is_first and exists (select from operators)) and ${makerMayInvite}`;

export interface NewInvitation {
  accountId: RoleScope;
  role: string;
  email?: string | undefined;
  /** The inviter's name, as shown to the invited person. */
  invitedBy: string;
  isFirst?: boolean;
}

/**
 * Returns the token, which cannot be read again: only its hash is stored. The database records the actor of
 * the change as the maker (`made_by`).
 */
export async function createInvitation(
  change: Change,
  { accountId, role, email, invitedBy, isFirst = false }: NewInvitation,
): Promise<{ invitationId: number; token: string; expiresAt: Date }> {
  const roles: readonly string[] = accountId === null ? operatorRoles : memberRoles;
  if (!roles.includes(role)) refuse('role_invalid', { roles });
  const token = makeToken();
  const { rows } = await withRefusals(
    change.query<{ invitationId: number; expiresAt: Date }>(
      `insert into invitations (token_hash, account_id, role, email, invited_by, is_first)
       select $1, $2, $3, $4, $5, $6
       where not exists (select from account_closures where account_id = $2)
       returning invitation_id as "invitationId", expires_at as "expiresAt"`,
      [hashToken(token), accountId, role, email ?? null, invitedBy, isFirst],
    ),
    { '23503': ['account_not_found', { account: String(accountId) }] },
  );
  if (!rows[0]) refuse('account_closed', { account: String(accountId) });
  return { ...rows[0], token };
}

/** Mails of invitations to one address in a day, and of one account or the platform in an hour. */
const mostToAddress = 3;
const mostOfScope = 30;

/**
 * Notes that an invitation is about to be mailed. False if it was mailed before, or if there were too many such
 * mails: nobody may flood a stranger from the platform's address. One claim at a time, because two would not count
 * each other.
 */
export async function claimInvitationMail(change: Change, invitationId: number): Promise<boolean> {
  await change.query('lock table invitations in share row exclusive mode');
  const { rowCount } = await change.query(
    `update invitations i set mailed_at = now()
     where i.invitation_id = $1 and i.mailed_at is null
       and (
         select count(*) from invitations o
         where o.email = i.email and o.mailed_at > now() - interval '1 day'
       ) < $2
       and (
         select count(*) from invitations o
         where o.account_id is not distinct from i.account_id
           and o.mailed_at > now() - interval '1 hour'
       ) < $3`,
    [invitationId, mostToAddress, mostOfScope],
  );
  return rowCount === 1;
}

export async function findInvitation(
  db: Queryable,
  token: string,
): Promise<Invitation | undefined> {
  if (!isToken(token)) return undefined;
  const { rows } = await db.query<Invitation>(
    `select ${columns} from invitations i
     left join accounts a using (account_id)
     where i.token_hash = $1 and ${isGood}`,
    [hashToken(token)],
  );
  return rows[0];
}

/**
 * The invitation for an e-mail address that the identity provider has verified: one to the platform if there
 * is one, else the newest. For an address that somebody holds, only one to the platform counts.
 */
export async function findInvitationOf(
  db: Queryable,
  email: string,
  { isHeld }: { isHeld: boolean },
): Promise<Invitation | undefined> {
  const { rows } = await db.query<Invitation>(
    `select ${columns} from invitations i
     left join accounts a using (account_id)
     where i.email = $1 and (i.account_id is null or not $2) and ${isGood}
     order by i.account_id is null desc, i.invitation_id desc
     limit 1`,
    [email, isHeld],
  );
  return rows[0];
}

/** Accepts an invitation. If two requests race, only one succeeds. */
export async function takeInvitation(
  change: Change,
  invitationId: number,
  personId: number,
): Promise<boolean> {
  // There may be several first-owner invitations; the lock lets only one of them create the owner.
  await change.query('lock table operators in share row exclusive mode');
  const { rowCount } = await change.query(
    `update invitations i set accepted_at = now(), accepted_by = $2
     where i.invitation_id = $1 and ${isGood}`,
    [invitationId, personId],
  );
  return rowCount === 1;
}

/** All invitations that can still be accepted, to the platform and to accounts. */
export async function listAllInvitations(db: Queryable): Promise<Invitation[]> {
  const { rows } = await db.query<Invitation>(
    `select ${columns} from invitations i
     left join accounts a using (account_id)
     where ${isGood}
     order by i.invitation_id`,
  );
  return rows;
}

/** The invitations to the platform or an account that can still be accepted. */
export async function listInvitations(db: Queryable, roleScope: RoleScope): Promise<Invitation[]> {
  const { rows } = await db.query<Invitation>(
    `select ${columns} from invitations i
     left join accounts a using (account_id)
     where i.account_id is not distinct from $1 and ${isGood}
     order by i.invitation_id`,
    [roleScope],
  );
  return rows;
}

export async function revokeInvitation(
  change: Change,
  roleScope: RoleScope,
  invitationId: number,
): Promise<boolean> {
  const { rowCount } = await change.query(
    `update invitations i set revoked_at = now()
     where i.invitation_id = $2 and i.account_id is not distinct from $1 and ${isGood}`,
    [roleScope, invitationId],
  );
  return rowCount === 1;
}

/** Revokes all open invitations to an account. */
export async function revokeInvitationsOf(change: Change, accountId: number): Promise<void> {
  await change.query(
    `update invitations set revoked_at = now()
     where account_id = $1 and accepted_at is null and revoked_at is null`,
    [accountId],
  );
}

/** The sender's name of invitations that the platform itself makes. */
export const platformName = 'Countersign';

/** Creates a link for an owner of the platform, and revokes earlier ones: only the newest works. */
export async function createOwnerLink(
  change: Change,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<{ invitationId: number; token: string; expiresAt: Date }> {
  await change.query('lock table invitations in share row exclusive mode');
  await change.query(
    `update invitations i set revoked_at = now()
     where i.account_id is null and i.role = 'owner' and i.email is null and i.invited_by = $1
       and ${isGood}`,
    [platformName],
  );
  return createInvitation(change, {
    ...{ accountId: null, role: 'owner', invitedBy: platformName },
    isFirst,
  });
}

/** Whether the first owner's link can still be used. Locks out new ones until the transaction ends. */
export async function hasFirstLink(change: Change): Promise<boolean> {
  await change.query('lock table invitations in share row exclusive mode');
  const { rows } = await change.query(`select from invitations i where i.is_first and ${isGood}`);
  return rows.length > 0;
}
