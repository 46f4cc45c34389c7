-- breaking: yes
-- Vendors as operators configure them, the routes on which they are asked, and what is kept of what they
-- did. The sandbox is built in and has no row: it serves live calls only on the route of an account.

drop trigger providers_changed on providers;
drop table providers;
create table providers (
  provider_code text primary key
    check (provider_code ~ '^[a-z0-9][a-z0-9_-]{0,31}$' and provider_code not in ('sandbox', 'none', 'any')),
  kind text not null check (kind in ('sms', 'face')),
  vendor_code text not null,
  is_on boolean not null default true,
  -- Its settings, sealed; a change raises the version.
  sealed_config bytea not null,
  version integer not null default 1,
  -- The unguessable end of its callback address: found by hash, shown to the operator.
  callback_hash bytea not null unique,
  -- Whom the person's consent names, for a provider of face checks.
  particulars jsonb not null default '{}',
  -- What it charges us where its answers do not say it: by part, and by region.
  costs jsonb not null default '{}',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create trigger providers_changed after insert or update or delete on providers
for each statement execute function bump_platform();

-- The providers of a product, best first, for everyone or for an account, and for a region of numbers.
-- The most specific route wins: an account's own before the platform's, a region's before all regions.
create table routes (
  route_id integer generated always as identity primary key,
  product text not null references products,
  account_id integer references accounts,
  region text check (region ~ '^[A-Z]{2}$'),
  -- [{"code": "…", "weight": 1}, …]; with weights the first to be asked is drawn by them.
  providers jsonb not null check (jsonb_typeof(providers) = 'array'),
  unique nulls not distinct (product, account_id, region)
);
create function bump_route() returns trigger language plpgsql as $$
declare
  v_account integer := coalesce(new.account_id, old.account_id);
begin
  if v_account is null then
    update platform set version = version + 1;
    perform pg_notify('catalog', '*');
  else
    update accounts set version = version + 1 where account_id = v_account;
    perform pg_notify('catalog', v_account::text);
  end if;
  return null;
end $$;
create trigger routes_changed after insert or update or delete on routes
for each row execute function bump_route();

-- Who was asked for a call that was not plain success at the first provider, and what each did.
create table attempts (
  account_id integer not null,
  call_id uuid not null,
  attempt smallint not null,
  provider_code text not null,
  -- Null from just before it is asked until it has answered.
  outcome text check (outcome in ('done', 'rejected', 'unavailable', 'unknown')),
  reason text,
  vendor_code text,
  words text,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, call_id, attempt)
) partition by range (call_id);

-- What a provider charges for a call, beside the call's price.
create table call_costs (
  account_id integer not null,
  call_id uuid not null,
  provider_code text not null,
  cost bigint not null,
  -- Who says so: its answer, its later word, or our price list.
  source text not null check (source in ('answer', 'receipt', 'list')),
  primary key (account_id, call_id)
) partition by range (call_id);

-- A provider's later words on a message, each once.
create table receipts (
  account_id integer not null,
  call_id uuid not null,
  provider_code text not null,
  part smallint not null,
  state message_state not null,
  vendor_code text not null,
  reason text,
  words text,
  said_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  primary key (account_id, call_id, provider_code, part, state)
) partition by range (call_id);

-- The provider's own id of a message or of one of its parts, for receipts that know no other. An index on
-- `calls` would cost the line its cheap settles; here a row is written once and deleted when no receipt
-- can come any more.
create table provider_refs (
  provider_code text not null,
  provider_ref text not null,
  account_id integer not null,
  call_id uuid not null,
  part smallint not null,
  made_at timestamptz not null,
  -- When the provider is asked how the message stands, for one that does not say it by itself.
  poll_at timestamptz,
  polls smallint not null default 0,
  primary key (provider_code, provider_ref)
);
create index provider_refs_poll on provider_refs (poll_at) where poll_at is not null;
create index provider_refs_made on provider_refs using brin (made_at);
create index provider_refs_call on provider_refs (call_id);

-- A receipt whose message was looked for, as functions hand it on.
create type receipt_named as (
  provider_code text,
  account_id integer,
  call_id uuid,
  part smallint,
  parts smallint,
  state text,
  reason text,
  vendor_code text,
  words text,
  at_ms bigint,
  cost bigint,
  is_trusted boolean,
  provider_ref text,
  ord bigint
);

-- Receipts that name a message which is not known yet, because they were quicker than the answer.
create table early_receipts (
  early_id bigint generated always as identity primary key,
  provider_code text not null,
  provider_ref text not null,
  receipt jsonb not null,
  received_at timestamptz not null default clock_timestamp()
);
create index early_receipts_ref on early_receipts (provider_code, provider_ref);

-- A call that its provider can no longer be asked about waits for the operator.
alter table unresolved_calls
  add column review_since timestamptz,
  add column review_reason text;
create index unresolved_calls_review on unresolved_calls (review_since) where review_since is not null;

-- Why a check was not passed.
alter table checks add column reason text;
alter table check_sessions add column reason text, add column vendor_code text;
create index check_sessions_ref on check_sessions (provider_code, session_ref) where state = 'open';

-- They take more than they did, and a function of other parameters would stand beside the old one.
drop function if exists settle_calls;
drop function if exists hold_calls;
drop function if exists checks_note_session;
drop function if exists checks_end;

do $$
declare
  v_table text;
  v_month timestamp;
begin
  foreach v_table in array array['attempts', 'call_costs', 'receipts'] loop
    execute format('create table %I partition of %I default', v_table || '_other', v_table);
    for v_month in
      select generate_series(
        date_trunc('month', now() at time zone 'UTC') - interval '1 month',
        date_trunc('month', now() at time zone 'UTC') + interval '3 months',
        interval '1 month'
      )
    loop
      execute format(
        'create table %I partition of %I for values from (%L) to (%L)',
        v_table || to_char(v_month, '_YYYYMM'), v_table,
        uuid_floor(v_month at time zone 'UTC'),
        uuid_floor((v_month + interval '1 month') at time zone 'UTC')
      );
    end loop;
  end loop;
end $$;
