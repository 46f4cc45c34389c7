-- An account and its two wallets, and the money that a test wallet starts with: all or nothing.
create or replace function accounts_create(
  p_name text,
  p_test_balance bigint,
  p_transfer uuid
) returns integer
language plpgsql as $$
declare
  v_account integer;
begin
  insert into accounts (name) values (p_name) returning account_id into v_account;
  perform ledger_open_wallets(v_account);
  if p_test_balance > 0 then
    perform ledger_move_by_hand(
      v_account, 'test', 'top_up', p_test_balance, 'opening balance', '', p_transfer
    );
  end if;
  return v_account;
end $$;
