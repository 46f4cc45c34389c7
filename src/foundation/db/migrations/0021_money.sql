-- breaking: no
-- What statements, thresholds, planned prices and rotated keys need.

-- What each product took on a closed day: the sum of its rows is what the closing says was charged. A
-- transfer does not name its product, so without these a month would be read from all its calls.
create table closing_products (
  account_id integer not null references accounts,
  mode text not null,
  day date not null,
  product text not null,
  calls bigint not null,
  charged bigint not null,
  primary key (account_id, mode, day, product)
);
insert into closing_products (account_id, mode, day, product, calls, charged)
select s.account_id, s.mode, s.day, c.product, count(*), sum(t.amount)
from (
  -- A wallet on which nothing moved has no closing, so a closing reaches back to the one before it.
  select account_id, mode, day, closed_until,
    lag(closed_until, 1, '-infinity') over (
      partition by account_id, mode order by closed_until
    ) as closed_from
  from closings
) s
join transfers t on t.account_id = s.account_id and t.mode = s.mode and t.to_account = 'revenue'
  and t.made_at >= s.closed_from and t.made_at < s.closed_until
join calls c on c.account_id = t.account_id and c.call_id = t.subject_id
group by s.account_id, s.mode, s.day, c.product;

-- Movements by hand are listed in the order of their time.
create index manual_entries_made on manual_entries (account_id, mode, made_at);

-- Below this a wallet is called low; null for never. It is about what can be spent, not about credit.
alter table wallets add column low_balance bigint check (low_balance >= 0);
create constraint trigger wallets_low_balance_audited after update of low_balance on wallets
deferrable initially deferred
for each row execute function audit_row('account_id,mode', '', 'available,held');

-- The language of an account's papers; null for that of the platform's region.
alter table accounts add column language text check (language in ('en', 'zh'));
create constraint trigger accounts_language_audited after update of language on accounts
deferrable initially deferred
for each row execute function audit_row('account_id', '', 'version,created_at');

-- The key that took over from this one, which ends by its expiry.
alter table keys add column replaced_by integer;

-- Prices that come into force at a time. The line never reads them: the price in force stands where it
-- always did, and a plan is carried out once, by being deleted with the change that it asks for.
create table planned_prices (
  plan_id integer generated always as identity primary key,
  -- Null for the price of everyone.
  account_id integer references accounts,
  product text not null references products,
  -- Null ends the account's own price.
  unit_price bigint check (unit_price >= 0),
  effect_at timestamptz not null,
  made_at timestamptz not null default now(),
  set_by text not null default audit_actor() ->> 'name',
  check (unit_price is not null or account_id is not null)
);
create unique index planned_prices_due on planned_prices (effect_at, product, coalesce(account_id, 0));
create constraint trigger planned_prices_audited after insert or update or delete on planned_prices
deferrable initially deferred
for each row execute function audit_row('plan_id', '', 'made_at');

-- Every price that was ever in force, written down by the database, so that no way of setting one is
-- left out.
create table price_history (
  price_id integer generated always as identity primary key,
  account_id integer references accounts,
  product text not null references products,
  -- Null where the account's own price ended.
  unit_price bigint,
  -- Null for an account, which has no say in it.
  per_part boolean,
  effect_at timestamptz not null,
  -- Null for what was there before history was kept.
  set_by text
);
create index price_history_of on price_history (product, account_id, price_id);
insert into price_history (account_id, product, unit_price, per_part, effect_at)
select null, product, unit_price, per_part, now() from products
union all
select account_id, product, unit_price, null, now() from account_prices;

create function keep_price() returns trigger language plpgsql as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into price_history (account_id, product, unit_price, per_part, effect_at, set_by)
  values (
    (v_row ->> 'account_id')::integer, v_row ->> 'product',
    case when tg_op <> 'DELETE' then (v_row ->> 'unit_price')::bigint end,
    (v_row ->> 'per_part')::boolean, clock_timestamp(), audit_actor() ->> 'name'
  );
  return null;
end $$;
create trigger products_kept after update on products
for each row
when ((old.unit_price, old.per_part) is distinct from (new.unit_price, new.per_part))
execute function keep_price();
create trigger account_prices_made after insert or delete on account_prices
for each row execute function keep_price();
create trigger account_prices_kept after update on account_prices
for each row
when (old.unit_price is distinct from new.unit_price)
execute function keep_price();
