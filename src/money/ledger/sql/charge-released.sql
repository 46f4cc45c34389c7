-- wallet -> revenue, once, for a call whose money was released although it was carried out. It
-- counts on the day of the call, like a refund, and no longer as a failure. The caller has locked
-- the wallet.
create or replace function ledger_charge_released(p_call calls, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_wallet wallets := ledger_lock_wallet(p_call.account_id, p_call.mode);
begin
  if p_call.amount > ledger_spendable(v_wallet.available, v_wallet.held, v_wallet.credit_limit) then
    perform ledger_refuse('wallet_insufficient', '{}');
  end if;

  update usage_days u
  set calls = u.calls + 1, charged = u.charged + p_call.amount, refused = u.refused - 1
  where u.account_id = p_call.account_id and u.mode = p_call.mode and u.day = p_call.day
    and u.product = p_call.product;
  if p_call.amount = 0 then
    return;
  end if;

  insert into transfers (
    account_id, subject_id, phase, mode, from_account, to_account, amount, made_at
  )
  values (
    p_call.account_id, p_call.call_id, 4, p_call.mode, 'wallet', 'revenue', p_call.amount, p_now
  );
  insert into spend_days as s (account_id, mode, day, key_id, spent)
  values (p_call.account_id, p_call.mode, p_call.day, p_call.key_id, p_call.amount)
  on conflict (account_id, mode, day, key_id) do update set spent = s.spent + excluded.spent;
  update wallets w set available = w.available - p_call.amount
  where w.account_id = p_call.account_id and w.mode = p_call.mode;

  if v_wallet.available >= v_wallet.low_balance
    and v_wallet.available - p_call.amount < v_wallet.low_balance then
    perform ledger_tell_low(
      p_call.account_id, p_call.mode, v_wallet.available - p_call.amount, v_wallet.low_balance, p_now
    );
  end if;
end $$;
