-- breaking: no
-- locks: payments, 0 s; mails, 0 s
-- Payments that the platform begins when a live wallet falls below a threshold, by a method that its owner saved.
create table auto_topups (
  account_id integer primary key references accounts,
  is_on boolean not null,
  threshold bigint not null check (threshold > 0),
  amount bigint not null check (amount > 0),
  -- The most that a month may cost, with fees.
  monthly_cap bigint not null check (monthly_cap >= amount),
  provider_code text,
  -- What the vendor calls the method, and what its owner knows it by.
  saved_ref text,
  saved_title text,
  -- Why the platform switched it off, and because of which payment: a person looks before it pays again.
  stopped text check (stopped in ('declined', 'taken_back', 'mismatched')),
  stopped_payment uuid,
  stopped_at timestamptz,
  next_try_at timestamptz not null default '-infinity',
  check ((saved_ref is null) = (provider_code is null) and (saved_ref is null) = (saved_title is null)),
  check (stopped is null or not is_on),
  check ((stopped is null) = (stopped_payment is null) and (stopped is null) = (stopped_at is null))
);
create constraint trigger auto_topups_audited
after insert or update or delete on auto_topups
deferrable initially deferred
for each row execute function audit_row('account_id', 'saved_ref', 'next_try_at');

-- Whether the method of a payment shall be saved.
alter table payments add column saves boolean not null default false;
-- The saved method by which the platform began it.
alter table payments add column saved_ref text;

alter table mails drop constraint mails_kind_check;
-- No row is read: the new rule allows everything that the old one did.
alter table mails add constraint mails_kind_check
  check (kind in ('balance_low', 'balance_empty', 'statement', 'topup_stopped')) not valid;
