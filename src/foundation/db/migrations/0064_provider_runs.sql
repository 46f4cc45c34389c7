-- breaking: no
-- locks: none
-- How each provider answered last, so that its state survives a restart and a quiet hour. Each server adds what it saw
-- every few seconds, so the line writes nothing.
create table provider_runs (
  provider_code text primary key,
  -- The last hundred attempts, oldest first: a dot for each that succeeded, an x for each that failed.
  recent text not null,
  -- Failures since the last success, and when the first of them was.
  failed_in_row integer not null,
  failing_since timestamptz,
  -- Of the last failure.
  reason text
);
