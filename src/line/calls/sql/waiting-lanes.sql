-- The queues that exist, each found by one index lookup after the one before. providers_polled and
-- events_waiting_endpoints do the same for their tables: one function for all would have to plan each
-- lookup again, and takes 420 µs instead of 90 for five providers.
create or replace function calls_waiting_lanes() returns text[]
language plpgsql stable
set enable_seqscan = off
as $$
declare
  v_found text[] := '{}';
  v_last text;
begin
  -- Not by comparing with an empty text: that is a queue too.
  select u.lane into v_last from unresolved_calls u order by u.lane limit 1;
  while found loop
    v_found := v_found || v_last;
    select u.lane into v_last
    from unresolved_calls u
    where u.lane > v_last
    order by u.lane
    limit 1;
  end loop;
  return v_found;
end $$;
