import { describe, expect, test } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import { operations, products } from '../contract/products.ts';
import type { Line } from './line.ts';
import { registerCallRoutes } from './routes.ts';

/** What an operation answers a request without a key, while the writer foresees so long a wait. */
async function reasonOf(operation: string, waitMs: number): Promise<string> {
  const routes = new Map<string, Parameters<Parameters<typeof registerCallRoutes>[0]>[1]>();
  const line = { holds: { waitMs: () => waitMs }, metrics: { answered: () => {} } };
  registerCallRoutes((path, handle) => routes.set(path, handle), line as unknown as Line);
  const post = { id: '', headers: {}, address: '192.0.2.1', body: undefined };
  const refused = await routes
    .get(`/api/v1/${operation}`)?.(post)
    .catch((error: unknown) => error);
  return refused instanceof ApiError ? refused.reason : String(refused);
}

const named = operations.filter((operation) => operation !== 'face_recheck');

describe('while calls wait longer than a caller should', () => {
  test.each(products)('%s is refused at once', async (product) => {
    expect(await reasonOf(product, 1_001)).toBe('overloaded');
    expect(await reasonOf(product, 1_000)).toBe('key_missing');
  });

  test.each(named.filter((operation) => !products.includes(operation as never)))(
    '%s, which waits for none of them, is answered',
    async (operation) => {
      expect(await reasonOf(operation, 60_000)).toBe('key_missing');
    },
  );
});
