-- wallet -> adjustment: everything that is left of a closed account's live money, once it was paid out.
-- The reference makes a repeated pay-out one pay-out, whatever the balance is by then.
create or replace function ledger_pay_out(p_account integer, p_reference text, p_transfer uuid)
returns table (is_repeat boolean, amount bigint, available bigint)
language plpgsql as $$
declare
  v_wallet wallets := ledger_lock_wallet(p_account, 'live');
  v_first manual_entries;
begin
  select m.* into v_first
  from manual_entries m
  where m.account_id = p_account and m.mode = 'live' and m.reference = p_reference;
  if v_first.transfer_id is not null then
    if (v_first.kind, v_first.reason) <> ('adjust', 'payout') then
      perform ledger_refuse('reference_used', jsonb_build_object('reference', p_reference));
    end if;
    return query select true, -v_first.amount, v_wallet.available;
    return;
  end if;
  if v_wallet.available <= 0 then
    perform ledger_refuse('nothing_to_pay_out', jsonb_build_object('account', p_account));
  end if;
  perform ledger_move_by_hand(
    p_account, 'live', 'adjust', -v_wallet.available, p_reference, 'payout', p_transfer
  );
  return query select false, v_wallet.available, 0::bigint;
end $$;
