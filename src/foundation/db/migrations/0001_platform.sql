-- breaking: no
-- The platform's own tables: who may call, what it costs, what is sent, and the money.
-- Every table of an account is led by account_id, so that it can be distributed by account later.

-- One row whose version rises with every change that concerns all accounts (default prices,
-- templates, providers). A hold names the version it was decided on, so that a process with an old
-- picture is told so instead of charging an old price.
create table platform (
  one boolean primary key default true check (one),
  version integer not null default 1,
  -- The fingerprint of a fixed word under the data key: a server with another key is refused.
  key_check bytea
);
insert into platform default values;

create table accounts (
  account_id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  state text not null default 'active' check (state in ('active', 'suspended')),
  products_off text[] not null default '{}',
  redirect_origins text[],
  national_id_check boolean,
  display_name text,
  colour text,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table keys (
  account_id integer not null references accounts,
  key_id integer generated always as identity,
  mode text not null check (mode in ('test', 'live')),
  name text not null default '',
  key_hash bytea not null unique,
  last_four text not null,
  scopes text[] not null,
  addresses cidr[],
  expires_at timestamptz,
  revoked_at timestamptz,
  spend_cap_day bigint check (spend_cap_day >= 0),
  per_second integer check (per_second > 0),
  created_at timestamptz not null default now(),
  primary key (account_id, key_id)
);

create table products (
  product text primary key,
  unit_price bigint not null check (unit_price >= 0),
  per_part boolean not null default false,
  is_on boolean not null default true
);
insert into products (product, unit_price)
values ('face_verify', 10000), ('sms_code', 500), ('sms_notice', 500);

create table account_prices (
  account_id integer not null references accounts,
  product text not null references products,
  unit_price bigint not null check (unit_price >= 0),
  primary key (account_id, product)
);

create table templates (
  template_id text primary key check (template_id ~ '^[A-Za-z0-9_.-]{1,64}$'),
  product text not null references products,
  text text not null check (length(text) between 1 and 1000),
  provider_forms jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create table product_templates (
  product text primary key references products,
  template_id text not null references templates
);
create table account_templates (
  account_id integer not null references accounts,
  product text not null references products,
  template_id text not null references templates,
  primary key (account_id, product)
);
insert into templates (template_id, product, text)
values
  ('CODE_DEFAULT', 'sms_code', 'Your verification code is {code}. Do not share it with anyone.'),
  ('NOTICE_DEFAULT', 'sms_notice', '{content}');
insert into product_templates
values ('sms_code', 'CODE_DEFAULT'), ('sms_notice', 'NOTICE_DEFAULT');

-- Which providers serve live calls, best first. Test calls always go to the sandbox.
create table providers (
  kind text not null check (kind in ('sms', 'face')),
  provider_code text not null,
  is_on boolean not null default true,
  priority integer not null default 100,
  config bytea,
  primary key (kind, provider_code)
);
insert into providers (kind, provider_code) values ('sms', 'sandbox'), ('face', 'sandbox');

-- What an account may ask, where it differs from the defaults. A null column means "the default".
create table limits (
  account_id integer not null references accounts,
  mode text not null check (mode in ('test', 'live')),
  per_number boolean,
  code_per_minute integer check (code_per_minute > 0),
  code_per_hour integer check (code_per_hour > 0),
  code_per_day integer check (code_per_day > 0),
  notice_per_day integer check (notice_per_day > 0),
  regions text[],
  spend_cap_day bigint check (spend_cap_day >= 0),
  primary key (account_id, mode)
);

create table closed_prefixes (
  account_id integer not null references accounts,
  mode text not null,
  prefix text not null,
  closed_at timestamptz not null,
  closed_until timestamptz not null,
  reason text not null,
  primary key (account_id, mode, prefix)
);

-- The wallet is the counter that every hold and settle locks. What it says must equal what the
-- transfers say; `ledger audit` proves it.
create table wallets (
  account_id integer not null references accounts,
  mode text not null check (mode in ('test', 'live')),
  available bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  primary key (account_id, mode),
  check (available >= -credit_limit)
) with (fillfactor = 10);

create type ledger_account as enum ('top_up', 'wallet', 'held', 'revenue', 'adjustment');

-- A transfer is never updated or deleted. `phase` makes a second hold (1), a second settle or
-- release (2) and a second refund (3) of one call impossible, whoever tries; money moved by hand is
-- phase 0 under an id of its own. Ids are UUIDv7, so a range of ids is a range of time, and the id
-- can be both the unique key and the month's partition.
create table transfers (
  account_id integer not null,
  subject_id uuid not null,
  phase smallint not null,
  mode text not null,
  from_account ledger_account not null,
  to_account ledger_account not null,
  amount bigint not null,
  made_at timestamptz not null,
  primary key (account_id, subject_id, phase),
  check (
    amount > 0 and case phase
      when 0 then from_account in ('top_up', 'adjustment') and to_account = 'wallet'
        or from_account = 'wallet' and to_account = 'adjustment'
      when 1 then from_account = 'wallet' and to_account = 'held'
      when 2 then from_account = 'held' and to_account in ('revenue', 'wallet')
      when 3 then from_account = 'revenue' and to_account = 'wallet'
      else false
    end
  )
) partition by range (subject_id);

-- Money moved by an operator: the reference makes a repeated top-up one top-up.
create table manual_entries (
  account_id integer not null references accounts,
  mode text not null,
  reference text not null check (length(reference) between 1 and 200),
  transfer_id uuid not null,
  kind text not null check (kind in ('top_up', 'adjust', 'refund')),
  amount bigint not null,
  reason text not null default '',
  made_at timestamptz not null default now(),
  primary key (account_id, mode, reference)
);

-- One accepted request for a product, and for SMS its message: from acceptance to receipt it is one
-- row. A table of messages beside it cost a quarter of the database's work (an insert of 12 of some
-- 50 µs a call) and left a gap in which a receipt came before its message.
-- Its closed sets are enums, because PostgreSQL reads a table's check constraints anew for every
-- statement that writes it, which a batch feels and a lone call feels more.
-- Fillfactor 50 leaves room on the page for the updates by settle and receipt. They touch no indexed
-- column, so they write no index entry.
create type call_state as enum ('held', 'done', 'rejected', 'unavailable', 'unknown');
create type message_state as enum (
  'accepted', 'sent', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown'
);
create table calls (
  account_id integer not null,
  call_id uuid not null,
  mode text not null,
  key_id integer not null,
  product text not null,
  price_source text not null,
  unit_price bigint not null,
  amount bigint not null,
  parts smallint not null default 1,
  template_id text,
  day date not null,
  held_at timestamptz not null,
  state call_state not null,
  ended_at timestamptz,
  provider_code text,
  provider_ref text,
  evidence text,
  idempotency_hash bytea,
  sealed bytea not null,
  number_hash bytea,
  prefix text,
  message_state message_state,
  sent_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, call_id)
) partition by range (call_id);
-- For the search for calls without an outcome, which goes by time over all accounts. Rows arrive in
-- that order, so a summary of each range of pages is index enough, and costs a call nothing. What is
-- not summed up yet is read whole, so it is summed up as soon as a range is full.
create index calls_held on calls using brin (held_at)
with (pages_per_range = 32, autosummarize = on);

