import { expect, test } from 'vitest';
import { type Right, type RightRow, rights } from '../../src/console/rights.ts';
import { memberRoles, operatorRoles } from '../../src/people/roles.ts';

/** The web is a program of its own to the compiler, with other types than ours. */
const module: string = '../../web/console/shell/navigation.ts';
const { navigationOf } = (await import(module)) as {
  navigationOf(
    door: string,
    scope: string,
    may: (right: Right) => boolean,
  ): { items: { name: string }[] }[];
};

const table: Readonly<Record<string, RightRow>> = rights;

/** The screens of the sidebar that show something by a right of their name, and whether the role has it. */
function refusedOf(door: 'operator' | 'customer', scope: string, role: string): string[] {
  const rolesOf = ({ operators, members }: RightRow): readonly string[] =>
    door === 'operator' ? operators : members;
  const may = (right: Right) => rolesOf(table[right] as RightRow).includes(role);
  const names = navigationOf(door, scope, may).flatMap(({ items }) =>
    items.map(({ name }) => name),
  );
  expect(names.length).toBeGreaterThan(8);
  return names.filter((name) => {
    const row = table[`${name}.read`];
    return row !== undefined && !rolesOf(row).includes(role);
  });
}

test.each(operatorRoles)(
  'the sidebar leads an operator, as %s, to nothing that is refused',
  (role) => {
    expect(refusedOf('operator', 'platform', role)).toEqual([]);
    expect(refusedOf('operator', '7', role)).toEqual([]);
  },
);

test.each(memberRoles)('the sidebar leads a member, as %s, to nothing that is refused', (role) => {
  expect(refusedOf('customer', '7', role)).toEqual([]);
});
