-- breaking: no
-- locks: verifications, 0 s
alter table verifications drop constraint verifications_state_check;
alter table verifications add constraint verifications_state_check
check (state in ('open', 'approved', 'used_up', 'cancelled', 'expired'));
-- The call that is charged if the code is approved; null if approvals cost nothing when it started.
alter table verifications add column approval_call uuid;
-- The day on which it started, by the platform's time zone.
alter table verifications add column day date;

-- Verifications that have not ended, in the order in which they expire.
create table open_verifications (
  account_id integer not null,
  verification_id uuid not null,
  expires_at timestamptz not null,
  primary key (account_id, verification_id)
);
create index open_verifications_expire on open_verifications (expires_at);
insert into open_verifications (account_id, verification_id, expires_at)
select account_id, verification_id, expires_at from verifications where state = 'open';

-- How many verifications an account started on a day, and how many of those were approved.
create table verification_days (
  account_id integer not null,
  mode text not null check (mode in ('test', 'live')),
  day date not null,
  started integer not null default 0,
  approved integer not null default 0,
  primary key (account_id, mode, day)
);
