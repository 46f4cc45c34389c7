-- breaking: no
-- locks: payments, 1 s
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

-- What the payer's bank holds back of it by the vendor's last answer, and since when. A dispute has a deadline at the vendor,
-- so it is open for the operator until he has noted what he did about it, or it is won.
alter table payments add column disputed bigint not null default 0;
alter table payments add column disputed_at timestamptz;
alter table payments add column is_dispute_open boolean not null default false;
create index payments_disputed on payments (payment_id) where is_dispute_open;
