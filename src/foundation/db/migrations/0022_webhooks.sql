-- breaking: no
-- Accounts are told what happens: an endpoint is an address of an account, a delivery is one event for one
-- endpoint. Deliveries are made in the transaction of their event, and are due until they were taken or
-- given up: no cursor goes over the ids of events, which do not commit in their order.

-- An event is about a call or check, by its id, or about something else of the account, by its name. It
-- counts the events of its subject from 1.
alter table events alter column subject_id drop not null;
alter table events add column subject text;
alter table events add column sequence integer not null default 1;
alter table events add constraint events_one_subject check ((subject_id is null) <> (subject is null));
create index events_of_call on events (account_id, subject_id, sequence) where subject_id is not null;
create index events_of_subject on events (account_id, mode, subject, sequence) where subject is not null;

-- What was written down before gets the names and the fields that are told. Amounts are texts, because
-- the numbers of JSON lose the last digits of large ones.
update events e
set type = 'face.finished',
  body = (e.body - 'at') || jsonb_build_object(
    'unitPrice',
    coalesce(
      (
        select c.unit_price
        from calls c
        where c.account_id = e.account_id and c.call_id = e.subject_id
      ),
      0
    )::text
  )
where e.type in ('check.passed', 'check.failed', 'check.expired', 'check.cancelled');
update events e
set type = 'face.withdrawn', body = e.body - 'at',
  sequence = 1 + (
    select count(*)
    from events f
    where f.account_id = e.account_id and f.subject_id = e.subject_id and f.type = 'face.finished'
  )
where e.type = 'check.withdrawn';

create table endpoints (
  endpoint_id integer generated always as identity primary key,
  account_id integer not null references accounts,
  mode text not null check (mode in ('test', 'live')),
  -- Null for a listener, which asks for its deliveries itself, and is gone when it no longer does.
  url text,
  events text[] not null,
  description text not null default '',
  is_on boolean not null default true,
  -- Why the platform itself switched it off.
  disabled_because text check (disabled_because in ('failing', 'gone')),
  disabled_at timestamptz,
  sealed_secret bytea not null,
  -- Signs beside the new one until then.
  sealed_old_secret bytea,
  old_secret_until timestamptz,
  -- Since when nothing was taken; null when the last delivery was.
  failing_since timestamptz,
  -- When a listener asked last.
  asked_at timestamptz,
  -- It is kept until its deliveries are gone.
  removed_at timestamptz,
  created_at timestamptz not null default now()
);
create index endpoints_account on endpoints (account_id, mode) where removed_at is null;

create table deliveries (
  account_id integer not null,
  event_id uuid not null,
  endpoint_id integer not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- While somebody is sending it, the time after which another may.
  due_at timestamptz not null,
  attempts smallint not null default 0,
  last_status smallint,
  last_problem text,
  -- The first words of the last answer.
  last_reply text,
  last_ms integer,
  tried_at timestamptz,
  delivered_at timestamptz,
  primary key (account_id, event_id, endpoint_id)
) partition by range (event_id);
create index deliveries_due on deliveries (endpoint_id, due_at) where state = 'pending';

-- Attempts that came to nothing; the one that did not stands in the delivery.
create table delivery_attempts (
  account_id integer not null,
  event_id uuid not null,
  endpoint_id integer not null,
  tried_at timestamptz not null,
  status smallint,
  problem text not null,
  reply text,
  took_ms integer not null,
  primary key (account_id, event_id, endpoint_id, tried_at)
) partition by range (event_id);

do $$
declare
  v_table text;
  v_month timestamp;
begin
  foreach v_table in array array['deliveries', 'delivery_attempts'] loop
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
        v_table || to_char(v_month, '_YYYYMM'),
        v_table,
        uuid_floor(v_month at time zone 'UTC'),
        uuid_floor((v_month + interval '1 month') at time zone 'UTC')
      );
    end loop;
  end loop;
end $$;

-- A listener is nothing that people set.
create constraint trigger endpoints_made after insert on endpoints
deferrable initially deferred
for each row when (new.url is not null)
execute function audit_row('endpoint_id', 'sealed_secret,sealed_old_secret', 'failing_since,asked_at,created_at');
create constraint trigger endpoints_audited
after update of url, events, description, is_on, disabled_because, sealed_secret, removed_at on endpoints
deferrable initially deferred
for each row when (new.url is not null)
execute function audit_row('endpoint_id', 'sealed_secret,sealed_old_secret', 'failing_since,asked_at,created_at');
create constraint trigger endpoints_gone after delete on endpoints
deferrable initially deferred
for each row when (old.url is not null)
execute function audit_row('endpoint_id', 'sealed_secret,sealed_old_secret', 'failing_since,asked_at,created_at');

-- Test keys that may do everything may do this, too, as new ones do.
update keys set scopes = scopes || 'webhooks'::text
where mode = 'test' and scopes @> array['face_verify', 'sms_code', 'sms_notice'];