-- Calls whose outcome nobody knows yet, in the order in which to ask again.
create table unresolved_calls (
  account_id integer not null,
  call_id uuid not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  reason text not null,
  primary key (account_id, call_id)
);
create index unresolved_calls_due on unresolved_calls (next_try_at);

-- How far the searches for what a crash left behind have come.
create table call_sweep (
  one boolean primary key default true check (one),
  swept_until timestamptz not null default '2000-01-01'
);
insert into call_sweep default values;
create table sandbox_sweep (like call_sweep including all);
insert into sandbox_sweep default values;

-- Money spent per key and day, for the caps: written with the hold, given back with a release.
create table spend_days (
  account_id integer not null,
  mode text not null,
  day date not null,
  key_id integer not null,
  spent bigint not null check (spent >= 0),
  primary key (account_id, mode, day, key_id)
) with (fillfactor = 50);

create table usage_days (
  account_id integer not null,
  mode text not null,
  day date not null,
  product text not null,
  calls bigint not null default 0,
  charged bigint not null default 0,
  refused bigint not null default 0,
  primary key (account_id, mode, day, product)
) with (fillfactor = 50);

-- When a number was last sent to, newest first, no longer than the longest limit needs. The N-th
-- entry alone answers "N in this window?", so the cost does not grow with what is stored.
create table number_windows (
  account_id integer not null,
  mode text not null,
  product text not null,
  number_hash bytea not null,
  sent_at timestamptz[] not null,
  -- The codes of the newest entries, in the same order, as far back as a repetition is looked for.
  code_hashes bytea[] not null,
  primary key (account_id, mode, product, number_hash)
) with (fillfactor = 80);

create table idempotency_keys (
  account_id integer not null,
  mode text not null,
  operation text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  call_id uuid not null,
  made_at timestamptz not null,
  -- The language of the reply, which is made again from the call when it is asked for.
  language text not null,
  -- Filled with the outcome: a reply that cannot be made again, sealed, and whether the hold was
  -- released, which frees the key.
  status smallint,
  reply bytea,
  is_free boolean not null default false,
  primary key (account_id, mode, operation, key_hash)
) with (fillfactor = 70);
create index idempotency_keys_age on idempotency_keys using brin (made_at);

create table checks (
  account_id integer not null,
  check_id uuid not null,
  mode text not null,
  token_hash bytea not null,
  link_hash bytea not null unique,
  status smallint not null default 0 check (status between 0 and 4),
  provider_code text not null,
  task_id text not null default '',
  sealed bytea,
  language text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  consent_version text,
  consented_at timestamptz,
  sessions_started smallint not null default 0,
  erased_at timestamptz,
  primary key (account_id, check_id)
);
create unique index checks_token on checks (account_id, token_hash);
create index checks_pending on checks (expires_at) where status = 0;
create index checks_to_erase on checks (ended_at) where erased_at is null;

