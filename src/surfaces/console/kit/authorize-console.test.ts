import { describe, expect, test } from 'vitest';
import type { MemberRole, OperatorRole } from '../../../people/sign-in/roles.ts';
import { memberRoles, operatorRoles } from '../../../people/sign-in/roles.ts';
import type { SignedIn } from '../../../people/sign-in/signed-in.ts';
import { authorizeConsole } from './authorize-console.ts';
import { factorLifeMs, type Right, type RightRow, rights } from './rights.ts';

const now = new Date('2030-01-01T00:00:00Z');

function somebody(changes: Partial<SignedIn>): SignedIn {
  return {
    sessionId: 's',
    personId: 1,
    name: 'Lin',
    stage: 'full',
    operatorRole: null,
    memberships: new Map(),
    factorAt: now,
    ...changes,
  };
}

const operator = (operatorRole: OperatorRole) => somebody({ operatorRole });
const member = (role: MemberRole) => somebody({ memberships: new Map([[12, role]]) });

function reasonOf(person: SignedIn | undefined, scope: string, right: Right): string {
  try {
    authorizeConsole(person, scope, right, now);
    return 'allowed';
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}

const all = Object.entries(rights) as [Right, RightRow][];

describe.each(all)('%s', (right, row) => {
  test.each(operatorRoles)('for an operator who is %s', (role) => {
    const expected = row.operators.includes(role) ? 'allowed' : 'right_missing';
    expect(reasonOf(operator(role), 'platform', right)).toBe(expected);
    expect(reasonOf(operator(role), '12', right)).toBe(expected);
  });

  test.each(memberRoles)('for a member who is %s: only in their own account', (role) => {
    const expected = row.members.includes(role) ? 'allowed' : 'right_missing';
    expect(reasonOf(member(role), '12', right)).toBe(expected);
    expect(reasonOf(member(role), '13', right)).toBe('nothing_there');
    expect(reasonOf(member(role), 'platform', right)).toBe('nothing_there');
  });

  test('is denied without a session, or with an incomplete one', () => {
    expect(reasonOf(undefined, 'platform', right)).toBe('sign_in_required');
    for (const stage of ['password', 'enrol'] as const) {
      expect(reasonOf(somebody({ operatorRole: 'owner', stage }), 'platform', right)).toBe(
        'factor_required',
      );
    }
  });

  test('asks for the second factor again if the table says so', () => {
    const [operatorRole] = row.operators;
    const allowed = operatorRole ? operator(operatorRole) : member(row.members[0] as MemberRole);
    const scope = operatorRole ? 'platform' : '12';
    const at = (ms: number) =>
      reasonOf({ ...allowed, factorAt: new Date(now.getTime() - ms) }, scope, right);
    expect(at(factorLifeMs - 1)).toBe('allowed');
    expect(at(factorLifeMs)).toBe(row.factor ? 'factor_required' : 'allowed');
  });
});

test.each(['', '0', '012', '1e3', 'Platform', '12 ', '99999999999', '1;2'])(
  'the scope %j is denied to everyone',
  (word) => {
    expect(reasonOf(operator('owner'), word, 'calls.read')).toBe('nothing_there');
  },
);
