-- breaking: no
-- locks: none
-- Requests to erase a person, and what became of each. The person is known by a keyed hash: the one
-- by which their calls are found, until nothing is left to erase, and for good one that is derived
-- from it (`reference`), by which an erasure can be repeated after a restore.
create table erasures (
  erasure_id uuid primary key,
  kind text not null check (kind in ('mobile', 'id_number')),
  -- Null for all accounts.
  account_id integer references accounts,
  reference bytea not null,
  subject_hash bytea,
  asked_by text not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- When the calls of the person were listed in erasure_calls.
  listed_at timestamptz,
  finished_at timestamptz,
  -- How many records of each type were erased.
  erased jsonb not null default '{}',
  -- The answers of the vendors that checked the person, once all of them have answered.
  vendors jsonb
);
create index erasures_reference on erasures (reference);
create index erasures_open on erasures (asked_at) where finished_at is null;
create constraint trigger erasures_audited after insert on erasures
deferrable initially deferred
for each row execute function audit_row(
  'erasure_id', '', 'subject_hash,asked_at,listed_at,finished_at,erased,vendors'
);

-- The calls of an erasure that is not finished. Its rows are deleted at the end: nothing then says
-- which calls belonged to one person.
create table erasure_calls (
  erasure_id uuid not null references erasures,
  account_id integer not null,
  call_id uuid not null,
  erased_at timestamptz,
  primary key (erasure_id, account_id, call_id)
);

-- How far the numbers of old calls have been erased.
create table number_sweep (like call_sweep including all);
insert into number_sweep default values;
