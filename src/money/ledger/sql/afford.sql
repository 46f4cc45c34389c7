-- The maximum of a wallet, available and held together: with the largest credit limit it fits a
-- bigint, with room to spare.
create or replace function ledger_most_money() returns numeric
language sql immutable parallel safe as $$ select 9000000000000000000::numeric $$;

-- What a wallet can spend. Numeric, because a credit limit from before there was a maximum can
-- exceed a bigint; and capped at what can be held, for the same reason.
create or replace function ledger_spendable(p_available bigint, p_held bigint, p_credit_limit bigint)
returns numeric
language sql immutable parallel safe as $$
  select least(p_available::numeric + p_credit_limit, ledger_most_money() - p_held)
$$;

-- Which calls can be paid? Most batches can be paid whole; only if a wallet or a cap falls short
-- are its calls examined one by one, so that the first affordable ones are paid, and a refused
-- expensive call does not block a cheap one behind it.
create or replace function ledger_afford(
  p_verdict text[],
  p_day date,
  p_account integer[],
  p_mode text[],
  p_key integer[],
  p_amount bigint[],
  p_key_cap bigint[],
  p_account_cap bigint[]
) returns text[]
language plpgsql as $$
declare
  v_verdict text[] := coalesce(p_verdict, array_fill(null::text, array[cardinality(p_account)]));
  v_wallet record;
  v_item record;
  v_spendable numeric;
  v_account_left numeric;
  v_key_left jsonb;
begin
  for v_wallet in
    with asked as (
      select i.account_id, i.mode, i.key_id, sum(i.amount) as amount,
        min(i.key_cap) as key_cap, min(i.account_cap) as account_cap
      from unnest(p_verdict, p_account, p_mode, p_key, p_amount, p_key_cap, p_account_cap)
        as i (verdict, account_id, mode, key_id, amount, key_cap, account_cap)
      where i.verdict is null and i.amount > 0
      group by i.account_id, i.mode, i.key_id
    )
    select a.account_id, a.mode,
      min(ledger_spendable(w.available, w.held, w.credit_limit)) as spendable,
      min(a.account_cap) - min(coalesce(t.spent, 0)) as account_left,
      jsonb_object_agg(a.key_id, a.key_cap - coalesce(s.spent, 0)) as key_left
    from asked a
    join wallets w on w.account_id = a.account_id and w.mode = a.mode
    left join spend_days s
      on s.account_id = a.account_id and s.mode = a.mode and s.day = p_day and s.key_id = a.key_id
    left join lateral (
      select sum(d.spent) as spent
      from spend_days d
      where a.account_cap is not null
        and d.account_id = a.account_id and d.mode = a.mode and d.day = p_day
    ) t on true
    group by a.account_id, a.mode
    having sum(a.amount) > min(ledger_spendable(w.available, w.held, w.credit_limit))
      or bool_or(coalesce(s.spent, 0) + a.amount > a.key_cap)
      or sum(a.amount) > min(a.account_cap) - min(coalesce(t.spent, 0))
  loop
    v_spendable := v_wallet.spendable;
    v_account_left := v_wallet.account_left;
    v_key_left := v_wallet.key_left;
    for v_item in
      select i.ord, i.key_id::text as key_id, i.amount
      from unnest(p_verdict, p_account, p_mode, p_key, p_amount) with ordinality
        as i (verdict, account_id, mode, key_id, amount, ord)
      where i.account_id = v_wallet.account_id and i.mode = v_wallet.mode
        and i.verdict is null and i.amount > 0
      order by i.ord
    loop
      if v_item.amount > (v_key_left ->> v_item.key_id)::numeric then
        v_verdict[v_item.ord] := 'key_spend_cap';
      elsif v_item.amount > v_account_left then
        v_verdict[v_item.ord] := 'account_spend_cap';
      elsif v_item.amount > v_spendable then
        -- What is left by this batch is never below zero, so a wallet that is was so before: money was taken
        -- back from it after it was spent.
        v_verdict[v_item.ord] := case when v_spendable < 0 then 'wallet_negative' else 'balance_too_low' end;
      else
        v_spendable := v_spendable - v_item.amount;
        v_account_left := v_account_left - v_item.amount;
        v_key_left := v_key_left || jsonb_build_object(
          v_item.key_id, (v_key_left ->> v_item.key_id)::numeric - v_item.amount
        );
      end if;
    end loop;
  end loop;
  return v_verdict;
end $$;
