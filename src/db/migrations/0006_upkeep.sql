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
