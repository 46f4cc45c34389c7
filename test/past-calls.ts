import type { Pool } from 'pg';

const noon = "date_trunc('day', now() at time zone 'Asia/Shanghai') - interval '12 hours'";

/** Live code messages of yesterday, as the line would have left them: each taken by a provider, and done. */
export async function addPastCalls(
  pool: Pool,
  {
    accountId,
    providerCode,
    count,
    prefix = '+861391234',
  }: { accountId: number; providerCode: string; count: number; prefix?: string },
): Promise<void> {
  await pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at, state,
       ended_at, provider_code, prefix
     )
     select $1,
       encode(
         substring(uuid_send(uuid_floor(t.at)) from 1 for 6)
           || substring(uuid_send(gen_random_uuid()) from 7),
         'hex'
       )::uuid,
       'live', 1, 'sms_code', 'default', 500, 500, t.at::date, t.at, 'done', t.at, $2, $4
     from (select (${noon}) at time zone 'Asia/Shanghai' as at) t, generate_series(1, $3::integer)`,
    [accountId, providerCode, count, prefix],
  );
}
