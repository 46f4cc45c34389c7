-- A check is past its time, and the provider did not report its result: the person may have passed.
-- It is queried again, less and less often, until p_patience is over; then the check ends as
-- expired, with the reason.
create or replace function checks_defer_expiry(
  p_account integer,
  p_check uuid,
  p_reason text,
  p_patience interval,
  p_now timestamptz
) returns void
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_check checks;
begin
  select c.* into v_check
  from checks c
  where c.account_id = p_account and c.check_id = p_check
  for update;
  if v_check.status <> 0 then
    return;
  end if;
  if v_check.expires_at + p_patience <= v_now then
    update checks c
    set end_reason = p_reason
    where c.account_id = p_account and c.check_id = p_check;
    perform checks_end(p_account, p_check, 3::smallint, '', 'no_answer', v_now);
  else
    update checks c
    set expiry_due_at = v_now + greatest(interval '30 seconds', (v_now - v_check.expires_at) / 10)
    where c.account_id = p_account and c.check_id = p_check;
  end if;
end $$;
