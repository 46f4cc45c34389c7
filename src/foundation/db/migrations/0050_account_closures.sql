-- breaking: no
-- locks: none
-- Accounts that are being closed or are closed. Such an account is also suspended, so that servers of the version
-- before refuse its calls. Nothing references the accounts, because adding a reference locks them.
create table account_closures (
  account_id integer primary key,
  reason text not null default '',
  asked_at timestamptz not null default now(),
  -- Null while calls or checks are open.
  closed_at timestamptz,
  -- When its personal data were erased; from then on it cannot be reopened.
  erased_at timestamptz
);
create constraint trigger account_closures_audited
after insert or update or delete on account_closures
deferrable initially deferred
for each row execute function audit_row('account_id', '', 'asked_at');
