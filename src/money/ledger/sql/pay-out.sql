-- wallet -> adjustment: live money of a closed account, once it was paid out. The amount is what was paid, not
-- what is left by now: a refund or a charge may have come since. The reference makes a repeated pay-out one pay-out.
drop function if exists ledger_pay_out(integer, text, uuid);
create or replace function ledger_pay_out(
  p_account integer,
  p_reference text,
  p_amount bigint,
  p_transfer uuid
) returns table (is_repeat boolean, available bigint)
language plpgsql as $$
declare
  v_wallet record;
  v_first manual_entries;
begin
  select w.* into v_wallet from ledger_take_wallet(p_account, 'live') w;
  select m.* into v_first
  from manual_entries m
  where m.account_id = p_account and m.mode = 'live' and m.reference = p_reference;
  if v_first.transfer_id is not null then
    if (v_first.kind, v_first.reason, v_first.amount) <> ('adjust', 'payout', -p_amount) then
      perform ledger_refuse('reference_used', jsonb_build_object('reference', p_reference));
    end if;
    return query select true, v_wallet.available;
    return;
  end if;
  if v_wallet.available <= 0 then
    perform ledger_refuse('nothing_to_pay_out', jsonb_build_object('account', p_account));
  elsif v_wallet.available < p_amount then
    perform ledger_refuse('pay_out_too_large', jsonb_build_object('account', p_account));
  end if;
  perform ledger_move_by_hand(
    p_account, 'live', 'adjust', -p_amount, p_reference, 'payout', p_transfer
  );
  return query select false, v_wallet.available - p_amount;
end $$;
