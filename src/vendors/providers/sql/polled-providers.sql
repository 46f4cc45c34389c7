-- The providers that are to be asked, each found by one index lookup after the one before.
create or replace function providers_polled() returns text[]
language plpgsql stable
set enable_seqscan = off
as $$
declare
  v_found text[] := '{}';
  v_last text := '';
begin
  loop
    select r.provider_code into v_last
    from provider_refs r
    where r.poll_at is not null and r.provider_code > v_last
    order by r.provider_code
    limit 1;
    exit when not found;
    v_found := v_found || v_last;
  end loop;
  return v_found;
end $$;
