-- breaking: no
-- locks: products, 0 s; planned_prices, 0 s; providers, 0 s; templates, 0 s; template_assignments, 0 s; routes, 0 s; operator_particulars, 0 s; operators, 0 s
-- The platform as a file: every file that was applied, and the settings that may be changed only by applying one.
create table platform_versions (
  version integer primary key,
  -- SHA-256 of the file, in hexadecimal.
  hash text not null,
  file text not null,
  -- By section: true, or the columns that are locked.
  locks jsonb not null default '{}',
  -- Keyed hashes of the secrets, by provider and setting, which show whether one was changed later.
  secrets jsonb not null default '{}',
  applied_at timestamptz not null default now(),
  applied_by text not null
);
create constraint trigger platform_versions_audited
after insert or update or delete on platform_versions
deferrable initially deferred
for each row execute function audit_row('version', '', 'file,secrets,applied_at,applied_by');

-- Limits of accounts without their own; null where the program's default applies.
create table default_limits (
  mode text primary key check (mode in ('test', 'live')),
  per_number boolean,
  code_per_minute integer check (code_per_minute > 0),
  code_per_hour integer check (code_per_hour > 0),
  code_per_day integer check (code_per_day > 0),
  notice_per_day integer check (notice_per_day > 0),
  regions text[]
);
insert into default_limits (mode) values ('test'), ('live');
create trigger default_limits_changed after insert or update or delete on default_limits
for each statement execute function bump_platform();
create constraint trigger default_limits_audited
after insert or update or delete on default_limits
deferrable initially deferred
for each row execute function audit_row('mode', '', '');

-- Refuses a change by hand of what the last file locks. Jobs may go on: a planned price takes effect, and a data key
-- is rotated. Settings of one account are never in the file.
create function platform_guard() returns trigger language plpgsql as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_actor jsonb := nullif(current_setting('countersign.actor', true), '')::jsonb;
  v_version integer;
  v_lock jsonb;
begin
  if v_actor ->> 'kind' is null or v_actor ->> 'kind' not in ('person', 'command_line', 'key')
    or current_setting('countersign.action', true) = 'platform.apply'
    or coalesce(v_new, v_old) ->> 'account_id' is not null
  then
    return null;
  end if;
  select p.version, p.locks -> tg_argv[0] into v_version, v_lock
  from platform_versions p
  order by p.version desc
  limit 1;
  if v_lock is null or v_old = v_new
    or (v_lock <> 'true' and (
      v_old is null or v_new is null
      or not exists (
        select from jsonb_array_elements_text(v_lock) c (name)
        where v_old -> c.name is distinct from v_new -> c.name
      )
    ))
  then
    return null;
  end if;
  raise exception 'locked_to_file' using errcode = 'CS000',
    detail = jsonb_build_object('section', tg_argv[0], 'version', v_version);
end $$;

create trigger products_guarded after insert or update or delete on products
for each row execute function platform_guard('products');
create trigger planned_prices_guarded after insert or update or delete on planned_prices
for each row execute function platform_guard('plans');
create trigger default_limits_guarded after insert or update or delete on default_limits
for each row execute function platform_guard('limits');
create trigger providers_guarded after insert or update or delete on providers
for each row execute function platform_guard('providers');
create trigger templates_guarded after insert or update or delete on templates
for each row execute function platform_guard('templates');
create trigger template_assignments_guarded after insert or update or delete on template_assignments
for each row execute function platform_guard('assignments');
create trigger routes_guarded after insert or update or delete on routes
for each row execute function platform_guard('routes');
create trigger operator_particulars_guarded after insert or update or delete on operator_particulars
for each row execute function platform_guard('operator');
create trigger operators_guarded after insert or update or delete on operators
for each row execute function platform_guard('people');
