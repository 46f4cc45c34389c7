-- breaking: yes
-- What the platform does without anyone asking: searches that survive a wrong clock.

-- Where a clock was ahead the search for abandoned calls has passed over some, so it begins anew, at the
-- first call that there is; from then on it goes forward in bites and has no long way to come.
update call_sweep set swept_until = (select coalesce(min(held_at), now()) from calls);
update sandbox_sweep set swept_until = (select coalesce(min(sent_at), now()) from sandbox_messages);
-- It says more than it did, and a function's result cannot be changed in place.
drop function if exists calls_sweep_abandoned;

-- How long a job's last run took; every job leaves it here, shared or not.
alter table job_runs add column duration_ms integer;

-- How many codes the numbers of a prefix got in an hour, counted once the hour is over: the history that
-- pumping is told by, without reading a week of calls.
create table prefix_hours (
  account_id integer not null,
  mode text not null,
  prefix text not null,
  hour timestamptz not null,
  codes integer not null,
  primary key (account_id, mode, prefix, hour)
);
create table prefix_sweep (like call_sweep including all);
insert into prefix_sweep default values;

-- How far the wait for receipts that never come has been ended.
create table message_sweep (like call_sweep including all);
insert into message_sweep default values;

-- Partitions are made by a function beside the code that calls it, for each table and month by itself.
drop function ensure_partitions;

-- What messages say is kept for a time and then dropped by the month, so it lies in months like the calls.
-- Content of before there were batches is under its call's id, which begins with its time as well.
alter table message_contents rename to whole_contents;
alter index message_contents_pkey rename to whole_contents_pkey;
create table message_contents (
  content_id uuid not null,
  sealed bytea not null,
  primary key (content_id)
) partition by range (content_id);
alter table message_contents alter column sealed set storage external;
create table message_contents_other partition of message_contents default;
do $$
declare
  v_month timestamp;
  v_first timestamp;
begin
  select date_trunc(
    'month',
    to_timestamp(
      ('x' || left(replace(content_id::text, '-', ''), 12))::bit(48)::bigint / 1000
    ) at time zone 'UTC'
  )
  into v_first
  from whole_contents
  order by content_id
  limit 1;
  for v_month in
    select generate_series(
      -- A year of a wrong clock is not made; such rows are in the spare partition.
      greatest(
        least(v_first, date_trunc('month', now() at time zone 'UTC') - interval '1 month'),
        date_trunc('month', now() at time zone 'UTC') - interval '60 months'
      ),
      date_trunc('month', now() at time zone 'UTC') + interval '3 months',
      interval '1 month'
    )
  loop
    execute format(
      'create table %I partition of message_contents for values from (%L) to (%L)',
      'message_contents' || to_char(v_month, '_YYYYMM'),
      uuid_floor(v_month at time zone 'UTC'),
      uuid_floor((v_month + interval '1 month') at time zone 'UTC')
    );
  end loop;
end $$;
insert into message_contents select content_id, sealed from whole_contents;
drop table whole_contents;

-- What is known of a person is forgotten here at once (checks.erased_at); every vendor that had a session
-- is asked to forget it too, until it says that it has: who was asked, when, what it said, and when it is
-- asked again. A session with no next time was never to be erased yet, or is.
alter table check_sessions
  add column erase_at timestamptz,
  add column erase_tries integer not null default 0,
  add column erase_asked_at timestamptz,
  add column erase_answer text,
  add column erased_at timestamptz;
create index check_sessions_to_erase on check_sessions (erase_at) where erase_at is not null;
update check_sessions s
set erased_at = c.erased_at, erase_answer = 'erased before answers were kept'
from checks c
where c.account_id = s.account_id and c.check_id = s.check_id and c.erased_at is not null;

-- When the provider of a check past its time is next asked for the last time, while it does not answer,
-- and why the check ended without its answer.
alter table checks
  add column expiry_due_at timestamptz,
  add column end_reason text;
create index checks_overdue on checks (coalesce(expiry_due_at, expires_at)) where status = 0;
