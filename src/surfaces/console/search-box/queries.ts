import type { Pool } from 'pg';
import type { Mode, Product } from '../../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../../foundation/contract/scope.ts';

interface NamedAccount {
  accountId: number;
  name: string;
}

const limit = 5;

/** Accounts by part of their name, or by ID. */
export async function findAccounts(
  pool: Pool,
  scope: Scope,
  text: string,
): Promise<NamedAccount[]> {
  const { rows } = await pool.query<NamedAccount>(
    `select account_id as "accountId", name
     from accounts
     where (strpos(lower(name), lower($1)) > 0 or account_id::text = $1)
       and ($2::integer is null or account_id = $2)
     order by account_id::text = $1 desc, length(name), account_id
     limit $3`,
    [text, accountOf(scope), limit],
  );
  return rows;
}

interface FoundKey {
  keyId: number;
  accountId: number;
  accountName: string;
  mode: Mode;
  name: string;
  keyEnd: string;
  isRevoked: boolean;
}

/** Keys by their last four characters, active keys first; a whole key finds itself alone. */
export async function findKeys(
  pool: Pool,
  scope: Scope,
  lastFour: string,
  hash: Buffer | null,
): Promise<FoundKey[]> {
  const { rows } = await pool.query<FoundKey>(
    `select k.key_id as "keyId", k.account_id as "accountId", a.name as "accountName", k.mode, k.name,
       k.last_four as "keyEnd", k.revoked_at is not null as "isRevoked"
     from keys k
     join accounts a on a.account_id = k.account_id
     where k.last_four = $1 and ($2::integer is null or k.account_id = $2)
       and ($4::bytea is null or k.key_hash = $4)
     order by k.revoked_at is not null, k.key_id desc
     limit $3`,
    [lastFour, accountOf(scope), limit, hash],
  );
  return rows;
}

interface FoundReference {
  requestId: string;
  accountId: number;
  mode: Mode;
  product: Product;
  at: Date;
}

/**
 * Calls by the last eight characters of their id, which people use as a check's reference. Finds checks of
 * any age but other calls of the last day only, because no index covers the end of a call's id.
 */
export async function findReference(
  pool: Pool,
  scope: Scope,
  reference: string,
): Promise<FoundReference[]> {
  const { rows } = await pool.query<FoundReference>(
    `select check_id as "requestId", account_id as "accountId", mode, 'face_verify' as product,
       created_at as at
     from checks
     where right(check_id::text, 8) = $1 and ($2::integer is null or account_id = $2)
     union all
     select call_id, account_id, mode, product, held_at
     from calls
     where call_id >= uuid_floor(now() - interval '1 day') and right(call_id::text, 8) = $1
       and product <> 'face_verify' and ($2::integer is null or account_id = $2)
     order by at desc
     limit $3`,
    [reference, accountOf(scope), limit],
  );
  return rows;
}
