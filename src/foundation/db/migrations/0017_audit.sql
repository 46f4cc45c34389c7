-- breaking: no
-- Who changed what. Every change of what people set is written down by the database itself, in the
-- transaction of the change, so that no program, old or new, can leave it out. An entry names the
-- actor, carries what stood before and after, and is chained by hash to the one before it.
create table audit_entries (
  -- Without gaps, in the order of the commits.
  entry_id integer primary key,
  made_at timestamptz not null,
  actor jsonb not null,
  -- Null for what concerns the whole platform.
  account_id integer,
  action text not null,
  subject text not null,
  subject_key jsonb not null,
  -- Of an update only the columns that changed; null where there was or is no row.
  before jsonb,
  after jsonb,
  hash bytea not null
);
create index audit_entries_account on audit_entries (account_id, entry_id) where account_id is not null;

create function audit_keep() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit log are neither changed nor taken away.';
end $$;
create trigger audit_entries_kept before update or delete or truncate on audit_entries
for each statement execute function audit_keep();

-- Who is at work in this transaction. The program says so; a connection of its own that does not is
-- refused. Whoever comes by another way, such as psql, is written down as the user of the database.
create function audit_actor() returns jsonb language plpgsql stable as $$
declare
  v_said text := current_setting('countersign.actor', true);
begin
  if v_said <> '' then
    return v_said::jsonb;
  elsif current_setting('application_name') like 'countersign%' then
    raise exception 'A change was tried without an actor.';
  end if;
  return jsonb_build_object('kind', 'database', 'name', session_user);
end $$;

-- What an entry says is hashed in this form, which `audit verify` builds again from the columns.
create function audit_hash(p_entry audit_entries, p_previous bytea) returns bytea
language sql immutable as $$
  select sha256(p_previous || convert_to(
    jsonb_build_array(
      p_entry.entry_id, (extract(epoch from p_entry.made_at) * 1000000)::bigint, p_entry.actor,
      p_entry.account_id, p_entry.action, p_entry.subject, p_entry.subject_key, p_entry.before,
      p_entry.after
    )::text,
    'UTF8'
  ))
$$;

-- Writes the next entry. One writer at a time, until its transaction ends: an advisory lock and the
-- newest row, because a row that counts would be read through all its versions by a transaction of
-- thousands of changes.
create function audit_write(
  p_account integer, p_action text, p_subject text, p_key jsonb, p_before jsonb, p_after jsonb
) returns void language plpgsql as $$
declare
  v_last audit_entries;
  v_entry audit_entries;
begin
  perform pg_advisory_xact_lock(1131375982, 4);
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

-- Secrets and images are told by a part of their fingerprint: enough to see that they changed.
create function audit_hide(p_row jsonb, p_hidden text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(
    c.key,
    case
      when c.key = any (p_hidden) and c.value <> 'null' then
        to_jsonb('hidden ' || left(encode(sha256(convert_to(c.value::text, 'UTF8')), 'hex'), 12))
      else c.value
    end
  )
  from jsonb_each(p_row) c
$$;

-- Writes an entry for a changed row. The arguments are the columns that name the row, those that are
-- hidden, and those that no person sets.
-- It runs at the commit: so the lock above is the last that a transaction takes, whatever its order,
-- and changes cannot wait for each other in a circle.
create function audit_row() returns trigger language plpgsql as $$
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
    tg_table_name,
    (select jsonb_object_agg(k, v_row -> k) from unnest(v_keys) k),
    v_before,
    v_after
  );
  return null;
end $$;

-- What people set. `update of` leaves out what the line itself writes: the balance of a wallet, the
-- version of an account.
create constraint trigger accounts_audited
after insert or delete or update of
  name, state, products_off, redirect_origins, national_id_check, display_name, colour, other_way_url,
  other_way_phone, texts_link
on accounts deferrable initially deferred
for each row execute function audit_row('account_id', '', 'version,created_at');

create constraint trigger account_logos_audited after insert or update or delete on account_logos
deferrable initially deferred
for each row execute function audit_row('account_id', 'image,dark_image', 'stored_at');

create constraint trigger keys_audited after insert or update or delete on keys
deferrable initially deferred
for each row execute function audit_row('account_id,key_id', 'key_hash', 'created_at');

create constraint trigger products_audited after insert or update or delete on products
deferrable initially deferred
for each row execute function audit_row('product', '', '');

create constraint trigger account_prices_audited after insert or update or delete on account_prices
deferrable initially deferred
for each row execute function audit_row('account_id,product', '', '');

create constraint trigger templates_audited after insert or update or delete on templates
deferrable initially deferred
for each row execute function audit_row('template_id', '', 'created_at');

create constraint trigger template_assignments_audited
after insert or update or delete on template_assignments
deferrable initially deferred
for each row execute function audit_row('product,account_id,language', '', '');

create constraint trigger limits_audited after insert or update or delete on limits
deferrable initially deferred
for each row execute function audit_row('account_id,mode', '', '');

create constraint trigger closed_prefixes_audited
after insert or update or delete on closed_prefixes
deferrable initially deferred
for each row execute function audit_row('account_id,mode,prefix', '', '');

create constraint trigger wallets_audited after update of credit_limit on wallets
deferrable initially deferred
for each row execute function audit_row('account_id,mode', '', 'available,held');

create constraint trigger manual_entries_audited after insert or update or delete on manual_entries
deferrable initially deferred
for each row execute function audit_row('account_id,mode,reference', '', 'made_at');

create constraint trigger providers_audited after insert or update or delete on providers
deferrable initially deferred
for each row execute function audit_row(
  'provider_code', 'sealed_config,callback_hash', 'version,created_at,changed_at'
);

create constraint trigger routes_audited after insert or update or delete on routes
deferrable initially deferred
for each row execute function audit_row('product,account_id,region', '', '');

create constraint trigger operator_particulars_audited
after insert or update or delete on operator_particulars
deferrable initially deferred
for each row execute function audit_row('one', '', 'changed_at');
