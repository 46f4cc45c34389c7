-- breaking: no
-- locks: none
-- From where a key is used: for whoever finds that it leaked. Each server adds what it counted every few seconds, so the
-- line writes nothing. An empty address stands for all that were too many to count.
create table key_uses (
  account_id integer not null,
  key_id integer not null,
  address text not null,
  requests bigint not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (account_id, key_id, address)
);
