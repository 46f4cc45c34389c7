import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ConsoleFixture,
  createConsoleFixture,
  type Visitor,
} from '../../../test/kit/console-fixture.ts';
import { memberRoles, operatorRoles } from '../../people/sign-in/roles.ts';
import { consoleRoutes } from './console-routes.ts';
import type { ConsoleRoute } from './kit/console-route.ts';
import { factorLifeMs, type RightRow, rights } from './kit/rights.ts';
import { sessionRoutes } from './session/session-routes.ts';

/** The same routes, but whoever comes through is told so instead of being served. */
const gates: ConsoleRoute[] = consoleRoutes.map(({ method, path, right, summary }) => ({
  method,
  path,
  right,
  summary,
  reply: Type.Object({ reached: Type.Boolean() }),
  handle: async () => ({ reached: true }),
}));

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

describe.each(gates.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    const row: RightRow = rights[route.right];

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
      const stale = { ...(operator ? { operator } : {}), factorAgeMs: factorLifeMs + 1 };
      const expected = row.factor ? 'factor_required' : 'reached';
      expect(await outcomeOf(route, 'platform', stale)).toBe(expected);
    });
  },
);

test.each(gates.filter(({ method }) => method === 'POST').map((route) => [route.path, route]))(
  'POST %s accepts no change from another origin',
  async (_, route) => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site };
      const visitor = { operator: 'owner' } as const;
      expect(await outcomeOf(route as ConsoleRoute, 'platform', visitor, headers)).toBe(
        'invalid_request',
      );
    }
  },
);

describe('the routes', () => {
  test('change only by POST: a GET has no right to change anything', () => {
    const odd = consoleRoutes.filter(
      ({ method, right }) => method === 'GET' && /\.(change|decide|refund|play)$/.test(right),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  test('have a unique path each, below the name of their screen', () => {
    const names = consoleRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { path } of consoleRoutes) expect(path).toMatch(/^\/[a-z-]+(\/[a-z-]+)+$/);
  });

  test('are all in the document, with their rights', async () => {
    const { body } = await fixture.get(undefined, '/openapi.json');
    const documented = Object.entries(body.paths as Record<string, object>).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = [
      ...consoleRoutes.map(({ method, path }) => `${method} /console/api/{scope}${path}`),
      ...sessionRoutes.map(({ method, path }) => `${method} /console/api/session${path}`),
    ];
    expect(documented.sort()).toEqual(expected.sort());
  });
});
