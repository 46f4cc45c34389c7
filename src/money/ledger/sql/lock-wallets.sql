-- Locks the wallets of a batch in one order, so that two batches can wait for each other but never
-- deadlock.
create or replace function ledger_lock_wallets(p_account integer[], p_mode text[]) returns void
language plpgsql as $$
begin
  perform 1
  from unnest(p_account, p_mode) d (account_id, mode)
  join wallets w on w.account_id = d.account_id and w.mode = d.mode
  order by w.account_id, w.mode
  for update of w;
end $$;
