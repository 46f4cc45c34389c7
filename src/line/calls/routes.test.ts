import { describe, expect, test, vi } from 'vitest';
import { isFree, operations } from '../../foundation/contract/operations/operations.ts';
import type { Line } from './line.ts';
import { registerCallRoutes } from './routes.ts';

let counted: unknown[][] = [];
type Route = Parameters<Parameters<typeof registerCallRoutes>[0]>;

/** The route of an operation, on a line whose writer is full or not, and where each call may fail with a fault. */
function routeOf(operation: string, isFull: boolean, fault?: Error): Route {
  counted = [];
  const routes = new Map<string, Route>();
  const line = {
    holds: { isFull: () => isFull },
    replyDeadlines: {
      race: (promise: Promise<unknown>) =>
        fault ? promise.catch(() => Promise.reject(fault)) : promise,
    },
    metrics: { answered: (...said: unknown[]) => counted.push(said) },
  };
  registerCallRoutes((...route) => routes.set(route[0], route), line as unknown as Line);
  return routes.get(`/api/v1/${operation}`) as Route;
}

const named = operations.filter((operation) => operation !== 'face_recheck');
const paid = named.filter((operation) => !isFree(operation));

describe('while the writer is full', () => {
  test.each(paid)('%s is refused as overload, and counted', (operation) => {
    const [, , shedding] = routeOf(operation, true);
    expect([shedding.isRefused(), counted]).toEqual([true, []]);
    shedding.count();
    expect(counted).toEqual([[operation, 503, 0]]);
  });

  test.each(named.filter((operation) => isFree(operation)))(
    '%s, which does not use the writer, is answered',
    (operation) => {
      expect(routeOf(operation, true)[2].isRefused()).toBe(false);
    },
  );
});

test.each(paid)('%s is not refused while the writer keeps up', (operation) => {
  expect(routeOf(operation, false)[2].isRefused()).toBe(false);
});

test('counts a reply with its status and the seconds it took', async () => {
  const [, handle] = routeOf('balance', false);
  vi.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValueOnce(3_000);
  const post = { id: '', headers: {}, address: '192.0.2.1', body: undefined };
  await expect(handle(post)).rejects.toMatchObject({ reason: 'key_missing' });
  vi.restoreAllMocks();
  expect(counted).toEqual([['balance', 403, 2]]);
});

// @mutant src/line/calls/routes.ts
// - return isDatabaseAway(error) ? 503 : 500;
// + return 500;
test.each([
  ['a database that is away as 503, which callers get', '57P01', 503],
  ['a fault of the program as 500', '42P01', 500],
])('counts %s', async (_, code, status) => {
  const fault = Object.assign(new Error('no'), { code });
  const [, handle] = routeOf('balance', false, fault);
  const post = { id: '', headers: {}, address: '192.0.2.1', body: undefined };
  await expect(handle(post)).rejects.toBe(fault);
  expect(counted.map(([operation, counts]) => [operation, counts])).toEqual([['balance', status]]);
});
