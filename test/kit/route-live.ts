import type { Pool } from 'pg';
import { calledProducts, productTable } from '../../src/foundation/contract/products.ts';
import { setOperator } from '../../src/people/accounts/operator-queries.ts';
import type { ProviderKind } from '../../src/vendors/providers/provider.ts';
import { byTest } from './by-test.ts';

/** The operator's details, as people see them before a live face check. */
export const operator = {
  nameEn: 'Harbour Identity Ltd',
  nameZh: '海港身份科技有限公司',
  contact: 'privacy@harbour.test',
  privacyUrl: 'https://harbour.test/privacy',
};

/**
 * Routes every account's live calls to these providers, and sets the operator's details, without
 * which no face is checked.
 */
export async function routeLive(
  pool: Pool,
  to: Partial<Record<ProviderKind, readonly string[]>>,
): Promise<void> {
  const stops = (codes: readonly string[]) => JSON.stringify(codes.map((code) => ({ code })));
  const routes = calledProducts.flatMap((product) => {
    const codes = to[productTable[product].kind];
    return codes ? [[product, stops(codes)] as const] : [];
  });
  if (to.face) await setOperator(byTest(pool), operator);
  for (const [product, providers] of routes) {
    await pool.query(
      `insert into routes (product, providers) values ($1, $2)
       on conflict (product, account_id, region) do update set providers = excluded.providers`,
      [product, providers],
    );
  }
}

/** Live calls go to the sandbox by default in tests; no operator could set this. */
export async function routeToSandbox(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query('select from routes');
  if (rowCount !== 0) return;
  const to = ['sandbox'];
  await routeLive(pool, { sms: to, voice: to, email: to, face: to });
}
