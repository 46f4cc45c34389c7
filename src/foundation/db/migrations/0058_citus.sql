-- breaking: no
-- locks: none
-- The audit log works in a schema that Citus distributes. Citus carries no function with a table's row in its
-- signature to its nodes, and a trigger runs on a shard, whose name is the table's with a number.
create function audit_hash(
  p_entry integer, p_made_at timestamptz, p_actor jsonb, p_account integer, p_action text, p_subject text,
  p_key jsonb, p_before jsonb, p_after jsonb, p_previous bytea
) returns bytea
language sql immutable as $$
  select sha256(p_previous || convert_to(
    jsonb_build_array(
      p_entry, (extract(epoch from p_made_at) * 1000000)::bigint, p_actor, p_account, p_action, p_subject,
      p_key, p_before, p_after
    )::text,
    'UTF8'
  ))
$$;

-- A session of Citus itself, on behalf of a session on another node, does not know the actor: a server that
-- uses the wrong node is refused, and its change is not written down as the database's own.
create or replace function audit_actor() returns jsonb language plpgsql stable as $$
declare
  v_said text := current_setting('countersign.actor', true);
begin
  if v_said <> '' then
    return v_said::jsonb;
  elsif current_setting('application_name') like 'countersign%' then
    raise exception 'A change was tried without an actor.';
  elsif current_setting('application_name') like 'citus_internal%' then
    raise exception 'A change was tried through a node of Citus that does not hold this schema.';
  end if;
  return jsonb_build_object('kind', 'database', 'name', session_user);
end $$;

create or replace function audit_write(
  p_account integer, p_action text, p_subject text, p_key jsonb, p_before jsonb, p_after jsonb
) returns void language plpgsql as $$
declare
  v_entry integer;
  v_previous bytea;
  v_now timestamptz;
  v_actor jsonb := audit_actor();
begin
  perform 1 from exclusive_work where name = 'audit' for update;
  select entry_id, hash into v_entry, v_previous from audit_entries order by entry_id desc limit 1;
  v_entry := coalesce(v_entry, 0) + 1;
  v_now := clock_timestamp();
  insert into audit_entries (
    entry_id, made_at, actor, account_id, action, subject, subject_key, before, after, hash
  )
  values (
    v_entry, v_now, v_actor, p_account, p_action, p_subject, p_key, p_before, p_after,
    audit_hash(
      v_entry, v_now, v_actor, p_account, p_action, p_subject, p_key, p_before, p_after,
      coalesce(v_previous, '')
    )
  );
end $$;

create or replace function audit_row() returns trigger language plpgsql as $$
declare
  v_keys text[] := string_to_array(tg_argv[0], ',');
  v_hidden text[] := string_to_array(tg_argv[1], ',');
  v_unset text[] := string_to_array(tg_argv[2], ',');
  v_before jsonb := case when tg_op <> 'INSERT' then audit_hide(to_jsonb(old) - v_unset, v_hidden) end;
  v_after jsonb := case when tg_op <> 'DELETE' then audit_hide(to_jsonb(new) - v_unset, v_hidden) end;
  v_row jsonb := coalesce(v_after, v_before);
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, v_after -> b.key)
    into v_before, v_after
    from jsonb_each(v_before) b
    where b.value is distinct from v_after -> b.key;
    if v_before is null then
      return null;
    end if;
  end if;
  perform audit_write(
    (v_row ->> 'account_id')::integer,
    coalesce(nullif(current_setting('countersign.action', true), ''), lower(tg_op)),
    -- A shard is called like its table, with a number: accounts_102251.
    regexp_replace(tg_table_name, '_[0-9]+$', ''),
    (select jsonb_object_agg(k, v_row -> k) from unnest(v_keys) k),
    v_before,
    v_after
  );
  return null;
end $$;

-- Version 0.1.0 kept no record of its functions. These were dropped from the files since, because each has a table's row
-- in its signature.
insert into schema_signatures (signature, number)
select s, 0
from (
  values
    ('ledger_lock_wallet(integer,text)'),
    ('search_of_card(bytea,integer,text,integer[],uuid,uuid,timestamp with time zone,timestamp with time zone,integer,text)'),
    ('search_of_kinds(text,integer[],uuid,uuid,timestamp with time zone,timestamp with time zone,integer,text)'),
    ('search_of_mobile(bytea,integer,text,integer[],uuid,uuid,timestamp with time zone,timestamp with time zone,integer,text)'),
    ('search_of_person(text,bytea,integer,text,integer[],uuid,uuid,timestamp with time zone,timestamp with time zone,integer,text)')
) f (s)
where to_regprocedure(s) is not null
on conflict do nothing;
