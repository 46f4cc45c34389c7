-- held -> revenue for what was done, held -> wallet for what was not. A call whose outcome is
-- unknown moves nothing: its hold stays until there is evidence.
create or replace function ledger_settle(p_ended ended_call[], p_now timestamptz) returns void
language plpgsql as $$
begin
  insert into transfers (
    account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
  )
  select e.account_id, e.call_id, 2, e.mode, 'held',
    case e.state when 'done' then 'revenue' else 'wallet' end::ledger_account, e.amount, p_now
  from unnest(p_ended) e
  where e.state <> 'unknown' and e.amount > 0;

  update wallets w
  set held = w.held - s.settled - s.released, available = w.available + s.released
  from (
    select e.account_id, e.mode,
      coalesce(sum(e.amount) filter (where e.state = 'done'), 0)::bigint as settled,
      coalesce(sum(e.amount) filter (where e.state <> 'done'), 0)::bigint as released
    from unnest(p_ended) e
    where e.state <> 'unknown' and e.amount > 0
    group by e.account_id, e.mode
  ) s
  where w.account_id = s.account_id and w.mode = s.mode;

  insert into usage_days as u (account_id, mode, day, product, calls, charged, refused)
  select e.account_id, e.mode, e.day, e.product,
    count(*) filter (where e.state = 'done'),
    coalesce(sum(e.amount) filter (where e.state = 'done'), 0),
    count(*) filter (where e.state <> 'done')
  from unnest(p_ended) e
  where e.state <> 'unknown'
  group by e.account_id, e.mode, e.day, e.product
  on conflict (account_id, mode, day, product) do update
  set calls = u.calls + excluded.calls, charged = u.charged + excluded.charged,
    refused = u.refused + excluded.refused;

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
