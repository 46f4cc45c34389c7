-- breaking: no
-- locks: call_changes, 0 s; call_numbers, 0 s; template_assignments, 0 s
-- steps: each commits by itself
-- A cell is moved to another database by logical replication, which names the row of an update or a delete by the key
-- of its table. The notes of changed calls are a queue of a few rows.
alter table call_changes add column if not exists change_id bigint generated always as identity;

drop index concurrently if exists call_changes_by_id;

create unique index concurrently call_changes_by_id on call_changes (change_id);

do $$ begin
  if not exists (select from pg_constraint where conrelid = 'call_changes'::regclass and contype = 'p') then
    alter table call_changes add constraint call_changes_pkey primary key using index call_changes_by_id;
  end if;
end $$;

-- A step that runs again finds the key and leaves the index of its own.
drop index concurrently if exists call_changes_by_id;

-- A call has one number. Calls of one time share the pages of this index.
-- for each partition of call_numbers
drop index concurrently if exists {partition}_by_call;

-- for each partition of call_numbers
create unique index concurrently {partition}_by_call on {partition} (call_id);

-- for each partition of call_numbers
do $$ begin
  if not exists (select from pg_constraint where conrelid = '{partition}'::regclass and contype = 'p') then
    alter table {partition} add constraint {partition}_pkey primary key using index {partition}_by_call;
  end if;
end $$;

-- for each partition of call_numbers
drop index concurrently if exists {partition}_by_call;

-- Takes over the keys of its partitions.
do $$ begin
  if not exists (select from pg_constraint where conrelid = 'call_numbers'::regclass and contype = 'p') then
    alter table call_numbers add primary key (call_id);
  end if;
end $$;

-- Its key has columns that may be null. It has a few rows, and all columns together name one.
alter table template_assignments replica identity full;

-- The move of this cell to another database, while there is one. It stays here when the cell has moved.
create table if not exists cell_move (
  one boolean primary key default true check (one),
  move_id uuid not null,
  -- The new database, without its password.
  target text not null,
  -- The role of the cell's servers, which the fence keeps out.
  role text not null,
  step text not null,
  -- Written when no session of the role is left: where it arrives, everything before it has arrived.
  last_mark uuid,
  begun_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
