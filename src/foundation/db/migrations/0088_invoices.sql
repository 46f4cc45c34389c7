-- breaking: no
-- locks: accounts, 0 s; payments, 0 s; payment_refunds, 0 s; open_disputes, 0 s
-- Invoices for the live payments of customers, and credit notes for what was paid back. A document is written once and
-- repeats everything that it says, so that later changes of names, addresses and rates do not change it.
create table invoice_settings (
  one boolean primary key default true check (one),
  is_on boolean not null,
  -- Payments that were credited since then have an invoice.
  on_since timestamptz not null,
  -- Such as INV-{year}-{number:6}.
  invoice_pattern text not null,
  credit_note_pattern text not null,
  -- What the legal details of the operator do not say.
  seller_address text not null,
  seller_tax_id text not null
);
create constraint trigger invoice_settings_audited
after insert or update or delete on invoice_settings
deferrable initially deferred
for each row execute function audit_row('one', '', 'on_since');

-- The VAT that is in a payment: of an account, else of the buyer's country, else of everyone.
create table vat_rules (
  country text check (country ~ '^[A-Z]{2}$'),
  account_id integer references accounts,
  -- With four decimals: 210000 is 21 percent. 0 for what is exempt; the note then says why.
  percent integer not null check (percent between 0 and 1000000),
  -- Whether a buyer with a VAT ID owes the VAT himself.
  is_reverse_charge boolean not null,
  note text not null,
  check (country is null or account_id is null),
  check (percent > 0 or note <> ''),
  unique nulls not distinct (country, account_id)
);
create constraint trigger vat_rules_audited
after insert or update or delete on vat_rules
deferrable initially deferred
for each row execute function audit_row('country,account_id', '', '');

-- Whom invoices of an account are made out to from now on.
create table billing_details (
  account_id integer primary key references accounts,
  name text not null check (name <> ''),
  address text not null check (address <> ''),
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_id text not null
);
create constraint trigger billing_details_audited
after insert or update or delete on billing_details
deferrable initially deferred
for each row execute function audit_row('account_id', 'name,address,vat_id', '');

create table invoices (
  account_id integer not null references accounts,
  invoice_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The range of its number: a year, or 0 if its pattern has no year. Numbers of a range have no gaps.
  range_year integer not null,
  serial integer not null check (serial > 0),
  number text not null unique,
  payment_id uuid not null,
  -- Its place among the documents of the payment.
  part integer not null check (part > 0),
  -- The invoice of which a credit note takes something back.
  corrects uuid,
  issued_at timestamptz not null,
  -- Days of the platform: of the document, and of the payment.
  issued_on date not null,
  paid_on date not null,
  -- As they were when the first document of the payment was issued.
  seller jsonb not null,
  buyer jsonb not null,
  currency text not null,
  net bigint not null check (net >= 0),
  vat bigint not null check (vat >= 0),
  gross bigint not null check (gross > 0),
  vat_kind text not null check (vat_kind in ('rate', 'reverse_charge', 'exempt')),
  vat_percent integer not null,
  note text not null,
  primary key (account_id, invoice_id),
  unique (account_id, payment_id, part),
  unique (kind, range_year, serial),
  foreign key (account_id, payment_id) references payments,
  foreign key (account_id, corrects) references invoices,
  check ((kind = 'credit_note') = (corrects is not null)),
  check (net + vat = gross),
  check ((vat_kind = 'rate') = (vat_percent > 0)),
  check (vat = 0 or vat_kind = 'rate')
);
create index invoices_by_id on invoices (invoice_id);
create index invoices_corrects on invoices (account_id, corrects) where corrects is not null;

create function keep_invoices() returns trigger language plpgsql as $$
begin
  raise exception 'Invoices and credit notes are neither changed nor removed.';
end $$;
create trigger invoices_kept before update or delete or truncate on invoices
for each statement execute function keep_invoices();

-- What is taken back of an invoice is never more than the invoice.
create function guard_credit_note() returns trigger language plpgsql as $$
declare
  v_gross bigint;
  v_credited bigint;
begin
  select i.gross into v_gross
  from invoices i
  where i.account_id = new.account_id and i.invoice_id = new.corrects and i.kind = 'invoice'
  for update;
  select coalesce(sum(c.gross), 0) into v_credited
  from invoices c
  where c.account_id = new.account_id and c.corrects = new.corrects;
  if v_gross is null or v_credited + new.gross > v_gross then
    raise exception 'The credit notes of invoice % exceed it.', new.corrects using errcode = '23514';
  end if;
  return new;
end $$;
create trigger invoices_guarded before insert on invoices
for each row when (new.kind = 'credit_note') execute function guard_credit_note();

-- Payments whose documents have to be issued or corrected: those that were credited since invoicing was switched on, because an
-- earlier one may have its invoice in another system, and those that have documents. The payment is locked wherever a row comes or goes.
create table invoices_due (
  account_id integer not null,
  payment_id uuid not null,
  noted_at timestamptz not null default now(),
  primary key (account_id, payment_id),
  foreign key (account_id, payment_id) references payments
);
create function note_invoice_due() returns trigger language plpgsql as $$
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
create trigger payments_invoiced after update of state, refunded, taken_back, disputed on payments
for each row when (new.state = 'paid' and new.mode = 'live')
execute function note_invoice_due();
create trigger payment_refunds_invoiced after update of state on payment_refunds
for each row when (old.state is distinct from new.state)
execute function note_invoice_due();
create trigger open_disputes_invoiced after delete on open_disputes
for each row execute function note_invoice_due();

-- Of each live payment what was paid and is not on its way back, and what its documents come to. What a payer's bank
-- holds back counts as kept until the operator has noted what he did about it: it may be won.
create view invoice_sums as
select p.account_id, p.payment_id, p.ended_at,
  p.credited - coalesce(r.amount, 0) - p.taken_back + case
    when exists (
      select from open_disputes o where o.account_id = p.account_id and o.payment_id = p.payment_id
    ) then least(p.taken_back, p.disputed)
    else 0
  end as kept,
  d.amount as documented
from payments p
left join lateral (
  select sum(r.amount)::bigint as amount
  from payment_refunds r
  where r.account_id = p.account_id and r.payment_id = p.payment_id and r.state = 'done'
) r on true
left join lateral (
  select sum(case i.kind when 'invoice' then i.gross else -i.gross end)::bigint as amount
  from invoices i
  where i.account_id = p.account_id and i.payment_id = p.payment_id
) d on true
where p.mode = 'live' and p.state = 'paid';
