-- Takes listeners away that nobody asked for so long, together with what waited for them: without its endpoint
-- a delivery would be due for ever, and be looked at in every turn.
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
