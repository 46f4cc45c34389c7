-- A person withdraws their consent, once: their data is erased here, their vendors are asked to
-- erase it too, and a running check ends. An existing result stands, and so does the record of the
-- consent. True if this call withdrew it.
create or replace function checks_withdraw_consent(
  p_account integer,
  p_check uuid,
  p_now timestamptz
) returns boolean
language plpgsql as $$
declare
  v_now timestamptz := coalesce(p_now, clock_timestamp());
  v_check checks;
begin
  update checks c
  set withdrawn_at = v_now, sealed = null, card_hash = null, erased_at = coalesce(c.erased_at, v_now)
  where c.account_id = p_account and c.check_id = p_check and c.consented_at is not null
    and c.withdrawn_at is null
  returning c.* into v_check;
  if not found then
    return false;
  end if;

  perform checks_end(p_account, p_check, 4::smallint, '', null, v_now);
  -- An erasure requested earlier keeps its own time.
  update check_sessions s
  set erase_at = v_now
  where s.account_id = p_account and s.check_id = p_check and s.erased_at is null
    and s.erase_at is null;

  perform events_record(
    p_account, v_check.mode, 'face.withdrawn', p_check, jsonb_build_object('requestId', p_check), v_now
  );
  return true;
end $$;
