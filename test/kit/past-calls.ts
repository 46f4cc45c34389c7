import type { Pool } from 'pg';

/**
 * Live code messages as the line would have left them: of yesterday, each accepted by a provider
 * and done.
 */
export async function addPastCalls(
  pool: Pool,
  {
    accountId,
    providerCode,
    count,
    prefix = '+861391234',
    heldAt = null,
    mode = 'live',
    product = 'sms_code',
    state = 'done',
    parts = 1,
    cost = null,
  }: {
    accountId: number;
    providerCode: string;
    count: number;
    prefix?: string;
    /** Yesterday noon by default. */
    heldAt?: Date | null;
    mode?: 'test' | 'live';
    product?: string;
    state?: string;
    parts?: number;
    /** The cost that the provider reported for each. */
    cost?: number | null;
  },
): Promise<void> {
  await pool.query(
    `with past as (
       insert into calls (
         account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
         state, ended_at, provider_code, prefix, parts
       )
       select $1,
         encode(
           substring(uuid_send(uuid_floor(t.at)) from 1 for 6)
             || substring(uuid_send(gen_random_uuid()) from 7),
           'hex'
         )::uuid,
         $6, 1, $7, 'default', 500, 500, t.at::date, t.at, $8::call_state, t.at, $2, $4, $9
       from (
         select coalesce(
           $5,
           (date_trunc('day', now() at time zone 'Asia/Shanghai') - interval '12 hours')
             at time zone 'Asia/Shanghai'
         ) as at
       ) t, generate_series(1, $3::integer)
       returning account_id, call_id, provider_code
     )
     insert into call_costs (account_id, call_id, provider_code, cost, source)
     select account_id, call_id, provider_code, $10::bigint, 'answer'
     from past
     where $10::bigint is not null`,
    [accountId, providerCode, count, prefix, heldAt, mode, product, state, parts, cost],
  );
}
