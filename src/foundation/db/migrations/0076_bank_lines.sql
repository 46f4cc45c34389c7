-- breaking: no
-- locks: none
-- Money that came to the operator's bank account, as the files of the bank tell it. A line is known again in another
-- file by its fingerprint, so that it is credited once.
create table bank_lines (
  fingerprint text primary key,
  -- By which people name it.
  line_no integer not null unique generated always as identity,
  booked_on date not null,
  -- Negative: the bank took the money back.
  amount bigint not null check (amount <> 0),
  currency text not null,
  -- Sealed: who paid, and what they wrote.
  sealed_details bytea not null,
  state text not null default 'open' check (state in ('open', 'credited', 'ignored')),
  -- To whom it was credited.
  account_id integer references accounts,
  -- Why it is open, or was ignored.
  reason text not null default '',
  imported_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'credited') = (account_id is not null)),
  check ((state = 'open') = (ended_at is null))
);
create index bank_lines_open on bank_lines (line_no) where state = 'open';
