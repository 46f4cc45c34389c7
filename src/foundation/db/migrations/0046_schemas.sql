-- breaking: no
-- locks: none
-- Several installations can share a database, each in a schema of its own. Advisory locks and channels belong to the
-- whole database, so the locks become rows and the channel carries the name of the schema.

-- Work that one transaction at a time may do; each row is a lock.
create table exclusive_work (name text primary key);
insert into exclusive_work (name) values ('audit'), ('search');

-- Servers of version 0.1.0 listen on the channel without a schema.
create function note_change(p_schema text, p_changed text) returns void language plpgsql as $$
begin
  perform pg_notify('catalog', p_changed);
  perform pg_notify('catalog_' || p_schema, p_changed);
end $$;

create or replace function bump_account() returns trigger language plpgsql as $$
declare
  v_account integer := coalesce(new.account_id, old.account_id);
begin
  update accounts set version = version + 1 where account_id = v_account;
  perform note_change(tg_table_schema, v_account::text);
  return null;
end $$;

create or replace function bump_self() returns trigger language plpgsql as $$
begin
  if new.version = old.version then
    new.version := old.version + 1;
  end if;
  perform note_change(tg_table_schema, new.account_id::text);
  return new;
end $$;

create or replace function bump_platform() returns trigger language plpgsql as $$
begin
  update platform set version = version + 1;
  perform note_change(tg_table_schema, '*');
  return null;
end $$;

create or replace function bump_owner() returns trigger language plpgsql as $$
declare
  v_account integer := coalesce(new.account_id, old.account_id);
begin
  if v_account is null then
    update platform set version = version + 1;
  else
    update accounts set version = version + 1 where account_id = v_account;
  end if;
  perform note_change(tg_table_schema, coalesce(v_account::text, '*'));
  return null;
end $$;

-- One writer at a time, until its transaction ends. The lock is a row apart from the entries: a row that counts them
-- would be read through all its versions by a transaction of thousands of changes.
create or replace function audit_write(
  p_account integer, p_action text, p_subject text, p_key jsonb, p_before jsonb, p_after jsonb
) returns void language plpgsql as $$
declare
  v_last audit_entries;
  v_entry audit_entries;
begin
  perform 1 from exclusive_work where name = 'audit' for update;
  select * into v_last from audit_entries order by entry_id desc limit 1;
  v_entry.entry_id := coalesce(v_last.entry_id, 0) + 1;
  v_entry.made_at := clock_timestamp();
  v_entry.actor := audit_actor();
  v_entry.account_id := p_account;
  v_entry.action := p_action;
  v_entry.subject := p_subject;
  v_entry.subject_key := p_key;
  v_entry.before := p_before;
  v_entry.after := p_after;
  v_entry.hash := audit_hash(v_entry, coalesce(v_last.hash, ''));
  insert into audit_entries select (v_entry).*;
end $$;
