-- breaking: no
-- locks: accounts, 0 s; invitations, 0 s
-- Which mail the owners and finance members of an account get.
alter table accounts add column mails_balance boolean not null default true;
alter table accounts add column mails_statements boolean not null default true;
create constraint trigger accounts_mails_audited
after update of mails_balance, mails_statements on accounts
deferrable initially deferred
for each row execute function audit_row('account_id', '', 'version,created_at');

-- When the platform tried to mail the link. The number of these mails is limited.
alter table invitations add column mailed_at timestamptz;

-- Mail to customers, one row for each recipient. There is no address in it and no text: both are read when it
-- is sent. The primary key keeps a mail from being queued twice, and names it in its Message-ID.
create table mails (
  account_id integer not null references accounts,
  person_id integer not null references people,
  kind text not null check (kind in ('balance_low', 'balance_empty', 'statement')),
  -- The month of a statement, or when the balance fell.
  topic text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'given_up')),
  attempts integer not null default 0,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The code of the last failure.
  fault text,
  primary key (account_id, person_id, kind, topic)
);
create index mails_due on mails (due_at) where state = 'waiting';
create index mails_ended on mails (ended_at) where state <> 'waiting';

-- Live wallets whose customers were notified that the balance is low, or that it pays for no call. A row is
-- used again when the balance has risen and falls again.
create table balance_notices (
  account_id integer not null references accounts,
  kind text not null check (kind in ('balance_low', 'balance_empty')),
  noted_at timestamptz not null default now(),
  is_over boolean not null default false,
  primary key (account_id, kind)
);
