import type { Pool } from 'pg';
import type { VerifyProduct } from '../../foundation/contract/products.ts';

/** The first codes of an account's numbers by product, provider and the first digits of the number. */
export interface FirstCodes {
  product: VerifyProduct;
  providerCode: string;
  prefix: string;
  numbers: number;
  approved: number;
}

/** The hours that count, and the minutes in which a person may still enter the code. */
export const countedHours = 6;
const settledMinutes = 20;

/**
 * Counts the first codes of live verifications. The provider of a first code is drawn at random; that of a resend
 * is not, so a resend does not count, nor does an approval by its code. A number counts once per account.
 */
export async function countFirstCodes(
  pool: Pool,
  accountId: number,
  now: Date | null,
): Promise<FirstCodes[]> {
  const { rows } = await pool.query<FirstCodes>(
    `with span as (
       select db_time_or_now($2) - make_interval(hours => $3) as from_at,
         db_time_or_now($2) - make_interval(mins => $4) as to_at
     ), first as materialized (
       select distinct on (v.number_hash) v.verification_id,
         v.state = 'approved' and v.code_call = v.verification_id as is_approved
       from span s
       cross join lateral (
         select *
         from verifications v
         where v.account_id = $1 and v.mode = 'live' and v.messages > 0
           -- IDs come from a server's clock, and allow for a minute of drift.
           and v.verification_id >= uuid_floor(s.from_at - interval '1 minute')
           and v.verification_id < uuid_floor(s.to_at + interval '1 minute')
           and v.started_at >= s.from_at and v.started_at < s.to_at
       ) v
       order by v.number_hash, v.started_at
     )
     select c.product, c.provider_code as "providerCode", c.prefix, count(*)::integer as numbers,
       (count(*) filter (where f.is_approved))::integer as approved
     from first f
     cross join lateral (
       select * from calls c where c.account_id = $1 and c.call_id = f.verification_id limit 1
     ) c
     where c.prefix is not null and c.provider_code is not null
       and c.state not in ('rejected', 'unavailable')
     group by c.product, c.provider_code, c.prefix`,
    [accountId, now, countedHours, settledMinutes],
  );
  return rows;
}
