-- breaking: no
-- locks: none
-- Calls that were refused before any money was held, for their story. Nothing of a request is kept but a keyed
-- hash of whom it was for.
create table refused_calls (
  account_id integer not null,
  -- The request ID that the caller got.
  call_id uuid not null,
  mode text not null,
  key_id integer not null,
  product text not null,
  -- The reason of the error, and for a limit its policy and when to try again.
  reason text not null,
  policy text,
  retry_after integer,
  -- A keyed hash of the mobile or ID number; null if the request had none, and for a row that counts several.
  person_hash bytea,
  refused_at timestamptz not null,
  -- How many calls it stands for: under a flood, most are only counted.
  calls integer not null default 1,
  primary key (account_id, call_id)
);
create index refused_calls_newest on refused_calls (call_id);
create index refused_calls_person on refused_calls (person_hash, call_id) where person_hash is not null;