create table check_sessions (
  account_id integer not null,
  check_id uuid not null,
  session_no smallint not null,
  provider_code text not null,
  session_ref text not null,
  device text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'passed', 'failed', 'cancelled', 'expired')),
  asked_at timestamptz,
  primary key (account_id, check_id, session_no),
  foreign key (account_id, check_id) references checks
);
create index check_sessions_open on check_sessions (expires_at) where state = 'open';

-- What happened, for whoever wants to be told: webhooks deliver from here.
create table events (
  account_id integer not null,
  event_id uuid not null,
  mode text not null,
  type text not null,
  subject_id uuid not null,
  body jsonb not null,
  made_at timestamptz not null,
  primary key (account_id, event_id)
) partition by range (event_id);

-- The sandbox's side of the wire: what a vendor would keep. The message's id is our call's, and its
-- content is the call's own, so it is not kept twice.
create table sandbox_messages (
  call_id uuid primary key,
  account_id integer not null,
  script text not null,
  sent_at timestamptz not null
);

create table sandbox_sessions (
  session_ref text primary key,
  secret_hash bytea not null unique,
  script text not null,
  outcome text check (outcome in ('passed', 'failed', 'cancelled')),
  return_url text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null
);

create table job_runs (
  job text primary key,
  started_at timestamptz,
  ended_at timestamptz,
  failed_at timestamptz,
  failure text
);

-- A UUIDv7 of the first instant of a month is the lower bound of that month's partition.
create function uuid_floor(p_at timestamptz) returns uuid language sql immutable as $$
  select (
    lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || '00000000000000000000'
  )::uuid
$$;

-- Makes the partitions from last month to p_ahead months on. A default partition catches whatever a
-- wrong clock brings, so that no call is ever refused for want of a partition. Making one locks the
-- whole table for a moment, and while it waits for that lock every call waits behind it: so it waits
-- for a moment only, and the next run tries again.
create function ensure_partitions(p_now timestamptz, p_ahead integer) returns void
language plpgsql
set lock_timeout = '200ms'
as $$
declare
  v_table text;
  v_month timestamptz;
begin
  foreach v_table in array array['calls', 'transfers', 'events'] loop
    if to_regclass(v_table || '_other') is null then
      execute format('create table %I partition of %I default', v_table || '_other', v_table);
    end if;
    for v_month in
      select generate_series(
        date_trunc('month', p_now at time zone 'UTC') - interval '1 month',
        date_trunc('month', p_now at time zone 'UTC') + make_interval(months => p_ahead),
        interval '1 month'
      ) at time zone 'UTC'
    loop
      continue when to_regclass(v_table || '_' || to_char(v_month at time zone 'UTC', 'YYYYMM')) is not null;
      execute format(
        'create table if not exists %I partition of %I for values from (%L) to (%L) %s',
        v_table || '_' || to_char(v_month at time zone 'UTC', 'YYYYMM'),
        v_table,
        uuid_floor(v_month),
        uuid_floor((v_month at time zone 'UTC' + interval '1 month') at time zone 'UTC'),
        case when v_table = 'calls' then 'with (fillfactor = 50)' else '' end
      );
    end loop;
  end loop;
end $$;
select ensure_partitions(now(), 2);

-- A change of what a process may have cached raises a version and tells every process.
create function bump_account() returns trigger language plpgsql as $$
declare
  v_account integer := coalesce(new.account_id, old.account_id);
begin
  update accounts set version = version + 1 where account_id = v_account;
  perform pg_notify('catalog', v_account::text);
  return null;
end $$;
create function bump_self() returns trigger language plpgsql as $$
begin
  if new.version = old.version then
    new.version := old.version + 1;
  end if;
  perform pg_notify('catalog', new.account_id::text);
  return new;
end $$;
create function bump_platform() returns trigger language plpgsql as $$
begin
  update platform set version = version + 1;
  perform pg_notify('catalog', '*');
  return null;
end $$;

create trigger accounts_changed before update on accounts
for each row execute function bump_self();
create trigger keys_changed after insert or update or delete on keys
for each row execute function bump_account();
create trigger account_prices_changed after insert or update or delete on account_prices
for each row execute function bump_account();
create trigger account_templates_changed after insert or update or delete on account_templates
for each row execute function bump_account();
create trigger limits_changed after insert or update or delete on limits
for each row execute function bump_account();
create trigger products_changed after insert or update or delete on products
for each statement execute function bump_platform();
create trigger templates_changed after insert or update or delete on templates
for each statement execute function bump_platform();
create trigger product_templates_changed after insert or update or delete on product_templates
for each statement execute function bump_platform();
create trigger providers_changed after insert or update or delete on providers
for each statement execute function bump_platform();
