import { randomBytes } from 'node:crypto';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { MemberRole, OperatorRole } from './roles.ts';

/** A person who can sign in. */
export interface Person {
  personId: number;
  name: string;
  email: string;
  language: Language | null;
  disabledAt: Date | null;
}

/** What sign-in needs to know about a person, including secrets. */
export interface Credentials extends Person {
  passwordHash: string | null;
  /** Whether the person has a passkey or an authenticator app. */
  hasFactor: boolean;
  hasRole: boolean;
  isOperator: boolean;
  /** Whether an identity provider knows the person, which also proved their e-mail address. */
  isConnected: boolean;
}

const columns = `p.person_id as "personId", p.name, p.email, p.language, p.disabled_at as "disabledAt"`;

const credentialColumns = `${columns}, p.password_hash as "passwordHash",
  p.totp_secret is not null
    or exists (select from passkeys k where k.person_id = p.person_id) as "hasFactor",
  exists (select from operators o where o.person_id = p.person_id)
    or exists (select from members m where m.person_id = p.person_id) as "hasRole",
  exists (select from operators o where o.person_id = p.person_id) as "isOperator",
  p.oidc_subject is not null as "isConnected"`;

export async function findCredentials(
  db: Queryable,
  by: { email: string } | { personId: number } | { oidcSubject: string },
): Promise<Credentials | undefined> {
  const { email, personId, oidcSubject } = by as Record<string, string | undefined>;
  const { rows } = await db.query<Credentials>(
    `select ${credentialColumns} from people p
     where p.email = $1 or p.person_id = $2 or p.oidc_subject = $3`,
    [email ?? null, personId ?? null, oidcSubject ?? null],
  );
  return rows[0];
}

/** Locks the person against concurrent changes to their credentials. */
export async function lockPerson(change: Change, personId: number): Promise<Credentials> {
  await change.query('select from people where person_id = $1 for update', [personId]);
  return requirePerson(change, personId);
}

export async function requirePerson(db: Queryable, personId: number): Promise<Credentials> {
  const found = await findCredentials(db, { personId });
  if (!found) refuse('person_not_found', { person: personId });
  return found;
}

/** Reserves an ID before the insert, because the audit log names the new person as the actor. */
export async function nextPersonId(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ personId: number }>(
    `select next_number('people') as "personId"`,
  );
  return (rows[0] as { personId: number }).personId;
}

interface NewPerson {
  personId: number;
  name: string;
  email: string;
  language: Language | null;
  passwordHash: string | null;
  oidcSubject?: string;
}

/** False when the e-mail address is already taken, possibly by a concurrent request. */
export async function insertPerson(change: Change, person: NewPerson): Promise<boolean> {
  const { rowCount } = await change.query(
    `insert into people (person_id, name, email, language, password_hash, oidc_subject)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (email) do nothing`,
    [
      person.personId,
      person.name,
      person.email,
      person.language,
      person.passwordHash,
      person.oidcSubject ?? null,
    ],
  );
  return rowCount === 1;
}

export async function setPasswordHash(
  change: Change,
  personId: number,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const { rowCount } = await change.query(
    `update people set password_hash = $3
     where person_id = $1 and password_hash is not distinct from $2`,
    [personId, from, to],
  );
  return rowCount === 1;
}

export async function setProfile(
  change: Change,
  personId: number,
  { name, language }: { name?: string | undefined; language?: Language | undefined },
): Promise<void> {
  await change.query(
    `update people set name = coalesce($2, name), language = coalesce($3, language)
     where person_id = $1`,
    [personId, name ?? null, language ?? null],
  );
}

/** An operator whom the identity provider knows. */
interface ConnectedOperator {
  personId: number;
  subject: string;
  name: string;
  email: string;
  role: OperatorRole;
}

export async function listConnectedOperators(db: Queryable): Promise<ConnectedOperator[]> {
  const { rows } = await db.query<ConnectedOperator>(
    `select p.person_id as "personId", p.oidc_subject as subject, p.name, p.email, o.role
     from operators o
     join people p using (person_id)
     where p.oidc_subject is not null
     order by p.oidc_subject`,
  );
  return rows;
}

export async function setEmail(change: Change, personId: number, email: string): Promise<void> {
  await withRefusals(
    change.query('update people set email = $2 where person_id = $1', [personId, email]),
    { '23505': ['email_taken', { email }] },
  );
}

/** Links a person permanently to their identity at the identity provider. */
export async function connectSubject(
  change: Change,
  personId: number,
  subject: string,
): Promise<void> {
  await withRefusals(
    change.query('update people set oidc_subject = $2 where person_id = $1', [personId, subject]),
    { '23505': ['identity_taken'] },
  );
}

/**
 * Takes an e-mail address from a person who never proved that it is theirs, for the one who did. They keep
 * everything else, and sign in with the address that they get instead. Not from an operator: see signInByOidc.
 */
export async function releaseEmail(change: Change, personId: number): Promise<void> {
  await change.query(
    `update people p set email = $2
     where p.person_id = $1
       and p.oidc_subject is null
       and not exists (select from operators o where o.person_id = p.person_id)`,
    [personId, `${randomBytes(8).toString('hex')}@released.invalid`],
  );
}

export async function setDisabled(
  change: Change,
  personId: number,
  isDisabled: boolean,
): Promise<void> {
  await change.query(
    `update people
     set disabled_at = case when $2 then coalesce(disabled_at, t.now) end
     from (select now() as now) t
     where person_id = $1`,
    [personId, isDisabled],
  );
}

export async function hasAnyRole(db: Queryable, personId: number): Promise<boolean> {
  const { rows } = await db.query(
    `select from operators where person_id = $1
     union all
     select from members where person_id = $1`,
    [personId],
  );
  return rows.length > 0;
}

/** Erases who a person was. The row stays, because the audit log and invitations refer to its number. */
export async function erasePerson(change: Change, personId: number): Promise<void> {
  await change.query(
    `update people
     set name = 'erased', email = $2, password_hash = null, oidc_subject = null,
       disabled_at = coalesce(disabled_at, t.now)
     from (select now() as now) t
     where person_id = $1`,
    [personId, `${randomBytes(8).toString('hex')}@erased.invalid`],
  );
}

/** A person with their roles, as operators see them. */
interface ListedPerson extends Person {
  operatorRole: OperatorRole | null;
  memberships: { accountId: number; role: MemberRole }[];
  hasFactor: boolean;
  seenAt: Date | null;
}

export async function listPeople(
  db: Queryable,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<{ people: ListedPerson[]; next: number | null }> {
  const { rows } = await db.query<ListedPerson>(
    `select ${columns}, o.role as "operatorRole",
       p.totp_secret is not null
         or exists (select from passkeys k where k.person_id = p.person_id) as "hasFactor",
       (select max(s.seen_at) from console_sessions s where s.person_id = p.person_id) as "seenAt",
       coalesce(
         (
           select jsonb_agg(
             jsonb_build_object('accountId', m.account_id, 'role', m.role) order by m.account_id
           )
           from members m
           where m.person_id = p.person_id
         ),
         '[]'
       ) as memberships
     from people p
     left join operators o using (person_id)
     where p.person_id > $1
     order by p.person_id
     limit $2`,
    [after, limit + 1],
  );
  const people = rows.slice(0, limit);
  return { people, next: rows.length > limit ? (people.at(-1)?.personId ?? null) : null };
}
