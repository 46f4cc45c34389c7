-- breaking: no
-- locks: platform, 0 s
-- The data keys by their ids. One seals, the one that began last; the others only open until nothing needs them.
create table data_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  added_at timestamptz not null default now(),
  sealing_since timestamptz,
  retired_at timestamptz,
  -- How many values it has sealed: random nonces of 96 bits are safe for a limited number.
  seals bigint not null default 0
);
create constraint trigger data_keys_audited
after insert or delete or update of sealing_since, retired_at on data_keys
deferrable initially deferred
for each row execute function audit_row('key_id', '', 'seals,added_at');

-- The key of the fingerprints, sealed by the data key. A rotation seals it again and leaves it as it is.
alter table platform add column fingerprint_key bytea;

-- Which keys each server knows, and which one it seals with. A server is known by the connection that listens.
create table data_key_servers (
  server_id uuid primary key,
  listener_pid integer not null,
  key_ids text[] not null,
  sealing_key text not null,
  reported_at timestamptz not null default now()
);

-- How far the values of each column have been sealed again under the key that seals now.
create table reseals (
  sealed_column text primary key,
  key_id text not null,
  -- The primary key of the last row of this pass; null at its beginning.
  last_row text[],
  -- How many values this pass sealed again, and how many all passes did.
  found bigint not null default 0,
  resealed bigint not null default 0,
  -- When a whole pass found nothing left to do.
  finished_at timestamptz
);
