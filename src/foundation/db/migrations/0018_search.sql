-- breaking: no
-- What the console searches and sums: a copy of what can be asked about calls, made by a job beside the
-- line, so that no question ever needs an index on the table that every call writes.

-- Calls of which something has changed, and that the copy does not know of yet: one row for a batch,
-- written with the change and deleted with the copy. It has no order and no index. What is copied is how a
-- call stands by then, so nothing depends on which change is seen first.
create table call_changes (
  account_ids integer[] not null,
  call_ids uuid[] not null,
  -- Whether it is the call's outcome, before which there was hardly anything to copy.
  is_first boolean not null default false,
  -- Whether even a call that has its last word may have changed: its money, or its check.
  is_late boolean not null default false,
  made_at timestamptz not null default clock_timestamp()
);
-- Ids cannot be compressed, so nothing tries.
alter table call_changes
  alter column account_ids set storage external,
  alter column call_ids set storage external;

-- All that calls are told apart by, but for whose they are and when they were: a few hundred rows. Any
-- question is a set of these, and each has its calls in order in one index.
create table call_facets (
  facet_id integer generated always as identity primary key,
  mode text not null,
  product text not null,
  -- Empty for what there is none of, so that kinds can be compared at once.
  provider_code text not null,
  state call_state not null,
  -- How its message or its check stands.
  result text not null,
  -- How far the person came in a check.
  stage text not null,
  reason text not null,
  -- Nothing but money changes any more.
  is_final boolean not null generated always as (
    state in ('rejected', 'unavailable')
    or stage = '' and result in ('delivered', 'undelivered', 'expired', 'rejected')
  ) stored,
  unique (mode, product, provider_code, state, result, stage, reason)
);

-- The same for each account and key, as far as there are such calls.
create table call_series (
  series_id integer generated always as identity primary key,
  account_id integer not null,
  key_id integer not null,
  facet_id integer not null references call_facets,
  unique (account_id, key_id, facet_id)
);

create table call_search (
  account_id integer not null,
  call_id uuid not null,
  facet_id integer not null,
  series_id integer not null,
  held_at timestamptz not null,
  ended_at timestamptz,
  amount bigint not null,
  -- What it was charged and is not refunded.
  charged bigint not null,
  cost bigint,
  parts smallint not null,
  -- The step of `search_latency_steps` that its time from hold to settle is in; null where that says nothing.
  latency smallint,
  primary key (account_id, call_id)
) partition by range (call_id);
create index call_search_facet on call_search (facet_id, call_id);
create index call_search_series on call_search (series_id, call_id);

-- Calls by the keyed hash of their number, in a table of their own, so that the hashes are dropped with the
-- month in which the messages' contents are.
create table call_numbers (
  number_hash bytea not null,
  call_id uuid not null,
  account_id integer not null,
  primary key (number_hash, call_id)
) partition by range (call_id);

-- How many calls there are in an hour, and what they brought: for each account, and for all of them.
create table call_hours (
  account_id integer not null,
  hour timestamptz not null,
  series_id integer not null,
  -- -1 where it says nothing.
  latency smallint not null,
  calls integer not null,
  charged bigint not null,
  cost bigint not null,
  -- Calls that were done and of which nobody has said what they cost.
  uncosted integer not null,
  primary key (account_id, hour, series_id, latency)
) with (fillfactor = 70);
create table platform_hours (
  hour timestamptz not null,
  facet_id integer not null,
  latency smallint not null,
  calls integer not null,
  charged bigint not null,
  cost bigint not null,
  uncosted integer not null,
  primary key (hour, facet_id, latency)
) with (fillfactor = 50);

do $$
declare
  v_table text;
  v_month timestamp;
begin
  foreach v_table in array array['call_search', 'call_numbers'] loop
    execute format('create table %I partition of %I default', v_table || '_other', v_table);
    for v_month in
      -- The same months as the calls have: those of before are copied too.
      select to_date(right(c.relname, 6), 'YYYYMM')::timestamp
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'calls'::regclass and c.relname ~ '_[0-9]{6}$'
    loop
      execute format(
        'create table %I partition of %I for values from (%L) to (%L)',
        v_table || to_char(v_month, '_YYYYMM'), v_table,
        uuid_floor(v_month at time zone 'UTC'),
        uuid_floor((v_month + interval '1 month') at time zone 'UTC')
      );
    end loop;
  end loop;
end $$;

-- Persons are found by their ID number as by their mobile; the hash goes when the person is forgotten.
alter table checks add column card_hash bytea;
create index checks_card on checks (card_hash, check_id) where card_hash is not null;

-- A check changes in a dozen places, and a refund is one of several entries made by hand; neither is on the
-- line, so a trigger notes them, and none is ever forgotten.
create function note_check() returns trigger language plpgsql as $$
begin
  insert into call_changes (account_ids, call_ids, is_late)
  values (array[new.account_id], array[new.check_id], true);
  return null;
end $$;
create trigger checks_noted after update on checks
for each row
when (
  (old.status, old.reason, old.provider_code, old.begun_by is null, old.consented_at is null,
    old.sessions_started = 0, old.withdrawn_at is null)
  is distinct from
  (new.status, new.reason, new.provider_code, new.begun_by is null, new.consented_at is null,
    new.sessions_started = 0, new.withdrawn_at is null)
)
execute function note_check();
create function note_refund() returns trigger language plpgsql as $$
begin
  insert into call_changes (account_ids, call_ids, is_late)
  values (array[new.account_id], array[new.transfer_id], true);
  return null;
end $$;
create trigger manual_entries_noted after insert on manual_entries
for each row
when (new.kind = 'refund')
execute function note_refund();

-- All calls that there are: the job copies them like any others. Some may have been refunded.
insert into call_changes (account_ids, call_ids, is_late)
select array_agg(c.account_id), array_agg(c.call_id), true
from (
  select account_id, call_id, row_number() over () / 500 as batch from calls
) c
group by c.batch;
