-- breaking: no
-- What a wallet's transfers had added up to at the end of a day on which something moved. The audit goes
-- on from the last one, so that no snapshot of the whole ledger stands beside a busy wallet, and a month's
-- statement is the sum of its days.
create table closings (
  account_id integer not null references accounts,
  mode text not null,
  day date not null,
  -- Transfers made before this instant are in the sums.
  closed_until timestamptz not null,
  -- Where the wallet stood.
  available bigint not null,
  held bigint not null,
  -- What moved on the day.
  topped_up bigint not null,
  adjusted bigint not null,
  charged bigint not null,
  refunded bigint not null,
  primary key (account_id, mode, day)
);

-- How far the days have been closed, for all wallets alike.
create table ledger_closed (
  one boolean primary key default true check (one),
  closed_until timestamptz not null default '-infinity'
);
insert into ledger_closed default values;

-- For the transfers of a day, which the closing reads. Rows arrive in the order of their time, so a summary
-- of each range of pages is index enough, and costs a call nothing.
create index transfers_made on transfers using brin (made_at)
with (pages_per_range = 32, autosummarize = on);

-- What each transfer does to its wallet, in the terms of a closing.
create view wallet_moves as
select account_id, mode, made_at,
  case
    when to_account = 'wallet' then amount
    when from_account = 'wallet' then -amount
    else 0
  end as available,
  case
    when to_account = 'held' then amount
    when from_account = 'held' then -amount
    else 0
  end as held,
  case when from_account = 'top_up' then amount else 0 end as topped_up,
  case
    when from_account = 'adjustment' then amount
    when to_account = 'adjustment' then -amount
    else 0
  end as adjusted,
  case when to_account = 'revenue' then amount else 0 end as charged,
  case when from_account = 'revenue' then amount else 0 end as refunded
from transfers;
