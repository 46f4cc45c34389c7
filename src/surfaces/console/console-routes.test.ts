import { readdirSync } from 'node:fs';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConsoleFixture,
  createConsoleFixture,
  type Visitor,
} from '../../../test/kit/console-fixture.ts';
import { type MemberRole, memberRoles, operatorRoles } from '../../people/sign-in/roles.ts';
import { consoleRoutes } from './console-routes.ts';
import type { ConsoleRoute } from './kit/console-route.ts';
import { factorLifeMs, isStep, type RightRow, rights, steps } from './kit/rights.ts';

/** The same routes, but a permitted request gets a marker instead of being served. */
const gates: ConsoleRoute[] = consoleRoutes.map(({ method, path, right, summary }) => ({
  method,
  path,
  right,
  summary,
  reply: Type.Object({ reached: Type.Boolean() }),
  handle: async () => ({ reached: true }),
}));
/** The routes of screens, each of which asks for a right. */
const scoped = gates.flatMap((route) =>
  isStep(route.right)
    ? []
    : [[`${route.method} ${route.path}`, route, rights[route.right]] as const],
);

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture(gates);
});
afterAll(() => fixture.close());

async function outcomeOf(
  { method, path }: ConsoleRoute,
  scope: string | number,
  visitor: Visitor | undefined,
  headers?: Record<string, string>,
): Promise<string> {
  const at = `/${scope}${path}`;
  const { body } =
    method === 'GET'
      ? await fixture.get(visitor, at)
      : await fixture.post(visitor, at, {}, headers);
  return body.reached ? 'reached' : body.reason;
}

describe.each(scoped)('%s', (_, route, right) => {
  const row: RightRow = right;

  test('admits the roles with its right, each only in its own scope', async () => {
    for (const operator of operatorRoles) {
      const expected = row.operators.includes(operator) ? 'reached' : 'right_missing';
      expect(await outcomeOf(route, 'platform', { operator }), operator).toBe(expected);
      expect(await outcomeOf(route, 12, { operator }), operator).toBe(expected);
    }
    for (const role of memberRoles) {
      const visitor = { members: { 12: role } };
      const expected = row.members.includes(role) ? 'reached' : 'right_missing';
      expect(await outcomeOf(route, 12, visitor), role).toBe(expected);
      expect(await outcomeOf(route, 13, visitor), role).toBe('nothing_there');
      expect(await outcomeOf(route, 'platform', visitor), role).toBe('nothing_there');
    }
  });

  test('admits no one without a session, and no one without a role', async () => {
    expect(await outcomeOf(route, 'platform', undefined)).toBe('sign_in_required');
    expect(await outcomeOf(route, 'platform', {})).toBe('nothing_there');
    expect(await outcomeOf(route, 12, {})).toBe('nothing_there');
  });

  test('asks for the second factor again if its right does', async () => {
    const operator = row.operators[0];
    const member = { members: { 12: row.members[0] as MemberRole } };
    const stale = { ...(operator ? { operator } : member), factorAgeMs: factorLifeMs + 1 };
    const expected = row.factor ? 'factor_required' : 'reached';
    expect(await outcomeOf(route, operator ? 'platform' : 12, stale)).toBe(expected);
  });
});

test.each(scoped.filter(([, { method }]) => method === 'POST'))(
  '%s accepts no change from another origin',
  async (_, route) => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site };
      const visitor = { operator: 'owner' } as const;
      expect(await outcomeOf(route, 'platform', visitor, headers)).toBe('invalid_request');
    }
  },
);

describe('the routes', () => {
  test('change only by POST: a GET has no right to change anything', () => {
    const faulty = consoleRoutes.filter(
      ({ method, right }) => method === 'GET' && /\.(change|decide|refund|play)$/.test(right),
    );
    expect(faulty.map(({ path }) => path)).toEqual([]);
  });

  test('have a unique path each, below the name of their screen', () => {
    const names = consoleRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    for (const [, { path }] of scoped) expect(path).toMatch(/^\/[a-z-]+(\/[a-z-]+)+$/);
  });

  test('ask for a step of the sign-in below its path, and for a right everywhere else', () => {
    const asking = consoleRoutes.filter(({ right }) => isStep(right)).map(({ path }) => path);
    const below = consoleRoutes.map(({ path }) => path).filter((path) => /^\/session\b/.test(path));
    expect(asking).toEqual(below);
    const known = [...Object.keys(rights), ...Object.keys(steps)];
    expect(consoleRoutes.filter(({ right }) => !known.includes(right))).toEqual([]);
  });

  test('are found in every folder of a screen', () => {
    const found = new Set(consoleRoutes.map(({ path }) => path.split('/')[1]));
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((one) => one.isDirectory() && !['kit', 'page'].includes(one.name))
      .map(({ name }) => name);
    expect([...found].sort()).toEqual(folders.sort());
  });

  test('are all in the document, with their rights', async () => {
    const { body } = await fixture.get(undefined, '/openapi.json');
    const documented = Object.entries(body.paths as Record<string, object>).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = consoleRoutes.map(
      ({ method, path, right }) =>
        `${method} /console/api${isStep(right) ? '' : '/{scope}'}${path}`,
    );
    expect(documented.sort()).toEqual(expected.sort());
  });
});
