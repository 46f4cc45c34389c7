-- breaking: no
-- locks: bank_lines, 0 s; invoices, 0 s; invoices_due, 0 s; payments, 0 s; mails, 0 s; invoice_settings, 0 s; vat_rules, 0 s
-- What is credited from the bank is documented as a payment is. Its documents name it by an ID that is made from the number
-- of the line, and that no payment has.
create function bank_payment_of(p_line integer) returns uuid language sql immutable as $$
  select ('00000000-0000-8000-8000-' || lpad(to_hex(p_line), 12, '0'))::uuid
$$;
create function bank_line_of(p_payment uuid) returns integer language sql immutable as $$
  select case
    when p_payment::text like '00000000-0000-8000-8000-0000%'
    then ('x' || right(p_payment::text, 8))::bit(32)::integer
  end
$$;

-- What the bank took back of a credited line, and of which line it took it.
alter table bank_lines add column taken_back bigint not null default 0;
alter table bank_lines add column takes_back integer;
alter table bank_lines add constraint bank_lines_taken_back
  check (taken_back = 0 or state = 'credited' and taken_back between 0 and amount);
alter table bank_lines drop constraint bank_lines_state_check;
alter table bank_lines add constraint bank_lines_state_check
  check (state in ('open', 'credited', 'ignored', 'paid_out', 'taken_back'));
alter table bank_lines add constraint bank_lines_takes_back
  check ((state = 'taken_back') = (takes_back is not null));
alter table bank_lines add constraint bank_lines_taken_from
  foreign key (takes_back) references bank_lines (line_no);

-- A document is of a payment or of a credited line. A foreign key knows only one of them.
alter table invoices drop constraint invoices_account_id_payment_id_fkey;
alter table invoices_due drop constraint invoices_due_account_id_payment_id_fkey;
create function require_invoiced() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payments p where p.account_id = new.account_id and p.payment_id = new.payment_id
  ) and not exists (
    select from bank_lines l
    where l.line_no = bank_line_of(new.payment_id) and l.account_id = new.account_id
  ) then
    raise exception 'Account % has no payment %.', new.account_id, new.payment_id
      using errcode = '23503';
  end if;
  return new;
end $$;
create trigger invoices_of_payments before insert on invoices
for each row execute function require_invoiced();
create trigger invoices_due_of_payments before insert on invoices_due
for each row execute function require_invoiced();

create function note_line_due() returns trigger language plpgsql as $$
begin
  if new.ended_at >= (select s.on_since from invoice_settings s where s.is_on) or exists (
    select from invoices i
    where i.account_id = new.account_id and i.payment_id = bank_payment_of(new.line_no)
  ) then
    insert into invoices_due (account_id, payment_id)
    values (new.account_id, bank_payment_of(new.line_no))
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger bank_lines_invoiced after update of state, taken_back on bank_lines
for each row when (new.state = 'credited')
execute function note_line_due();

-- Of each credited line what was not taken back, and what its documents come to: as `invoice_sums` says of payments.
create view line_sums as
select l.account_id, bank_payment_of(l.line_no) as payment_id, l.ended_at,
  l.amount - l.taken_back as kept, d.amount as documented
from bank_lines l
left join lateral (
  select sum(case i.kind when 'invoice' then i.gross else -i.gross end)::bigint as amount
  from invoices i
  where i.account_id = l.account_id and i.payment_id = bank_payment_of(l.line_no)
) d on true
where l.state = 'credited';

alter table mails drop constraint mails_kind_check;
-- No row is read: the new rule allows everything that the old one did.
alter table mails add constraint mails_kind_check check (kind in (
  'balance_low', 'balance_empty', 'statement', 'topup_stopped', 'invoice', 'fapiao_issued',
  'fapiao_refused'
)) not valid;

create trigger invoice_settings_guarded after insert or update or delete on invoice_settings
for each row execute function platform_guard('invoices');
create trigger vat_rules_guarded after insert or update or delete on vat_rules
for each row execute function platform_guard('invoices');
