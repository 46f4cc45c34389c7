-- breaking: no
-- locks: people, 0 s
-- All cells in one console: by what this cell signs for the others, and whom of another cell it knows.
create table cell_signing_key (
  one boolean primary key default true check (one),
  key_id text not null,
  public_key jsonb not null,
  sealed_private_key bytea not null,
  made_at timestamptz not null default now()
);

-- A person of another cell, such as `cell 1 person 1000001`, who is this person here. They were signed in to both at once.
create table connected_subjects (
  subject text primary key,
  person_id integer not null references people,
  connected_at timestamptz not null default now()
);
create index connected_subjects_person on connected_subjects (person_id);
create constraint trigger connected_subjects_audited
after insert or update or delete on connected_subjects
deferrable initially deferred
for each row execute function audit_row('subject', '', 'connected_at');
