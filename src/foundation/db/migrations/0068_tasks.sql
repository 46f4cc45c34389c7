-- breaking: no
-- locks: none
-- Long work that a person began and may leave: who began it, how far it is, and its file. A server runs a task while it
-- holds the lease; another one takes it over when the lease ends.
create table tasks (
  task_id uuid primary key,
  -- Null for the whole platform.
  account_id integer,
  person_id integer not null,
  -- As the audit log names the person.
  actor jsonb not null,
  -- An operator's file has costs, which members must not see.
  is_operator boolean not null,
  kind text not null,
  params jsonb not null,
  -- The keyed hash of the person that the file is about; erasing the person deletes the task.
  person_hash bytea,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  -- Null if unknown; may be approximate.
  total bigint,
  -- Where the next server goes on; null if it has to begin again.
  position jsonb,
  failure text,
  -- Null for a task without a file.
  file_name text,
  media_type text,
  bytes bigint not null default 0,
  parts integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz,
  -- The server that runs it, until when it may, and how many have begun it.
  owner uuid,
  lease_until timestamptz,
  takes integer not null default 0
);
create index tasks_open on tasks (created_at) where state in ('waiting', 'running');
create index tasks_account on tasks (account_id, created_at);
create index tasks_person_hash on tasks (person_hash) where person_hash is not null;

-- The file of a task, in pieces.
create table task_parts (
  task_id uuid not null references tasks on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (task_id, part)
);
