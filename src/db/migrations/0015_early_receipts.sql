-- breaking: no
-- A word of a provider that cannot be taken yet waits: one that names a message by an id that is not known
-- yet, and one that anyone could have said of a call whose money is still held. Each is looked at again,
-- more and more rarely, so that a look costs the same however many wait.
alter table early_receipts
  alter column provider_ref drop not null,
  add column account_id integer,
  add column call_id uuid,
  add column look_at timestamptz not null default clock_timestamp(),
  add check ((provider_ref is not null) or (call_id is not null));
drop index early_receipts_ref;
create index early_receipts_due on early_receipts (look_at);
-- The same word on a call waits once, however often it is said.
create unique index early_receipts_call on early_receipts (
  account_id, call_id, provider_code, (receipt ->> 'part'), (receipt ->> 'state')
)
where call_id is not null;

-- They take other parameters, or are gone.
drop function if exists messages_apply_receipts;
drop function if exists messages_move_on;
