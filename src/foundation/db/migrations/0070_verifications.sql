-- breaking: no
-- locks: none
-- Codes that the platform made, each for one number and one purpose of an account.
create table verifications (
  account_id integer not null,
  -- The ID of the call that started it.
  verification_id uuid not null,
  mode text not null check (mode in ('test', 'live')),
  number_hash bytea not null,
  purpose text not null,
  state text not null default 'open'
    check (state in ('open', 'approved', 'used_up', 'cancelled')),
  -- The keyed hash of the current code, and the call that sent it, which is part of the hash.
  code_hash bytea not null,
  code_call uuid not null,
  guesses smallint not null default 0,
  messages smallint not null default 1,
  -- The last five messages to this number for this purpose, the newest first, of earlier verifications too.
  sent_at timestamptz[] not null,
  reference text,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, verification_id)
);
create index verifications_of_number
on verifications (account_id, number_hash, mode, purpose, started_at desc);

-- The further messages of a verification, and the code that is valid again if one of them was not sent.
create table verification_resends (
  account_id integer not null,
  call_id uuid not null,
  verification_id uuid not null,
  prior_hash bytea not null,
  prior_call uuid not null,
  prior_expires_at timestamptz not null,
  primary key (account_id, call_id),
  foreign key (account_id, verification_id) references verifications on delete cascade
);
create index verification_resends_of on verification_resends (account_id, verification_id);
