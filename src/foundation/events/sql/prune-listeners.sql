-- Removes listeners that have not polled for a while, together with their deliveries: without its
-- endpoint a delivery would stay due and be looked at in every run.
create or replace function events_prune_listeners(p_silence interval) returns integer
language plpgsql as $$
declare
  v_gone integer[];
begin
  with gone as (
    delete from endpoints
    where url is null and coalesce(asked_at, created_at) < now() - p_silence
    returning endpoint_id
  )
  select coalesce(array_agg(endpoint_id), '{}') into v_gone from gone;
  delete from deliveries where endpoint_id = any (v_gone) and state = 'pending';
  return cardinality(v_gone);
end $$;
