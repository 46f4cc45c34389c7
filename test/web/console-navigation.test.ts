import { expect, test } from 'vitest';
import { memberRoles, operatorRoles } from '../../src/people/sign-in/roles.ts';
import { type Right, type RightRow, rights } from '../../src/surfaces/console/kit/rights.ts';

/** The web has its own compiler settings, with other types than ours. */
const module: string = '../../web/console/shell/navigation.ts';
const { navigationOf, mayEnter, modeFor, homeScreen, isAbove, isLiveAlone } = (await import(
  module
)) as {
  navigationOf(
    area: string,
    scope: string,
    may: (right: Right) => boolean,
    hasCells?: boolean,
  ): { items: { path: string; title: { en: string } }[] }[];
  mayEnter(session: object, scope: string): boolean;
  modeFor(screen: { only?: string }, mode: string): string;
  homeScreen(session: object, scope: string): string;
  isAbove(item: { path: string }, pathname: string): boolean;
  isLiveAlone(pathname: string): boolean;
};

const table: Readonly<Record<string, RightRow>> = rights;

/** The sidebar's screens that need a right of their name, and whether the role has it. */
function refusedOf(area: 'operator' | 'customer', scope: string, role: string): string[] {
  const rolesOf = ({ operators, members }: RightRow): readonly string[] =>
    area === 'operator' ? operators : members;
  const may = (right: Right) => rolesOf(table[right] as RightRow).includes(role);
  const paths = navigationOf(area, scope, may).flatMap(({ items }) =>
    items.map(({ path }) => path),
  );
  expect(paths.length).toBeGreaterThan(8);
  return paths.filter((path) => {
    const row = table[`${path}.read`];
    return row !== undefined && !rolesOf(row).includes(role);
  });
}

test.each(operatorRoles)(
  'the sidebar offers an operator, as %s, nothing that is refused',
  (role) => {
    expect(refusedOf('operator', 'platform', role)).toEqual([]);
    expect(refusedOf('operator', '7', role)).toEqual([]);
  },
);

test.each(memberRoles)('the sidebar offers a member, as %s, nothing that is refused', (role) => {
  expect(refusedOf('customer', '7', role)).toEqual([]);
});

test('the wallets of all accounts and the wallet of one are named as their screens are', () => {
  const titleIn = (scope: string) =>
    navigationOf('operator', scope, () => true)
      .flatMap(({ items }) => items)
      .find(({ path }) => path === 'wallet')?.title.en;
  expect([titleIn('platform'), titleIn('7')]).toEqual(['Wallets', 'Wallet']);
});

test('platform screens are not offered within an account, nor the other way round', () => {
  const pathsOf = (area: string, scope: string) =>
    navigationOf(area, scope, () => true).flatMap(({ items }) => items.map(({ path }) => path));
  const ofPlatform = ['accounts', 'providers', 'health', 'settings'];
  const all = pathsOf('operator', 'platform');
  expect(all).toEqual(expect.arrayContaining(ofPlatform));
  expect(all).not.toContain('account');
  const one = pathsOf('operator', '7');
  expect(one.filter((path) => ofPlatform.includes(path))).toEqual([]);
  expect(one).toContain('account');
  // The payments of an account are those of the platform, filtered.
  expect(one).toContain('payments');
  const theirs = pathsOf('customer', '7');
  expect(theirs.filter((path) => [...ofPlatform, 'review', 'payments'].includes(path))).toEqual([]);
});

test('the screen of all cells is offered where there are several, and within no account', () => {
  const isOffered = (scope: string, hasCells: boolean, area = 'operator') =>
    navigationOf(area, scope, () => true, hasCells)
      .flatMap(({ items }) => items)
      .some(({ path }) => path === 'cells');
  expect(isOffered('platform', true)).toBe(true);
  expect(isOffered('platform', false)).toBe(false);
  expect(isOffered('7', true)).toBe(false);
  expect(isOffered('7', true, 'customer')).toBe(false);
});

test('a member enters only their own accounts, and an operator every scope', () => {
  const member = { operatorRole: null, accounts: [{ accountId: 7 }] };
  const operator = { operatorRole: 'viewer', accounts: [] };
  const scopes = ['7', '8', 'platform', '07', 'x', ''];
  const entered = (session: object) => scopes.filter((scope) => mayEnter(session, scope));
  expect(entered(member)).toEqual(['7']);
  expect(entered(operator)).toEqual(['7', '8', 'platform']);
  expect([homeScreen(member, '7'), homeScreen(operator, 'platform')]).toEqual([
    ...['overview', 'overview'],
  ]);
});

test('the sandbox screens open in test mode', () => {
  expect([modeFor({ only: 'test' }, 'live'), modeFor({}, 'live'), modeFor({}, 'test')]).toEqual([
    ...['test', 'live', 'test'],
  ]);
});

test('a screen of live money or live providers is in no mode', () => {
  const paths = [
    'providers',
    'providers/elm',
    'payment-books',
    'payments',
    'payments/01a1',
    'calls',
  ];
  expect(paths.map((path) => isLiveAlone(`/console/platform/${path}`))).toEqual([
    ...[true, true, true, false, false, false],
  ]);
});

test('the sidebar marks where a screen belongs that is opened from another one', () => {
  const marks = (path: string, pathname: string) => isAbove({ path }, pathname);
  expect(marks('payments', '/console/platform/payment-books')).toBe(true);
  expect(marks('invoices', '/console/7/fapiao')).toBe(true);
  expect(marks('wallet', '/console/7/funds')).toBe(true);
  expect(marks('wallet', '/console/7/funds/01a1f56a')).toBe(true);
  expect(marks('invoices', '/console/platform/payment-books')).toBe(false);
  expect(marks('payments', '/console/platform/payments')).toBe(false);
});
