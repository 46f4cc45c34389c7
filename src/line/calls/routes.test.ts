import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { operations } from '../../foundation/contract/operations/operations.ts';
import { products } from '../../foundation/contract/products.ts';
import type { Line } from './line.ts';
import { registerCallRoutes } from './routes.ts';

let counted: unknown[][] = [];

/** What an operation answers a request without a key, while the writer foresees so long a wait. */
async function refusalOf(operation: string, waitMs: number): Promise<unknown> {
  counted = [];
  const routes = new Map<string, Parameters<Parameters<typeof registerCallRoutes>[0]>[1]>();
  const line = {
    holds: { waitMs: () => waitMs },
    metrics: { answered: (...said: unknown[]) => counted.push(said) },
  };
  registerCallRoutes((path, handle) => routes.set(path, handle), line as unknown as Line);
  const post = { id: '', headers: {}, address: '192.0.2.1', body: undefined };
  return routes
    .get(`/api/v1/${operation}`)?.(post)
    .catch((error: unknown) => error);
}

async function reasonOf(operation: string, waitMs: number): Promise<string> {
  const refused = await refusalOf(operation, waitMs);
  return refused instanceof ApiError ? refused.reason : String(refused);
}

const named = operations.filter((operation) => operation !== 'face_recheck');

describe('while calls wait longer than a caller should', () => {
  test.each(products)('%s is refused at once', async (product) => {
    expect(await refusalOf(product, 1_001)).toMatchObject({
      reason: 'overloaded',
      headers: { 'retry-after': '1' },
    });
    expect(await reasonOf(product, 1_000)).toBe('key_missing');
  });

  test.each(named.filter((operation) => !products.includes(operation as never)))(
    '%s, which waits for none of them, is answered',
    async (operation) => {
      expect(await reasonOf(operation, 60_000)).toBe('key_missing');
    },
  );
});

test('what is refused is counted as it was answered, with the seconds that it took', async () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(1_000).mockReturnValueOnce(3_000);
  await refusalOf('sms_code', 60_000);
  vi.restoreAllMocks();
  expect(counted).toEqual([['sms_code', 503, 2]]);
  await refusalOf('balance', 0);
  expect(counted).toEqual([['balance', 403, expect.any(Number)]]);
});
