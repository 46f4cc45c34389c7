-- breaking: no
-- locks: payment_terms, 0 s; payments, 0 s; payment_refunds, 0 s
-- A way to pay may charge another currency than the wallet's, at a rate that the operator sets: what one unit of the wallet's
-- currency is in the charged one, in ten-billionths.
alter table payment_terms add column charged_currency text;
alter table payment_terms add column rate bigint;
alter table payment_terms add column rate_set_at timestamptz;
alter table payment_terms add constraint payment_terms_rate check (rate between 1 and 10000000000000000);

-- The rate's date is that of its last change, whoever writes it.
create function note_rate_set() returns trigger language plpgsql as $$
begin
  new.rate_set_at := case
    when new.rate is null then null
    when tg_op = 'UPDATE' and (new.charged_currency, new.rate) is not distinct from (old.charged_currency, old.rate)
      then old.rate_set_at
    else now()
  end;
  return new;
end $$;
create trigger payment_terms_rated before insert or update on payment_terms
for each row execute function note_rate_set();

-- Afterwards, because the row of an insert that becomes an update need not be whole.
create function require_whole_conversion() returns trigger language plpgsql as $$
begin
  raise exception 'payment_conversion_half' using errcode = 'CS000';
end $$;
create trigger payment_terms_whole after insert or update on payment_terms
for each row when ((new.charged_currency is null) <> (new.rate is null))
execute function require_whole_conversion();

-- What a payment charges, and what became of it in the charged currency. Null where that is the wallet's.
alter table payments add column rate bigint;
alter table payments add column rate_set_at timestamptz;
alter table payments add column charged bigint;
alter table payments add column charged_currency text;
alter table payments add column credited_charged bigint;
alter table payments add column refunded_charged bigint;
alter table payments add column taken_back_charged bigint;
-- What of the credit is disputed; `disputed` is what the vendor says.
alter table payments add column disputed_worth bigint;
-- No row is read: all of these are null.
alter table payments add constraint payments_converted check (
  num_nulls(rate, rate_set_at, charged, charged_currency, refunded_charged, taken_back_charged, disputed_worth)
    = case when rate is null then 7 else 0 end
  and (credited_charged is null) = (rate is null or credited is null)
  and (rate is null or (refunded > 0) = (refunded_charged > 0))
) not valid;
alter table payment_refunds add column charged bigint;

create function keep_charge() returns trigger language plpgsql as $$
begin
  raise exception 'What a payment charges, and its rate, are never changed.';
end $$;
create trigger payments_charge_kept before update of rate, rate_set_at, charged, charged_currency on payments
for each row when (
  (old.rate, old.rate_set_at, old.charged, old.charged_currency)
    is distinct from (new.rate, new.rate_set_at, new.charged, new.charged_currency)
) execute function keep_charge();

-- What is disputed counts as kept until the operator has noted what he did about it: in the wallet's currency.
create or replace view invoice_sums as
select p.account_id, p.payment_id, p.ended_at,
  p.credited - coalesce(r.amount, 0) - p.taken_back + case
    when exists (
      select from open_disputes o where o.account_id = p.account_id and o.payment_id = p.payment_id
    ) then least(p.taken_back, coalesce(p.disputed_worth, p.disputed))
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
