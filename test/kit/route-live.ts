import type { Pool } from 'pg';
import { smsProducts } from '../../src/foundation/contract/products.ts';
import { setOperator } from '../../src/people/accounts/operator-queries.ts';
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
  to: { sms?: readonly string[]; face?: readonly string[] },
): Promise<void> {
  const stops = (codes: readonly string[]) => JSON.stringify(codes.map((code) => ({ code })));
  const routes = [
    ...smsProducts.flatMap((product) => (to.sms ? [[product, stops(to.sms)] as const] : [])),
    ...(to.face ? [['face_verify', stops(to.face)] as const] : []),
  ];
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
  if (rowCount === 0) await routeLive(pool, { sms: ['sandbox'], face: ['sandbox'] });
}
