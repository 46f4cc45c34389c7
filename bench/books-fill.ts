import type { Pool } from 'pg';
import { connectPatiently } from '../src/foundation/db/connect.ts';
import { filled, fillSearch } from './search-fill.ts';

/**
 * Fills the calls themselves beside their search copy, each with its transfers, its event and its cost. Wallets
 * equal their transfers. It works on the tables of the last release and of this version.
 */
export async function fillBooks(pool: Pool, calls: number): Promise<void> {
  await pool.query(
    `insert into accounts (account_id, name) overriding system value
     select l.last + n, 'bench ' || n
     from (select coalesce(max(account_id), 0) as last from accounts) l, generate_series(1, ${filled.accounts}) n`,
  );
  await pool.query(
    `insert into wallets (account_id, mode)
     select a.account_id, m.mode from accounts a, (values ('test'), ('live')) m (mode)
     on conflict do nothing`,
  );
  await fillSearch(pool, calls);
  await fillBesideSearch(pool);
}

/** Fills these tables from the search copy: the calls and their costs, or all with their wallets. */
export async function fillBesideSearch(
  pool: Pool,
  tables: readonly (keyof typeof fills)[] = ['calls', 'transfers', 'events', 'call_costs'],
): Promise<void> {
  const client = await connectPatiently(pool);
  try {
    await client.query(`set synchronous_commit = off; set work_mem = '256MB'`);
    for (const table of tables) {
      for (const back of [3, 2, 1, 0]) {
        const month = `date_trunc('month', now()) - make_interval(months => ${back})`;
        await client.query(`select db_make_partition($1, ${month})`, [table]);
      }
    }
    for (const table of tables) {
      const { rowCount } = await client.query(fills[table]);
      console.error(`${rowCount} rows are filled in beside the search copy`);
    }
    await client.query(`select set_config('countersign.actor', '{"kind":"platform"}', false)`);
    if (tables.includes('transfers')) await client.query(fillWallets);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

const fillCalls = `
  insert into calls (
    account_id, call_id, mode, key_id, product, price_source, unit_price, amount, parts, day, held_at,
    state, ended_at, provider_code, provider_ref, message_state
  )
  select s.account_id, s.call_id, f.mode, x.key_id, f.product, 'default', s.amount, s.amount, s.parts,
    s.held_at::date, s.held_at, f.state, s.ended_at, f.provider_code, s.call_id::text,
    case when f.stage = '' then f.result::message_state end
  from call_search s
  join call_facets f using (facet_id)
  join call_series x using (series_id)`;

const fillTransfers = `
  insert into transfers (account_id, subject_id, phase, mode, from_account, to_account, amount, made_at)
  select s.account_id, s.call_id, p.phase, f.mode, p.from_account::ledger_account,
    case when p.phase = 1 then 'held' when f.state = 'done' then 'revenue' else 'wallet' end
      ::ledger_account, s.amount, s.held_at
  from call_search s
  join call_facets f using (facet_id)
  cross join (values (1, 'wallet'), (2, 'held')) p (phase, from_account)
  where p.phase = 1 or f.state <> 'unknown'`;

const fillEvents = `
  insert into events (account_id, event_id, mode, type, subject_id, body, made_at)
  select s.account_id, s.call_id, f.mode, 'message.updated', s.call_id,
    jsonb_build_object('state', f.result, 'unitPrice', s.amount::text, 'product', f.product), s.held_at
  from call_search s
  join call_facets f using (facet_id)`;

const fillCosts = `
  insert into call_costs (account_id, call_id, provider_code, cost, source)
  select s.account_id, s.call_id, f.provider_code, s.cost, 'list'
  from call_search s
  join call_facets f using (facet_id)
  where s.cost is not null`;

const fills = {
  calls: fillCalls,
  transfers: fillTransfers,
  events: fillEvents,
  call_costs: fillCosts,
} as const;

/** Each account topped up what it spent and a little more, before its first call. */
const fillWallets = `
  with moved as (
    select account_id, mode,
      sum(case when phase = 1 then amount when to_account = 'wallet' then -amount else 0 end) as spent,
      sum(case when phase = 1 then amount else -amount end) as held
    from transfers
    group by account_id, mode
  ), paid as (
    select account_id, mode, spent, held, spent + 1000000 as amount,
      uuid_floor(now() - interval '61 days')::text as floor
    from moved
  ), entered as (
    insert into manual_entries (
      account_id, mode, reference, transfer_id, kind, amount, reason, made_at
    )
    select account_id, mode, 'bench fill',
      overlay(floor placing lpad(to_hex(account_id), 12, '0') from 25)::uuid, 'top_up', amount, '',
      now() - interval '61 days'
    from paid
    where mode = 'live'
  ), transferred as (
    insert into transfers (
      account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
    )
    select account_id, overlay(floor placing lpad(to_hex(account_id), 12, '0') from 25)::uuid, 0, mode,
      'top_up', 'wallet', amount, now() - interval '61 days'
    from paid
    where mode = 'live'
  )
  update wallets w
  set available = p.amount - p.spent, held = p.held
  from paid p
  where w.account_id = p.account_id and w.mode = p.mode and p.mode = 'live'`;
