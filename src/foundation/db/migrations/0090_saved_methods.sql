-- breaking: no
-- locks: payments, 0 s; auto_topups, 0 s; payment_reports, 0 s; bank_payee, 0 s
-- Every method that a vendor saved with a payment, from then until the vendor has removed it. A row outlives the name that the
-- vendor has for it, so that a later answer about the same payment does not bring it back.
create table saved_methods (
  account_id integer not null,
  -- The payment with which it was saved.
  payment_id uuid not null,
  provider_code text not null,
  -- What the vendor calls it; null once it is removed there.
  saved_ref text,
  saved_at timestamptz not null,
  -- Since when it is to be removed; null while automatic top-ups may use it.
  dropped_at timestamptz,
  removed_at timestamptz,
  -- When the vendor is asked next to remove it, how often it was asked, and what came of the last time.
  ask_at timestamptz,
  asked integer not null default 0,
  detail text not null default '',
  primary key (account_id, payment_id),
  foreign key (account_id, payment_id) references payments,
  check ((saved_ref is null) = (removed_at is not null)),
  check (removed_at is null or dropped_at is not null),
  check ((ask_at is not null) = (dropped_at is not null and removed_at is null))
);
create index saved_methods_due on saved_methods (ask_at) where ask_at is not null;

-- The methods that are known, with the payment that saved each of them. Those of closed accounts go.
insert into saved_methods (
  account_id, payment_id, provider_code, saved_ref, saved_at, dropped_at, ask_at
)
select a.account_id, p.payment_id, a.provider_code, a.saved_ref, p.ended_at, c.at, c.at
from auto_topups a
left join (select account_id, now() as at from account_closures) c using (account_id)
cross join lateral (
  select payment_id, ended_at from payments p
  where p.account_id = a.account_id and p.provider_code = a.provider_code and p.saves
    and p.state = 'paid'
  order by p.ended_at desc
  limit 1
) p
where a.saved_ref is not null;
-- Those that were replaced, or that nobody used, are named by the answers about their payments.
update payments set ask_at = now()
where saves and state in ('paid', 'mismatched', 'ignored')
  and (account_id, payment_id) not in (select account_id, payment_id from saved_methods);

-- An erased account keeps no vendor's name of a card, only that its payments were automatic.
update payments set saved_ref = ''
where saved_ref is not null
  and account_id in (select account_id from account_closures where erased_at is not null);

-- The brand and the last digits of a card stay out of the audit log, which nothing erases.
drop trigger auto_topups_audited on auto_topups;
update auto_topups
set is_on = false, provider_code = null, saved_ref = null, saved_title = null
where saved_ref is not null and account_id in (select account_id from account_closures);
create constraint trigger auto_topups_audited
after insert or update or delete on auto_topups
deferrable initially deferred
for each row execute function audit_row('account_id', 'saved_ref,saved_title', 'next_try_at');

-- When the vendor was asked for the answer; null for answers of servers that did not note it.
alter table payment_reports add column asked_at timestamptz;
-- What the customer was asked for beyond the amount, whatever was credited; null where `fee` says it.
alter table payments add column asked_fee bigint;

create trigger bank_payee_guarded after insert or update or delete on bank_payee
for each row execute function platform_guard('bank');
