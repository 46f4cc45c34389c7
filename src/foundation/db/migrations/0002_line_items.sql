-- breaking: no
-- What the settle hands to the functions of each folder: a call that has just got its outcome.
create type ended_call as (
  ord integer,
  account_id integer,
  mode text,
  key_id integer,
  call_id uuid,
  product text,
  amount bigint,
  parts smallint,
  day date,
  held_at timestamptz,
  state text,
  idempotency_hash bytea,
  number_hash bytea
);
