-- breaking: no
-- locks: providers, 0 s; accounts, 0 s
-- What a way to pay costs and takes: for everyone, or for one account, whose values come first. Null where the wider row or
-- the program's own value applies.
create table payment_terms (
  provider_code text not null references providers on delete cascade,
  method text not null,
  account_id integer references accounts,
  is_on boolean,
  -- Of the amount, with four decimals as an amount is written: 10000 is one percent.
  fee_percent integer check (fee_percent between 0 and 1000000),
  fee_fixed bigint check (fee_fixed >= 0),
  minimum bigint check (minimum > 0),
  maximum bigint check (maximum >= coalesce(minimum, 1)),
  unique nulls not distinct (provider_code, method, account_id)
);
create constraint trigger payment_terms_audited
after insert or update or delete on payment_terms
deferrable initially deferred
for each row execute function audit_row('provider_code,method,account_id', '', '');
create trigger payment_terms_guarded after insert or update or delete on payment_terms
for each row execute function platform_guard('payments');
