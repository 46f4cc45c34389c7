-- wallet -> revenue, once, for a call whose money was released although it was carried out. It
-- counts on the day of the call, like a refund, and no longer as a failure. The caller has locked
-- the wallet.
create or replace function ledger_charge_released(
  p_account integer, p_call uuid, p_now timestamptz
) returns void
language plpgsql as $$
declare
  v_call record;
  v_wallet record;
begin
  select c.* into v_call from calls c where c.account_id = p_account and c.call_id = p_call;
  select w.* into v_wallet from ledger_take_wallet(p_account, v_call.mode) w;
  if v_call.amount > ledger_spendable(v_wallet.available, v_wallet.held, v_wallet.credit_limit) then
    perform ledger_refuse('wallet_insufficient', '{}');
  end if;

  update usage_days u
  set calls = u.calls + 1, charged = u.charged + v_call.amount, refused = u.refused - 1
  where u.account_id = v_call.account_id and u.mode = v_call.mode and u.day = v_call.day
    and u.product = v_call.product;
  if v_call.amount = 0 then
    return;
  end if;

  insert into transfers (
    account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
  )
  values (
    v_call.account_id, v_call.call_id, 4, v_call.mode, 'wallet', 'revenue', v_call.amount, p_now
  );
  insert into spend_days as s (account_id, mode, day, key_id, spent)
  values (v_call.account_id, v_call.mode, v_call.day, v_call.key_id, v_call.amount)
  on conflict (account_id, mode, day, key_id) do update set spent = s.spent + excluded.spent;
  update wallets w set available = w.available - v_call.amount
  where w.account_id = v_call.account_id and w.mode = v_call.mode;

  if v_wallet.available >= v_wallet.low_balance
    and v_wallet.available - v_call.amount < v_wallet.low_balance then
    perform ledger_tell_low(
      v_call.account_id, v_call.mode, v_wallet.available - v_call.amount, v_wallet.low_balance, p_now
    );
  end if;
end $$;
