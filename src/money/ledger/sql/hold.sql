-- wallet -> held, for every call without a verdict against it. A free call moves nothing. The
-- wallet's check constraints are the last guard: they fire only if ledger_afford is wrong, and then
-- the batch fails instead of the books.
create or replace function ledger_hold(
  p_verdict text[],
  p_now timestamptz,
  p_day date,
  p_account integer[],
  p_mode text[],
  p_key integer[],
  p_call uuid[],
  p_amount bigint[]
) returns void
language plpgsql as $$
declare
  v_low record;
begin
  -- Three statements, because Citus sends the result of an INSERT in a WITH clause to all its nodes.
  insert into transfers (
    account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
  )
  select i.account_id, i.call_id, 1, i.mode, 'wallet', 'held', i.amount, p_now
  from (
    select unnest(p_verdict) as verdict, unnest(p_account) as account_id, unnest(p_mode) as mode,
      unnest(p_call) as call_id, unnest(p_amount) as amount
  ) i
  where i.verdict is null and i.amount > 0;

  insert into spend_days as s (account_id, mode, day, key_id, spent)
  select i.account_id, i.mode, p_day, i.key_id, sum(i.amount)
  from (
    select unnest(p_verdict) as verdict, unnest(p_account) as account_id, unnest(p_mode) as mode,
      unnest(p_key) as key_id, unnest(p_amount) as amount
  ) i
  where i.verdict is null and i.amount > 0
  group by i.account_id, i.mode, i.key_id
  on conflict (account_id, mode, day, key_id) do update set spent = s.spent + excluded.spent;

  with moved as (
    update wallets w
    set available = w.available - h.amount, held = w.held + h.amount
    from (
      select i.account_id, i.mode, sum(i.amount)::bigint as amount
      from (
        select unnest(p_verdict) as verdict, unnest(p_account) as account_id,
          unnest(p_mode) as mode, unnest(p_amount) as amount
      ) i
      where i.verdict is null and i.amount > 0
      group by i.account_id, i.mode
    ) h
    where w.account_id = h.account_id and w.mode = h.mode
    returning w.account_id, w.mode, w.available, w.low_balance,
      w.available < w.low_balance and w.available + h.amount >= w.low_balance as is_crossed
  )
  select array_agg(m.account_id) as account, array_agg(m.mode) as mode,
    array_agg(m.available) as available, array_agg(m.low_balance) as threshold
  into v_low
  from moved m
  where m.is_crossed;
  if v_low.account is not null then
    perform ledger_tell_low(l.account_id, l.mode, l.available, l.threshold, p_now)
    from unnest(v_low.account, v_low.mode, v_low.available, v_low.threshold)
      as l (account_id, mode, available, threshold);
  end if;
end $$;

-- A wallet has just fallen below its threshold, and is locked.
create or replace function ledger_tell_low(
  p_account integer,
  p_mode text,
  p_available bigint,
  p_threshold bigint,
  p_at timestamptz
) returns void
language plpgsql as $$
begin
  perform events_record_of(
    p_account, p_mode, 'balance.low', 'wallet',
    jsonb_build_object('available', p_available::text, 'threshold', p_threshold::text), p_at
  );
end $$;

-- Calls refused for money or limits are part of the daily usage that customers see.
create or replace function ledger_count_refused(
  p_verdict text[],
  p_day date,
  p_account integer[],
  p_mode text[],
  p_product text[]
) returns void
language plpgsql as $$
begin
  insert into usage_days as u (account_id, mode, day, product, refused)
  select i.account_id, i.mode, p_day, i.product, count(*)
  from unnest(p_verdict, p_account, p_mode, p_product) as i (verdict, account_id, mode, product)
  where i.verdict not in ('stale', 'replay', 'differs')
  group by i.account_id, i.mode, i.product
  on conflict (account_id, mode, day, product) do update set refused = u.refused + excluded.refused;
end $$;
