-- breaking: no
-- locks: account_closures, 0 s
-- Reopening an account leaves it suspended if it was suspended when it was closed.
alter table account_closures add column was_suspended boolean not null default false;
