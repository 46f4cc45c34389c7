-- breaking: no
-- locks: nothing that is in use; it only creates a table and two functions.
-- A change outside the settings tables is noted here, and its entry is written at commit like every other one.
-- The lock of the chain is thus the last one of every transaction, in whatever order it notes and changes.
-- Outside a transaction this table is empty.
create table audit_notes (
  note_id bigint generated always as identity primary key,
  account_id integer,
  action text not null,
  subject text not null,
  subject_key jsonb not null,
  before jsonb,
  after jsonb
);

create function audit_note() returns trigger language plpgsql as $$
begin
  perform audit_write(
    new.account_id, new.action, new.subject, new.subject_key, new.before, new.after
  );
  delete from audit_notes where note_id = new.note_id;
  return null;
end $$;
create constraint trigger audit_notes_written after insert on audit_notes
deferrable initially deferred for each row execute function audit_note();
