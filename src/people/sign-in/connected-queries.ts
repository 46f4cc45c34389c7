import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import type { OperatorRole } from './roles.ts';
import { endSwitchedSessions } from './session-queries.ts';

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

/** The cell of a person who is named like this. */
export function cellOfSubject(subject: string): number {
  return Number(subject.split(' ')[1]);
}

/** Whether this identity provider names the person. */
export function isOfIssuer(subject: string | undefined, issuer: string | undefined): boolean {
  const theirs = URL.parse(subject?.split(' ')[0] ?? '')?.href;
  return theirs !== undefined && theirs === URL.parse(issuer ?? '')?.href;
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
  const isSameIssuer = isOfIssuer(person.oidcSubject, issuer);
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
 * The same in the transaction in which a session of the person begins. Who takes the connection back meanwhile waits, and
 * then finds that session.
 */
export async function findOperatorForSession(
  change: Change,
  person: PersonElsewhere,
  issuer: string | undefined,
): Promise<KnownOperator | undefined> {
  await change.query('select from connected_subjects where subject = $1 for share', [
    subjectOf(person),
  ]);
  return findKnownOperator(change, person, issuer);
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
  const { rows: before } = await change.query<{ personId: number }>(
    `select person_id as "personId" from connected_subjects
     where subject = $1 and person_id <> $2
     for update`,
    [subject, personId],
  );
  for (const other of before) await endSwitchedSessions(change, other.personId, subject);
  await change.query(
    `insert into connected_subjects (subject, person_id, connected_at)
     values ($1, $2, now())
     on conflict (subject) do update
     set person_id = excluded.person_id, connected_at = excluded.connected_at`,
    [subject, personId],
  );
  return true;
}

/** Takes a connection back, and ends the sessions that it opened. */
export async function disconnectPerson(
  change: Change,
  personId: number,
  subject: string,
): Promise<boolean> {
  const { rowCount } = await change.query(
    'delete from connected_subjects where subject = $1 and person_id = $2',
    [subject, personId],
  );
  if (rowCount === 1) await endSwitchedSessions(change, personId, subject);
  return rowCount === 1;
}

/** A person who no longer runs the platform is nobody's counterpart, and nobody's session is theirs. */
export async function disconnectAll(change: Change, personId: number): Promise<void> {
  await change.query('delete from connected_subjects where person_id = $1', [personId]);
  await endSwitchedSessions(change, personId, null);
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
