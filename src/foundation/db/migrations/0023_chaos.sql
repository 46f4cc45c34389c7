-- breaking: no
-- What the sandbox does wrong on purpose for the test calls of an account: shares in percent, and how long
-- it takes to answer. An account without a row has a sandbox that behaves.
create table sandbox_chaos (
  account_id integer primary key references accounts,
  delay_ms integer not null default 0 check (delay_ms between 0 and 60000),
  fail integer not null default 0 check (fail between 0 and 100),
  time_out integer not null default 0 check (time_out between 0 and 100),
  lose integer not null default 0 check (lose between 0 and 100),
  duplicate integer not null default 0 check (duplicate between 0 and 100),
  reorder integer not null default 0 check (reorder between 0 and 100)
);
create trigger sandbox_chaos_changed after insert or update or delete on sandbox_chaos
for each row execute function bump_account();
create constraint trigger sandbox_chaos_audited after insert or update or delete on sandbox_chaos
deferrable initially deferred
for each row execute function audit_row('account_id', '', '');
