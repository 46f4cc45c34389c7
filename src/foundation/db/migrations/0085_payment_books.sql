-- breaking: no
-- locks: payments, 0 s; bank_lines, 0 s
-- What the vendor's books said of a payment when it was asked last. The books of payments compare it with the ledger.
create table payment_reports (
  account_id integer not null,
  payment_id uuid not null,
  state text not null check (state in ('absent', 'open', 'ended', 'paid')),
  -- Of what was paid; the fee only where the vendor's answer says it.
  amount bigint,
  currency text,
  refunded bigint,
  disputed bigint,
  fee bigint,
  said_at timestamptz not null,
  primary key (account_id, payment_id),
  foreign key (account_id, payment_id) references payments
);

-- Where the books of vendor and ledger differ, by the last comparison.
create table payment_differences (
  account_id integer not null,
  payment_id uuid not null,
  cause text not null,
  -- What the vendor has beyond the ledger; null where it is not known.
  amount bigint,
  found_at timestamptz not null default now(),
  primary key (account_id, payment_id, cause),
  foreign key (account_id, payment_id) references payments
);

-- A pay-out of a provider of payments to the operator's bank account is no money of a customer.
alter table bank_lines add column provider_code text;
alter table bank_lines drop constraint bank_lines_state_check;
alter table bank_lines add constraint bank_lines_state_check
  check (state in ('open', 'credited', 'ignored', 'paid_out'));
alter table bank_lines add constraint bank_lines_paid_out
  check ((state = 'paid_out') = (provider_code is not null));
