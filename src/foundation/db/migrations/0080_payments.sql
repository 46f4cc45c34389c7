-- breaking: no
-- locks: wallets, 0 s
-- Money that customers send to their wallets. A payment is stored before its vendor is asked, and credited by what the
-- vendor answers to a query. Its order number at the vendor is its ID, in capital letters and without dashes.
create table payments (
  account_id integer not null references accounts,
  payment_id uuid not null,
  mode text not null check (mode in ('test', 'live')),
  provider_code text not null,
  method text not null,
  -- What the wallet gets, and what the customer pays beyond it.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  currency text not null,
  -- The caller's own.
  reference text not null,
  return_url text not null,
  -- The payer reads it at the vendor.
  title text not null,
  language text not null,
  -- The caller's Idempotency-Key with its body: a repeat finds the payment that it began.
  claim_hash bytea,
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'failed', 'expired', 'mismatched', 'ignored')),
  -- Why it failed, or what differs.
  detail text not null default '',
  vendor_ref text,
  -- The page or the text of the QR code, while it can be paid.
  show text,
  -- The vendor's id of what was paid: one payment is credited by it.
  payment_ref text,
  paid_at timestamptz,
  -- What came in, with the fee; null until it was credited.
  credited bigint check (credited > 0),
  -- By refunds of ours that have not failed.
  refunded bigint not null default 0 check (refunded >= 0),
  -- What the vendor's books say was paid back or disputed without us, and how often that changed.
  taken_back bigint not null default 0 check (taken_back >= 0),
  corrections integer not null default 0,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- When the vendor is asked next; null when there is nothing to ask any more.
  ask_at timestamptz,
  asked integer not null default 0,
  primary key (account_id, payment_id),
  check ((state = 'paid') = (credited is not null)),
  check (refunded + taken_back <= coalesce(credited, 0)),
  check ((state = 'pending') = (ended_at is null))
);
create unique index payments_order on payments (payment_id);
create unique index payments_claim on payments (account_id, mode, claim_hash) where state = 'pending';
create unique index payments_ref on payments (provider_code, payment_ref) where state = 'paid';
create index payments_due on payments (ask_at) where ask_at is not null;
create index payments_aside on payments (payment_id) where state = 'mismatched';

create table payment_refunds (
  account_id integer not null,
  refund_id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  detail text not null default '',
  refund_ref text,
  asked_for_at timestamptz not null,
  ended_at timestamptz,
  ask_at timestamptz,
  asked integer not null default 0,
  primary key (account_id, refund_id),
  foreign key (account_id, payment_id) references payments
);
create index payment_refunds_of on payment_refunds (account_id, payment_id);
create index payment_refunds_due on payment_refunds (ask_at) where ask_at is not null;

-- How far below its credit limit a wallet may be: what payers' banks took back was spent before.
alter table wallets add column overdraft bigint not null default 0;
alter table wallets drop constraint wallets_check;
-- No row is read: the new rule allows everything that the old one did.
alter table wallets add constraint wallets_check check (available >= -credit_limit - overdraft) not valid;

-- The vendor of test keys.
create table sandbox_payments (
  order_no text primary key,
  amount bigint not null,
  currency text not null,
  title text not null,
  return_url text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'closed')),
  expires_at timestamptz not null,
  paid_at timestamptz,
  refunded bigint not null default 0 check (refunded between 0 and amount),
  disputed bigint not null default 0 check (disputed between 0 and amount),
  refund_nos text[] not null default '{}'
);
