-- breaking: no
-- locks: none
-- The days of vendors whose lists of payments were compared with ours. A day is the vendor's own.
create table payment_lists (
  provider_code text not null,
  day date not null,
  listed_at timestamptz not null default now(),
  payments integer not null,
  primary key (provider_code, day)
);

-- Money that vendors list for orders that are not ours.
create table unknown_payments (
  provider_code text not null,
  payment_ref text not null,
  -- As the vendor has it; empty if it has none.
  order_no text not null,
  amount bigint not null,
  currency text not null,
  paid_at timestamptz not null,
  found_at timestamptz not null default now(),
  -- When an operator noted what it is.
  explained_at timestamptz,
  reason text not null default '',
  primary key (provider_code, payment_ref)
);
