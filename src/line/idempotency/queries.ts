import type { Pool } from 'pg';
import type { CallState, Owner, PriceSource, Product } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { walkPages } from '../../foundation/db/walk-pages.ts';
import type { Money } from '../../foundation/money.ts';
import type { Claim } from './claim.ts';

/** A claimed key, with the call behind it and what that call's message rests in. */
export interface FoundClaim {
  callId: string;
  /** Null for a key that was claimed before bodies were hashed under a secret. */
  bodyHash: Buffer | null;
  status: number | null;
  reply: Buffer | null;
  /** Its call was released: the key may be used for another. */
  isFree: boolean;
  language: Language;
  /** The paid call behind it; null for a free operation. */
  state: CallState | null;
  product: Product;
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
      select k.call_id as "callId", k.body_hash as "bodyHash", k.status, k.reply, k.is_free as "isFree", k.language,
        c.state, c.product, c.price_source as "priceSource", c.unit_price as "unitPrice",
        c.template_id as "templateId", c.content_id as "contentId", m.sealed
      from idempotency_keys k
      left join calls c on c.account_id = k.account_id and c.call_id = k.call_id
      left join message_contents m on m.content_id = c.content_id
      where k.account_id = $1 and k.mode = $2 and k.operation = $3 and k.key_hash = $4`,
    values: [accountId, mode, operation, keyHash()],
  });
  return rows[0];
}

/** Keeps the reply of a free operation; false when another copy was first. */
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
     values ($1, $2, $3, $4, $5, $6, now(), 'en', $7, $8)
     on conflict do nothing`,
    [accountId, mode, operation, keyHash(), bodyHash(), requestId, status, reply],
  );
  return rowCount === 1;
}

/** Forgets keys past their life. Keys of calls without an outcome stay until they have one. */
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
