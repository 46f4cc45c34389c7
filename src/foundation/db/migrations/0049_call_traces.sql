-- breaking: no
-- locks: none
-- The trace of a call whose caller sent a `traceparent`, for its webhooks and the vendor's session of its check. Calls
-- without one have no row.
create table call_traces (
  call_id uuid primary key,
  -- The ID of the trace and its flags, as in the header.
  trace text not null check (trace ~ '^[0-9a-f]{32}-[0-9a-f]{2}$')
);
