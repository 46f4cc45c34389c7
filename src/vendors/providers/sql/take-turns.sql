-- Takes up to p_count turns of a provider, one every p_every_us, for the calling process. All processes share one
-- timeline: a turn begins where the last one ends, and turns that nobody took are over. Returns how many it took,
-- and when the first one begins; none that would begin after p_within_ms.
create or replace function providers_take_turns(
  p_provider text,
  p_count integer,
  p_every_us bigint,
  p_within_ms integer
) returns table (taken integer, begins_in_ms double precision)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_every interval := p_every_us * interval '1 microsecond';
  v_now timestamptz;
  v_begin timestamptz;
  v_latest timestamptz;
begin
  insert into provider_turns (provider_code, taken_until) values (p_provider, '-infinity')
  on conflict do nothing;
  select t.taken_until into v_begin from provider_turns t where t.provider_code = p_provider for update;
  v_now := clock_timestamp();
  v_latest := v_now + p_within_ms * interval '1 millisecond';
  -- Nobody takes turns that far ahead, so the clock was set back.
  v_begin := case when v_begin > v_latest + v_every then v_now else greatest(v_begin, v_now) end;
  taken := case
    when v_begin > v_latest then 0
    else least(p_count, 1 + floor(extract(epoch from v_latest - v_begin) * 1000000 / p_every_us))
  end;
  begins_in_ms := extract(epoch from v_begin - v_now) * 1000;
  if taken > 0 then
    update provider_turns t set taken_until = v_begin + taken * v_every where t.provider_code = p_provider;
  end if;
  return next;
end $$;
