-- Ends checks whose link has expired. A check with an open session is left to the caller, who
-- queries the provider a last time before ending it. Rows that another process has locked are
-- skipped: it is ending them.
create or replace function checks_expire(p_most integer, p_now timestamptz) returns integer
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_due record;
  v_count integer := 0;
begin
  for v_due in
    select c.account_id, c.check_id
    from checks c
    where c.status = 0 and c.expires_at <= v_now
      and not exists (
        select from check_sessions s
        where s.account_id = c.account_id and s.check_id = c.check_id and s.state = 'open'
      )
    order by c.expires_at
    limit p_most
    for update skip locked
  loop
    if checks_end(v_due.account_id, v_due.check_id, 3::smallint, '', 'abandoned', v_now) then
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end $$;
