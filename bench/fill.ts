import type { ClientBase, Pool } from 'pg';
import { connectPatiently } from '../src/foundation/db/connect.ts';

/**
 * Fills a database with past calls: calls, transfers, wallets, days and numbers agree, so that the
 * audit passes. A tenth of the calls belong to the paying account.
 */
export async function fill(pool: Pool, payingAccount: number, accounts: number, calls: number) {
  const client = await connectPatiently(pool);
  try {
    await fillBy(client, payingAccount, accounts, calls);
  } finally {
    client.release(true);
  }
}

async function fillBy(
  client: ClientBase,
  payingAccount: number,
  accounts: number,
  calls: number,
): Promise<void> {
  await client.query(
    `insert into accounts (account_id, name) overriding system value
     select l.last + n, 'bench ' || n
     from (select coalesce(max(account_id), 0) as last from accounts) l, generate_series(1, $1) n`,
    [accounts],
  );
  // The past calls start with the month, and so must their accounts.
  await client.query(`update accounts set created_at = date_trunc('month', now())`);
  await client.query(
    `insert into wallets (account_id, mode)
     select a.account_id, m.mode
     from accounts a, (values ('test'), ('live')) m (mode)
     on conflict do nothing`,
  );
  const chunk = 250_000;
  for (let from = 0; from < calls; from += chunk) {
    await fillChunk(client, payingAccount, Math.min(chunk, calls - from), from);
  }
  await client.query(fillTotals);
  // Earlier closings do not contain these calls, so days are closed again from the first one.
  await client.query('truncate closings, closing_products');
  await client.query(`update ledger_closed set closed_until = '-infinity'`);
  await client.query('vacuum analyze');
}

/** Calls lie within this month, in the order of their times, like real ones. */
async function fillChunk(
  client: ClientBase,
  payingAccount: number,
  count: number,
  from: number,
): Promise<void> {
  await client.query(
    `with made as (
       select
         case when n % 10 = 0 then $1 else 1 + (hashint8(n) & 2147483647) % (select max(account_id) from accounts) end
           as account_id,
         date_trunc('month', now()) + make_interval(secs => ($3::bigint + n) * 0.05) as at,
         n
       from generate_series(1, $2::bigint) n
     ), identified as (
       select account_id, at, n,
         (substr(uuid_floor(at)::text, 1, 14) || '7' || substr(md5(($3::bigint + n)::text), 1, 3) || '-8'
           || substr(md5(($3::bigint + n)::text), 5, 3) || '-' || substr(md5(($3::bigint + n)::text), 9, 12))::uuid as id,
         decode(md5(n::text || $3::text), 'hex') as hash
       from made
     ), called as (
       select *, first_value(id) over (partition by n / 64 order by n) as content_id
       from identified
     ), said as (
       insert into message_contents (content_id, sealed)
       select content_id, decode(repeat(md5(n::text), 512), 'hex') from called where id = content_id
     ), inserted as (
       insert into calls (
         account_id, call_id, mode, key_id, product, price_source, unit_price, amount, parts,
         template_id, day, held_at, state, ended_at, provider_code, provider_ref, content_id, number_hash,
         prefix, message_state, sent_at, finished_at
       )
       select account_id, id, 'test', 1, 'sms_code', 'default', 500, 500, 1, 'CODE_DEFAULT', at::date, at,
         'done', at, 'sandbox', id::text, content_id, hash,
         '+861380000', 'delivered', at, at
       from called
     ), numbered as (
       insert into number_windows (account_id, mode, product, number_hash, sent_at, code_hashes)
       select account_id, 'test', 'sms_code', hash, array[at], array[hash] from called
       on conflict do nothing
     )
     insert into transfers (account_id, subject_id, phase, mode, from_account, to_account, amount, made_at)
     select account_id, id, p.phase, 'test', p.f::ledger_account, p.t::ledger_account, 500, at
     from called, (values (1, 'wallet', 'held'), (2, 'held', 'revenue')) p (phase, f, t)`,
    [payingAccount, count, from],
  );
}

/** The paying account topped up; the others get an adjustment of what they spent. */
const fillTotals = `
  with spent as (
    select account_id, day, count(*) as calls, sum(amount)::bigint as amount
    from calls
    where mode = 'test' and state = 'done'
    group by account_id, day
  ), usage as (
    insert into usage_days (account_id, mode, day, product, calls, charged)
    select account_id, 'test', day, 'sms_code', calls, amount from spent
    on conflict (account_id, mode, day, product) do update
    set calls = excluded.calls, charged = excluded.charged
  ), spend as (
    insert into spend_days (account_id, mode, day, key_id, spent)
    select account_id, 'test', day, 1, amount from spent
    on conflict (account_id, mode, day, key_id) do update set spent = excluded.spent
  ), paid as (
    select account_id, sum(amount)::bigint as amount, uuidv7() as id
    from calls
    -- Those that were filled in, and never waited for a provider; the others paid for themselves.
    where mode = 'test' and state = 'done' and ended_at = held_at
    group by account_id
  ), entered as (
    insert into manual_entries (account_id, mode, reference, transfer_id, kind, amount, reason)
    select account_id, 'test', 'bench fill', id, 'top_up', amount, 'bench' from paid
  )
  insert into transfers (account_id, subject_id, phase, mode, from_account, to_account, amount, made_at)
  select account_id, id, 0, 'test', 'top_up', 'wallet', amount, now() from paid`;
