import type { Pool } from 'pg';
import type {
  CallColumns,
  CalledProduct,
  CallState,
  Owner,
  PriceSource,
} from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { walkPages } from '../../foundation/db/walk-pages.ts';
import type { Money } from '../../foundation/money.ts';
import type { Claim } from './claim.ts';

/** A used idempotency key, with its call and that call's sealed message. */
export interface FoundClaim {
  callId: string;
  /** Null for keys from before body hashes were keyed with a secret. */
  bodyHash: string | null;
  status: number | null;
  reply: Buffer | null;
  /** The call was released, so the key may be used for a new call. */
  isFree: boolean;
  language: Language;
  /** The state of the paid call; null for a free operation. */
  state: CallState | null;
  product: CalledProduct;
  priceSource: PriceSource;
  unitPrice: Money;
  templateId: string | null;
  contentId: string | null;
  sealed: Buffer | null;
}

export async function findClaim(
  pool: Pool,
  { accountId, mode }: Owner,
  { operation, keyHash }: Claim,
): Promise<FoundClaim | undefined> {
  const { rows } = await pool.query<FoundClaim>({
    name: 'find_claim',
    text: `
      select k.call_id as "callId", encode(k.body_hash, 'hex') as "bodyHash", k.status, k.reply, k.is_free as "isFree", k.language,
        c.state, c.product, c.price_source as "priceSource", c.unit_price as "unitPrice",
        c.template_id as "templateId", c.content_id as "contentId", m.sealed
      from idempotency_keys k
      left join calls c on c.account_id = k.account_id and c.call_id = k.call_id
      left join message_contents m on m.content_id = c.content_id
      where k.account_id = $1 and k.mode = $2 and k.operation = $3 and k.key_hash = decode($4, 'hex')`,
    values: [accountId, mode, operation, keyHash()],
  });
  return rows[0];
}

/** Stores the reply of a free operation; returns false if a repeat has stored its reply already. */
export async function storeFreeReply(
  pool: Queryable,
  { accountId, mode }: Owner,
  { operation, keyHash, bodyHash }: Claim,
  { requestId, status, reply }: { requestId: string; status: number; reply: Buffer },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into idempotency_keys (
       account_id, mode, operation, key_hash, body_hash, call_id, made_at, language, status, reply
     )
     values ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6, now(), 'en', $7, $8)
     on conflict do nothing`,
    [accountId, mode, operation, keyHash(), bodyHash(), requestId, status, reply],
  );
  return rowCount === 1;
}

/**
 * Erases the keyed hashes of the requests of calls, and returns how many there were. The keys stay for as long as
 * they are remembered, so that a repeated request is not charged again.
 */
export async function eraseBodies(
  client: Queryable,
  { accountIds, callIds }: CallColumns,
): Promise<number> {
  const { rowCount } = await client.query(
    `update idempotency_keys k set body_hash = null
     from unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     join calls c on c.account_id = i.account_id and c.call_id = i.call_id
     where k.account_id = c.account_id and k.mode = c.mode
       and k.key_hash = c.idempotency_hash and k.call_id = c.call_id and k.body_hash is not null`,
    [accountIds, callIds],
  );
  return rowCount ?? 0;
}

/** Deletes expired keys. Keys of calls without an outcome stay until the call has one. */
export function pruneClaims(pool: Pool, days: number, signal?: AbortSignal): Promise<number> {
  return walkPages(pool, 'idempotency_keys', signal, (from, to) =>
    pool.query(
      `delete from idempotency_keys
       where ctid = any (array(
         select k.ctid
         from idempotency_keys k
         where k.ctid >= $1::tid and k.ctid < $2::tid
           and k.made_at < now() - make_interval(days => $3)
           and not exists (
             select from unresolved_calls u
             where u.account_id = k.account_id and u.call_id = k.call_id
           )
         for update of k skip locked
       ))`,
      [from, to, days],
    ),
  );
}

/** Forgets all requests of an account, and the replies that are kept for their repeats. */
export async function eraseClaims(db: Queryable, accountId: number): Promise<void> {
  await db.query('delete from idempotency_keys where account_id = $1', [accountId]);
}
