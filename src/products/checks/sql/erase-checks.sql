-- Erases the persons of checks, as a withdrawn consent does: the vendors are asked to erase their
-- data too, and a running check ends as cancelled. Results stand, and so do the records of consents.
-- Returns how many checks had a person.
create or replace function checks_erase(p_account integer[], p_check uuid[], p_now timestamptz)
returns integer
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_check record;
  v_count integer := 0;
begin
  for v_check in
    select c.account_id, c.check_id, c.sealed is not null as had_person
    from unnest(p_account, p_check) as i (account_id, check_id)
    join checks c on c.account_id = i.account_id and c.check_id = i.check_id
    order by c.account_id, c.check_id
    for update of c
  loop
    perform checks_end(v_check.account_id, v_check.check_id, 4::smallint, '', null, v_now);
    update checks c
    set sealed = null, card_hash = null, begun_by = null, erased_at = coalesce(c.erased_at, v_now)
    where c.account_id = v_check.account_id and c.check_id = v_check.check_id;
    -- An erasure requested earlier keeps its own time.
    update check_sessions s
    set erase_at = v_now
    where s.account_id = v_check.account_id and s.check_id = v_check.check_id
      and s.erased_at is null and s.erase_at is null;
    v_count := v_count + v_check.had_person::integer;
  end loop;
  return v_count;
end $$;
