-- breaking: no
-- locks: accounts, 0 s; payments, 0 s; invoice_settings, 0 s
-- Requests of customers for a fapiao, which the operator issues by the tax office's own system and notes here.
alter table invoice_settings add column takes_fapiao boolean not null default false;

create table fapiao_requests (
  account_id integer not null references accounts,
  request_id uuid not null,
  state text not null default 'asked' check (state in ('asked', 'issued', 'refused', 'cancelled', 'reversed')),
  kind text not null check (kind in ('normal', 'special')),
  is_company boolean not null,
  title text not null check (title <> ''),
  -- Of a company; a special fapiao names its address and bank too.
  tax_number text not null,
  address text not null,
  phone text not null,
  bank text not null,
  bank_account text not null,
  email text not null,
  remark text not null,
  currency text not null,
  -- What its payments came to when it was asked for.
  amount bigint not null check (amount > 0),
  asked_at timestamptz not null,
  decided_at timestamptz,
  -- What the operator noted: the fapiao, or why there is none.
  fapiao_code text not null default '',
  fapiao_number text not null default '',
  issued_on date,
  file text not null default '',
  reason text not null default '',
  primary key (account_id, request_id),
  check (is_company or kind = 'normal'),
  check ((state = 'asked') = (decided_at is null)),
  check (state not in ('issued', 'reversed') or fapiao_number <> '' and issued_on is not null)
);
create index fapiao_requests_by_id on fapiao_requests (request_id);

create table fapiao_payments (
  account_id integer not null,
  request_id uuid not null,
  payment_id uuid not null,
  -- What was kept of it when the fapiao was asked for.
  amount bigint not null check (amount > 0),
  -- While the request is open or its fapiao stands.
  counts boolean not null default true,
  primary key (account_id, request_id, payment_id),
  foreign key (account_id, request_id) references fapiao_requests,
  foreign key (account_id, payment_id) references payments
);
-- A payment is in one fapiao.
create unique index fapiao_payments_once on fapiao_payments (account_id, payment_id) where counts;
