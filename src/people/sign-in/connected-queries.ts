import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { OperatorRole } from './roles.ts';

/** A person of another cell, as that cell signed it. */
export interface PersonElsewhere {
  cell: number;
  personId: number;
  /** In milliseconds. With the number, it names one person for good. */
  createdAt: number;
  /** Their identity at the identity provider, if they have one. */
  oidcSubject: string | undefined;
}

/** An operator here, found by who they are in another cell. */
export interface KnownOperator {
  personId: number;
  name: string;
  email: string;
  language: Language | null;
  role: OperatorRole;
}

/**
 * The number of a person alone does not name them: people from before there were cells share small numbers, and a cell
 * that was restored from a backup, or made again, gives the same numbers to other people.
 */
export function subjectOf({
  cell,
  personId,
  createdAt,
}: Omit<PersonElsewhere, 'oidcSubject'>): string {
  return `cell ${cell} person ${personId} created ${createdAt}`;
}

/**
 * The operator here who is this person of another cell: by the identity provider, if both cells use the same one, or
 * because they connected the two. Undefined for anyone who is disabled or no operator.
 */
export async function findKnownOperator(
  db: Queryable,
  person: PersonElsewhere,
  issuer: string | undefined,
): Promise<KnownOperator | undefined> {
  const theirs = URL.parse(person.oidcSubject?.split(' ')[0] ?? '')?.href;
  const isSameIssuer = theirs !== undefined && theirs === URL.parse(issuer ?? '')?.href;
  const { rows } = await db.query<KnownOperator>(
    `select p.person_id as "personId", p.name, p.email, p.language, o.role
     from people p
     join operators o using (person_id)
     where p.disabled_at is null
       and (
         p.oidc_subject = $1
         or p.person_id = (select c.person_id from connected_subjects c where c.subject = $2)
       )
     order by p.oidc_subject is not distinct from $1 desc
     limit 1`,
    [isSameIssuer ? person.oidcSubject : null, subjectOf(person)],
  );
  return rows[0];
}

/**
 * Joins a person of another cell to an operator here, and takes the person from anyone who was joined to them before.
 * False for a person who is no operator; one who is just being removed waits for the lock, and loses the row again.
 */
export async function connectPerson(
  change: Change,
  personId: number,
  subject: string,
): Promise<boolean> {
  const { rowCount } = await change.query('select from operators where person_id = $1 for share', [
    personId,
  ]);
  if (rowCount !== 1) return false;
  await change.query(
    `insert into connected_subjects (subject, person_id, connected_at)
     values ($1, $2, now())
     on conflict (subject) do update
     set person_id = excluded.person_id, connected_at = excluded.connected_at`,
    [subject, personId],
  );
  return true;
}

export async function disconnectPerson(
  change: Change,
  personId: number,
  subject: string,
): Promise<boolean> {
  const { rowCount } = await change.query(
    'delete from connected_subjects where subject = $1 and person_id = $2',
    [subject, personId],
  );
  return rowCount === 1;
}

/** A person who no longer runs the platform is nobody's counterpart. */
export async function disconnectAll(change: Change, personId: number): Promise<void> {
  await change.query('delete from connected_subjects where person_id = $1', [personId]);
}

export async function listConnections(
  db: Queryable,
  personId: number,
): Promise<{ subject: string; connectedAt: Date }[]> {
  const { rows } = await db.query<{ subject: string; connectedAt: Date }>(
    `select subject, connected_at as "connectedAt" from connected_subjects
     where person_id = $1
     order by subject`,
    [personId],
  );
  return rows;
}

/** How a person of this cell is named to the others. */
export async function readIdentity(
  db: Queryable,
  personId: number,
): Promise<Omit<PersonElsewhere, 'cell'> | undefined> {
  const { rows } = await db.query<{ subject: string | null; createdAt: Date }>(
    'select oidc_subject as subject, created_at as "createdAt" from people where person_id = $1',
    [personId],
  );
  const [person] = rows;
  if (!person) return undefined;
  const { subject, createdAt } = person;
  return { personId, createdAt: createdAt.getTime(), oidcSubject: subject ?? undefined };
}
