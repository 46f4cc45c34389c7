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
-- The same word on a call, or on an id that is not known yet, waits once, however often it is said.
delete from early_receipts e
using early_receipts f
where f.early_id < e.early_id and f.provider_code = e.provider_code
  and f.provider_ref = e.provider_ref and f.receipt ->> 'state' = e.receipt ->> 'state'
  and f.receipt ->> 'part' is not distinct from e.receipt ->> 'part'
  and f.receipt ->> 'is_trusted' = e.receipt ->> 'is_trusted';
create unique index early_receipts_ref on early_receipts (
  provider_code, provider_ref, (receipt ->> 'part'), (receipt ->> 'state'), (receipt ->> 'is_trusted')
)
nulls not distinct
where call_id is null;
create unique index early_receipts_call on early_receipts (
  account_id, call_id, provider_code, (receipt ->> 'part'), (receipt ->> 'state')
)
where call_id is not null;

-- They take other parameters, or are gone.
drop function if exists messages_apply_receipts;
drop function if exists messages_move_on;
