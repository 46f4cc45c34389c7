-- breaking: no
-- locks: accounts, 0 s
-- Whether a further message of a verification has the same code as the one before.
alter table accounts add column keeps_code boolean not null default false;
create constraint trigger accounts_codes_audited after update of keeps_code on accounts
deferrable initially deferred
for each row execute function audit_row('account_id', '', 'version,created_at');
