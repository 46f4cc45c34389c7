-- breaking: no
-- locks: none
-- A payment from before invoicing was switched on gets no invoice because it is refunded later: its invoice may be of another
-- system. Due are payments that were credited since then, and those that have documents.
create or replace function note_invoice_due() returns trigger language plpgsql as $$
declare
  v_account integer := coalesce(new.account_id, old.account_id);
  v_payment uuid := coalesce(new.payment_id, old.payment_id);
begin
  if exists (
    select from payments p
    where p.account_id = v_account and p.payment_id = v_payment and p.mode = 'live'
      and p.state = 'paid' and (
        p.ended_at >= (select s.on_since from invoice_settings s where s.is_on)
        or exists (select from invoices i where i.account_id = v_account and i.payment_id = v_payment)
      )
  ) then
    insert into invoices_due (account_id, payment_id) values (v_account, v_payment)
    on conflict do nothing;
  end if;
  return null;
end $$;
