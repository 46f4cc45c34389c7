-- held -> revenue for done calls, held -> wallet for the others. A call with an unknown outcome
-- moves nothing: its hold stays until there is evidence. Statements as in ledger_hold.
create or replace function ledger_settle(
  p_now timestamptz,
  p_account integer[],
  p_mode text[],
  p_call uuid[],
  p_product text[],
  p_amount bigint[],
  p_day date[],
  p_state text[]
) returns void
language plpgsql as $$
begin
  insert into transfers (
    account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
  )
  select i.account_id, i.call_id, 2, i.mode, 'held',
    case when i.state = 'done' then 'revenue'::ledger_account else 'wallet' end, i.amount, p_now
  from (
    select unnest(p_account) as account_id, unnest(p_mode) as mode, unnest(p_call) as call_id,
      unnest(p_amount) as amount, unnest(p_state) as state
  ) i
  where i.state <> 'unknown' and i.amount > 0;

  update wallets w
  set held = w.held - u.charged - u.released, available = w.available + u.released
  from (
    select i.account_id, i.mode,
      coalesce(sum(i.amount) filter (where i.state = 'done'), 0)::bigint as charged,
      coalesce(sum(i.amount) filter (where i.state <> 'done'), 0)::bigint as released
    from (
      select unnest(p_account) as account_id, unnest(p_mode) as mode, unnest(p_amount) as amount,
        unnest(p_state) as state
    ) i
    where i.state <> 'unknown'
    group by i.account_id, i.mode
  ) u
  where w.account_id = u.account_id and w.mode = u.mode;

  insert into usage_days as d (account_id, mode, day, product, calls, charged, refused)
  select i.account_id, i.mode, i.day, i.product, count(*) filter (where i.state = 'done'),
    coalesce(sum(i.amount) filter (where i.state = 'done'), 0),
    count(*) filter (where i.state <> 'done')
  from (
    select unnest(p_account) as account_id, unnest(p_mode) as mode, unnest(p_day) as day,
      unnest(p_product) as product, unnest(p_amount) as amount, unnest(p_state) as state
  ) i
  where i.state <> 'unknown'
  group by i.account_id, i.mode, i.day, i.product
  on conflict (account_id, mode, day, product) do update
  set calls = d.calls + excluded.calls, charged = d.charged + excluded.charged,
    refused = d.refused + excluded.refused;
end $$;

-- Released money was not spent either.
create or replace function ledger_give_back(p_ended ended_call[]) returns void
language plpgsql as $$
begin
  update spend_days s
  set spent = s.spent - r.amount
  from (
    select e.account_id, e.mode, e.day, e.key_id, sum(e.amount)::bigint as amount
    from unnest(p_ended) e
    where e.state in ('rejected', 'unavailable') and e.amount > 0
    group by e.account_id, e.mode, e.day, e.key_id
  ) r
  where s.account_id = r.account_id and s.mode = r.mode and s.day = r.day and s.key_id = r.key_id;
end $$;
