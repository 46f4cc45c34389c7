import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import type { SignedIn } from '../../../people/sign-in/signed-in.ts';
import { isFresh, isStep, type Right, type RightRow, rights, type Step } from './rights.ts';

/** A person who is allowed to make the request, and the scope that it is about. */
interface Authorized {
  scope: Scope;
  person: SignedIn;
  isOperator: boolean;
}

/** Verifies that the person has the right, or has come as far in the sign-in as the route requires. */
export function authorize(
  person: SignedIn | undefined,
  word: string,
  right: Right | Step,
  now: Date,
): Authorized | undefined {
  if (!isStep(right)) return authorizeConsole(person, word, right, now);
  if (right !== 'anyone') requireStep(person ?? fail('sign_in_required'), right, now);
  return undefined;
}

function requireStep(
  { stage, factorAt }: SignedIn,
  step: Exclude<Step, 'anyone'>,
  now: Date,
): void {
  const isProved = isFresh(factorAt, now.getTime());
  const isMet = {
    known: true,
    enrolling: stage === 'enrol' || (stage === 'full' && isProved),
    full: stage === 'full',
    fresh: stage === 'full' && isProved,
  }[step];
  if (!isMet) fail('factor_required');
}

/**
 * Turns a session and the scope in the URL into the scope of the queries. This is the only place that decides
 * it. Operators may name any account, members only their own; for everyone else the account does not exist.
 */
export function authorizeConsole(
  person: SignedIn | undefined,
  word: string,
  right: Right,
  now: Date,
): Authorized {
  if (!person) return fail('sign_in_required');
  if (person.stage !== 'full') return fail('factor_required');
  const scope = readScope(word);
  const isOperator = person.operatorRole !== null;
  if (!maySee(person, scope)) return fail('nothing_there');
  requireRight({ person, scope }, right, now);
  return { scope, person, isOperator };
}

/** Verifies another right of a person who was authorized for the scope, where the request itself decides which. */
export function requireRight(
  { person, scope }: Pick<Authorized, 'person' | 'scope'>,
  right: Right,
  now: Date,
): void {
  const row: RightRow = rights[right];
  if (!mayDo(person, scope, row)) fail('right_missing');
  if (row.factor && !isFresh(person.factorAt, now.getTime())) fail('factor_required');
}

/** Whether to show a button to a person. Its route verifies the right again, and the second factor. */
export function hasRight(person: SignedIn, scope: Scope, right: Right): boolean {
  return mayDo(person, scope, rights[right]);
}

function readScope(word: string): Scope {
  if (word === 'platform') return { kind: 'platform' };
  if (/^[1-9][0-9]{0,8}$/.test(word)) return { kind: 'account', accountId: Number(word) };
  return fail('nothing_there');
}

function maySee({ operatorRole, memberships }: SignedIn, scope: Scope): boolean {
  return operatorRole !== null || (scope.kind === 'account' && memberships.has(scope.accountId));
}

function mayDo({ operatorRole, memberships }: SignedIn, scope: Scope, row: RightRow): boolean {
  if (operatorRole !== null && row.operators.includes(operatorRole)) return true;
  if (scope.kind === 'platform') return false;
  const role = memberships.get(scope.accountId);
  return role !== undefined && row.members.includes(role);
}
