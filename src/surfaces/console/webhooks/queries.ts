import type { Pool } from 'pg';
import { accountOf, type Scope } from '../../../foundation/contract/scope.ts';

/** The URLs of endpoints, including removed ones, whose deliveries are still listed. */
export async function readUrls(
  pool: Pool,
  scope: Scope,
  endpointIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ endpointId: number; url: string }>(
    `select endpoint_id as "endpointId", url
     from endpoints
     where endpoint_id = any ($2) and ($1::integer is null or account_id = $1) and url is not null`,
    [accountOf(scope), [...new Set(endpointIds)]],
  );
  return new Map(rows.map(({ endpointId, url }) => [endpointId, url]));
}
