-- breaking: no
-- locks: payments, 0 s
-- What was exchanged with the vendor about a payment: each kind once, with its first and last time, so that years of
-- questions stay a few rows.
create table payment_contacts (
  account_id integer not null,
  payment_id uuid not null,
  what text not null check (
    what in ('begun', 'refused', 'lost', 'notice', 'absent', 'open', 'ended', 'paid', 'silent')
  ),
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  -- The vendor's words of the last time.
  detail text not null default '',
  primary key (account_id, payment_id, what),
  foreign key (account_id, payment_id) references payments
);

-- What the payer's bank holds back of it by the vendor's last answer, and since when.
alter table payments add column disputed bigint not null default 0;
alter table payments add column disputed_at timestamptz;
-- Disputes have deadlines at the vendor: one is here until the operator has noted what he did about it, or it is won.
create table open_disputes (
  account_id integer not null,
  payment_id uuid not null,
  primary key (account_id, payment_id),
  foreign key (account_id, payment_id) references payments
);
